"""The stored form of a match record: about a hundred bytes, packed and read in a few microseconds.

    head     version, flags, seats, bit set of forfeited seats, number of moves, started, seconds
    seats    entrant numbers, places, and chips unless all are zero
    moves    one byte each
    times    charged, CPU, wall: for each a byte that says in how many bytes its microseconds are, or that
             it is not there, or the same as what was charged; then these
    extras   faults, notes and substitutes as JSON, where there are some

Format 1 had the charged time alone, in a width that the flags said; it is still read.

All numbers are little-endian. The id of the match is not in it: it is the key that it is stored under.
"""

import json
import struct
import sys
from array import array
from functools import cache
from typing import Any

from arena.core.errors import StorageError
from arena.core.ids import MatchId
from arena.match.faults import Fault, FaultKind
from arena.match.record import MatchEnding, MatchRecord

VERSION = 2
OLDEST = 1

_HEAD = struct.Struct("<BBBBIdd")
_WIDTHS = "BHIQ"
"""Array types for the microseconds, by the byte before them; in format 1 the lowest two flags say which."""
_NOT_MEASURED = 4
_AS_CHARGED = 5
_WIDTH_BITS = 3
_HAS_CHIPS = 4
_HAS_EXTRAS = 8
_IS_FORFEITED = 16
_KNOWN_FLAGS = _WIDTH_BITS | _HAS_CHIPS | _HAS_EXTRAS | _IS_FORFEITED
_MOST_SECONDS = 253_402_300_799
"""The last second of the year 9999, as Unix time: no later one can be written."""


def pack(record: MatchRecord) -> bytes:
    """Return the stored form of a record, which `unpack` reads."""
    flags = 0
    chips = record.chips
    per_seat = (*record.seats, *record.places)
    if any(chips):
        flags |= _HAS_CHIPS
        per_seat += chips
    if record.ending is MatchEnding.FORFEITED:
        flags |= _IS_FORFEITED
    extras = b""
    if record.faults or record.notes or record.substitutes:
        flags |= _HAS_EXTRAS
        extras = _pack_extras(record)
    forfeits = 0
    for seat in record.forfeits:
        forfeits |= 1 << seat
    count = len(record.seats)
    head = _HEAD.pack(VERSION, flags, count, forfeits, len(record.moves), record.started, record.seconds)
    seats = _seats_struct(count, bool(flags & _HAS_CHIPS)).pack(*per_seat)
    is_as_charged = record.wall_micros == record.micros
    wall = bytes([_AS_CHARGED]) if is_as_charged else _pack_times(record.wall_micros)
    times = (_pack_times(record.micros), _pack_times(record.cpu_micros), wall)
    return b"".join((head, seats, record.moves, *times, extras))


def unpack(packed: bytes, id: MatchId) -> MatchRecord:  # noqa: A002 - the word that records use
    """Read the stored form of the record of match `id`.

    Raises:
        StorageError: it is of another version of the arena, or damaged.
    """
    if not packed or not OLDEST <= packed[0] <= VERSION:
        version = packed[0] if packed else "none"
        raise StorageError(
            f"the record of match {id} is stored in format {version} and this arena reads formats {OLDEST} "
            f"to {VERSION}; read it with the version of arena-of-cards that wrote it, or a newer one"
        )
    try:
        return _unpack(packed, id)
    except (struct.error, ValueError, LookupError, TypeError) as error:
        raise StorageError(
            f"the record of match {id} is damaged ({error}); restore the database from a backup"
        ) from error


def _unpack(packed: bytes, match: MatchId) -> MatchRecord:
    version, flags, count, forfeits, move_count, started, seconds = _HEAD.unpack_from(packed)
    if flags & ~_KNOWN_FLAGS or forfeits >> count:
        raise ValueError(f"its flags are {flags} and its forfeits {forfeits}, of {count} seats")
    if not (0 <= started <= _MOST_SECONDS and 0 <= seconds <= _MOST_SECONDS):
        raise ValueError(f"it started at {started} and took {seconds} s")
    has_chips = bool(flags & _HAS_CHIPS)
    seats = _seats_struct(count, has_chips)
    per_seat = seats.unpack_from(packed, _HEAD.size)
    moves_at = _HEAD.size + seats.size
    times_at = moves_at + move_count
    cpu: tuple[int, ...]
    wall: tuple[int, ...]
    if version == OLDEST:
        micros, extras_at = _read_times(packed, times_at, _WIDTHS[flags & _WIDTH_BITS], move_count)
        cpu = wall = ()
    else:
        micros, cpu_at = _unpack_times(packed, times_at, move_count)
        cpu, wall_at = _unpack_times(packed, cpu_at, move_count)
        wall, extras_at = _unpack_times(packed, wall_at, move_count, charged=micros)
    has_extras = bool(flags & _HAS_EXTRAS)
    if (len(packed) > extras_at) != has_extras or len(packed) < extras_at:
        raise ValueError(f"it has {len(packed)} bytes")
    extras: Any = json.loads(packed[extras_at:]) if has_extras else _NO_EXTRAS
    return MatchRecord(
        id=match,
        seats=per_seat[:count],
        moves=packed[moves_at:times_at],
        micros=micros,
        substitutes=tuple(extras["substitutes"]),
        places=per_seat[count : 2 * count],
        chips=per_seat[2 * count :] if has_chips else (0,) * count,
        ending=MatchEnding.FORFEITED if flags & _IS_FORFEITED else MatchEnding.PLAYED,
        faults=tuple(_unpack_fault(*values) for values in extras["faults"]),
        forfeits=tuple(seat for seat in range(count) if forfeits >> seat & 1) if forfeits else (),
        notes=tuple((number, text) for number, text in extras["notes"]),
        started=started,
        seconds=seconds,
        wall_micros=wall,
        cpu_micros=cpu,
    )


_NO_EXTRAS: dict[str, tuple[Any, ...]] = {"faults": (), "notes": (), "substitutes": ()}


@cache
def _seats_struct(count: int, has_chips: bool) -> struct.Struct:
    return struct.Struct(f"<{count}I{count}B" + (f"{count}i" if has_chips else ""))


def _pack_times(micros: tuple[int, ...]) -> bytes:
    if not micros:
        return bytes([_NOT_MEASURED])
    most = max(micros)
    width = 0 if most < 1 << 8 else 1 if most < 1 << 16 else 2 if most < 1 << 32 else 3
    return bytes([width]) + _little_endian(array(_WIDTHS[width], micros)).tobytes()


def _unpack_times(
    packed: bytes, at: int, count: int, *, charged: tuple[int, ...] = ()
) -> tuple[tuple[int, ...], int]:
    """Return the times of so many moves that are at some place, and the place behind them."""
    width = packed[at]
    if width in {_NOT_MEASURED, _AS_CHARGED}:
        return charged if width == _AS_CHARGED else (), at + 1
    return _read_times(packed, at + 1, _WIDTHS[width], count)


def _read_times(packed: bytes, at: int, kind: str, count: int) -> tuple[tuple[int, ...], int]:
    micros = array(kind)
    end = at + count * micros.itemsize
    micros.frombytes(packed[at:end])
    if len(micros) != count:
        raise ValueError(f"it has {len(packed)} bytes")
    return tuple(_little_endian(micros)), end


def _little_endian(numbers: "array[int]") -> "array[int]":
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _pack_extras(record: MatchRecord) -> bytes:
    extras = {
        "faults": [
            (
                f.kind.value,
                f.seat,
                f.move_number,
                f.evidence,
                f.wall_us,
                f.cpu_us,
                f.is_incident,
                f.is_forfeit,
            )
            for f in record.faults
        ],
        "notes": record.notes,
        "substitutes": record.substitutes,
    }
    return json.dumps(extras, separators=(",", ":")).encode("ascii")


def _unpack_fault(kind: str, *values: Any) -> Fault:
    return Fault(FaultKind(kind), *values)
