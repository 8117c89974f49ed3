"""The stored form of a match record: about a hundred bytes, packed and read in a few microseconds.

    head     version, flags, seats, bit set of forfeited seats, number of moves, started, seconds
    seats    entrant numbers, places, and chips unless all are zero
    moves    one byte each, then the microseconds, each in as many bytes as the largest needs
    extras   faults, notes and substitutes as JSON, where there are some

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

VERSION = 1

_HEAD = struct.Struct("<BBBBIdd")
_WIDTHS = "BHIQ"
"""Array types for the microseconds; the lowest two flags say which."""
_WIDTH_BITS = 3
_HAS_CHIPS = 4
_HAS_EXTRAS = 8
_IS_FORFEITED = 16


def pack(record: MatchRecord) -> bytes:
    """Return the stored form of a record, which `unpack` reads."""
    micros = record.micros
    most = max(micros, default=0)
    width = 0 if most < 1 << 8 else 1 if most < 1 << 16 else 2 if most < 1 << 32 else 3
    flags = width
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
    return b"".join(
        (head, seats, record.moves, _little_endian(array(_WIDTHS[width], micros)).tobytes(), extras)
    )


def unpack(packed: bytes, id: MatchId) -> MatchRecord:  # noqa: A002 - the word that records use
    """Read the stored form of the record of match `id`.

    Raises:
        StorageError: it is of another version of the arena, or damaged.
    """
    if not packed or packed[0] != VERSION:
        version = packed[0] if packed else "none"
        raise StorageError(
            f"the record of match {id} is stored in format {version} and this arena reads format {VERSION}; "
            "read it with the version of arena-of-cards that wrote it, or a newer one"
        )
    try:
        return _unpack(packed, id)
    except (struct.error, ValueError, KeyError, TypeError) as error:
        raise StorageError(
            f"the record of match {id} is damaged ({error}); restore the database from a backup"
        ) from error


def _unpack(packed: bytes, match: MatchId) -> MatchRecord:
    _, flags, count, forfeits, move_count, started, seconds = _HEAD.unpack_from(packed)
    has_chips = bool(flags & _HAS_CHIPS)
    seats = _seats_struct(count, has_chips)
    per_seat = seats.unpack_from(packed, _HEAD.size)
    moves_at = _HEAD.size + seats.size
    micros_at = moves_at + move_count
    micros = array(_WIDTHS[flags & _WIDTH_BITS])
    extras_at = micros_at + move_count * micros.itemsize
    has_extras = bool(flags & _HAS_EXTRAS)
    if (len(packed) > extras_at) != has_extras or len(packed) < extras_at:
        raise ValueError(f"it has {len(packed)} bytes")
    micros.frombytes(packed[micros_at:extras_at])
    extras: Any = json.loads(packed[extras_at:]) if has_extras else _NO_EXTRAS
    return MatchRecord(
        id=match,
        seats=per_seat[:count],
        moves=packed[moves_at:micros_at],
        micros=tuple(_little_endian(micros)),
        substitutes=tuple(extras["substitutes"]),
        places=per_seat[count : 2 * count],
        chips=per_seat[2 * count :] if has_chips else (0,) * count,
        ending=MatchEnding.FORFEITED if flags & _IS_FORFEITED else MatchEnding.PLAYED,
        faults=tuple(_unpack_fault(*values) for values in extras["faults"]),
        forfeits=tuple(seat for seat in range(count) if forfeits >> seat & 1) if forfeits else (),
        notes=tuple((number, text) for number, text in extras["notes"]),
        started=started,
        seconds=seconds,
    )


_NO_EXTRAS: dict[str, tuple[Any, ...]] = {"faults": (), "notes": (), "substitutes": ()}


@cache
def _seats_struct(count: int, has_chips: bool) -> struct.Struct:
    return struct.Struct(f"<{count}I{count}B" + (f"{count}i" if has_chips else ""))


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
