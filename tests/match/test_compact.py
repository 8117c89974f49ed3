"""Records survive being stored, small and whole."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.core.errors import StorageError
from arena.core.ids import MatchId
from arena.match.compact import pack, unpack
from arena.match.faults import Fault, FaultKind
from arena.match.record import MatchEnding, MatchRecord

ID = MatchId("main", 12, 3)
PLAIN = MatchRecord(
    id=ID,
    seats=(0, 7, 12, 39),
    moves=bytes(range(20)),
    micros=tuple(range(100, 4100, 200)),
    substitutes=(),
    places=(1, 2, 2, 4),
    chips=(0, 0, 0, 0),
    ending=MatchEnding.PLAYED,
    faults=(),
    forfeits=(),
    notes=(),
    started=1_700_000_000.123,
    seconds=0.0123,
    wall_micros=tuple(range(100, 4100, 200)),
    cpu_micros=tuple(range(10, 210, 10)),
)
OLD = bytes.fromhex(
    "01090400140000003bdf0740fc54d9418d28ed0dbe30893f00000000070000000c0000002700000001020204000102030405060708090a0b"
    "0c0d0e0f1011121364002c01f401bc0284034c041405dc05a4066c073408fc08c4098c0a540b1c0ce40cac0d740e3c0f7b226661756c7473"
    "223a5b5b226372617368222c312c322c226578697420636f64652033222c302c302c66616c73652c66616c73655d5d2c226e6f746573223a"
    "5b5d2c227375627374697475746573223a5b325d7d"
)
"""A record as format 1 had it, with a fault and a substitute."""

counts = st.integers(0, 2**40)
faults = st.builds(
    Fault,
    kind=st.sampled_from(FaultKind),
    seat=st.integers(0, 5),
    move_number=counts,
    evidence=st.text(max_size=50),
    wall_us=counts,
    cpu_us=counts,
    is_incident=st.booleans(),
    is_forfeit=st.booleans(),
)


@st.composite
def records(draw: st.DrawFn) -> MatchRecord:
    seats = draw(st.integers(2, 6))
    moves = draw(st.binary(max_size=60))
    most = draw(st.sampled_from([2**8 - 1, 2**8, 2**16 - 1, 2**16, 2**32 - 1, 2**32]))

    def per_seat(least: int, most: int) -> tuple[int, ...]:
        return tuple(draw(st.lists(st.integers(least, most), min_size=seats, max_size=seats)))

    def times() -> tuple[int, ...]:
        return tuple(draw(st.lists(st.integers(0, most), min_size=len(moves), max_size=len(moves))))

    return MatchRecord(
        id=ID,
        seats=per_seat(0, 2**32 - 1),
        moves=moves,
        micros=times(),
        substitutes=tuple(draw(st.lists(counts, max_size=3))),
        places=per_seat(1, seats),
        chips=per_seat(-1000, 1000),
        ending=draw(st.sampled_from(MatchEnding)),
        faults=tuple(draw(st.lists(faults, max_size=3))),
        forfeits=tuple(sorted(draw(st.sets(st.integers(0, seats - 1))))),
        notes=tuple(draw(st.lists(st.tuples(counts, st.text(max_size=50)), max_size=3))),
        started=draw(st.floats(0, 253_402_300_799)),
        seconds=draw(st.floats(0, 1e9)),
        wall_micros=draw(st.sampled_from([(), times()])),
        cpu_micros=draw(st.sampled_from([(), times()])),
    )


@given(records())
def test_unpack_returns_what_was_packed(record: MatchRecord) -> None:
    assert unpack(pack(record), ID) == record


def test_a_plain_record_of_twenty_moves_takes_127_bytes_20_of_them_for_cpu_times() -> None:
    assert len(pack(PLAIN)) == 127
    assert len(pack(replace(PLAIN, cpu_micros=()))) == 107


def test_a_record_of_the_first_format_is_read_without_wall_and_cpu_times() -> None:
    record = unpack(OLD, ID)

    assert (record.micros, record.wall_micros, record.cpu_micros) == (PLAIN.micros, (), ())
    assert (record.moves, record.seats, record.places) == (PLAIN.moves, PLAIN.seats, PLAIN.places)
    assert (record.faults, record.substitutes) == ((Fault(FaultKind.CRASH, 1, 2, "exit code 3"),), (2,))


def test_a_record_of_the_first_format_that_was_cut_short_is_refused() -> None:
    for length in range(1, len(OLD)):
        with pytest.raises(StorageError, match="damaged"):
            unpack(OLD[:length], ID)


@pytest.mark.parametrize(("slowest", "size"), [(255, 87), (256, 107), (65_536, 147), (2**32, 227)])
def test_micros_take_no_more_bytes_than_the_largest_needs(slowest: int, size: int) -> None:
    times = (1,) * 19 + (slowest,)

    assert len(pack(replace(PLAIN, micros=times, wall_micros=times, cpu_micros=()))) == size


def test_wall_times_take_room_only_where_they_are_not_what_was_charged() -> None:
    assert len(pack(replace(PLAIN, wall_micros=(*PLAIN.micros[:-1], 4_000)))) == 167


def test_an_unknown_format_is_refused_with_what_to_do() -> None:
    packed = b"\x09" + pack(PLAIN)[1:]

    with pytest.raises(
        StorageError, match=r"match main/12/3 is stored in format 9 .* reads formats 1 to 2; read it with"
    ):
        unpack(packed, ID)


def test_an_empty_record_is_refused() -> None:
    with pytest.raises(StorageError, match="format none"):
        unpack(b"", ID)


@pytest.mark.parametrize("fault_count", [0, 1])
def test_a_record_that_was_cut_short_is_refused(fault_count: int) -> None:
    packed = pack(replace(PLAIN, faults=(Fault(FaultKind.CRASH, 1, 2, "exit code 3"),) * fault_count))

    for length in range(1, len(packed)):
        with pytest.raises(StorageError, match="damaged"):
            unpack(packed[:length], ID)


def test_a_record_with_something_after_its_end_is_refused() -> None:
    with pytest.raises(StorageError, match="damaged"):
        unpack(pack(PLAIN) + b"x", ID)


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -1.0, 1e300])
def test_a_record_with_a_time_that_is_none_is_refused(seconds: float) -> None:
    for name in ("started", "seconds"):
        with pytest.raises(StorageError, match="damaged"):
            unpack(pack(replace(PLAIN, **{name: seconds})), ID)


@pytest.mark.parametrize(("at", "bit"), [(1, 64), (3, 1 << 7)])
def test_a_record_with_flags_or_forfeits_that_can_not_be_is_refused(at: int, bit: int) -> None:
    packed = bytearray(pack(PLAIN))
    packed[at] |= bit

    with pytest.raises(StorageError, match="damaged"):
        unpack(bytes(packed), ID)
