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
)

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

    return MatchRecord(
        id=ID,
        seats=per_seat(0, 2**32 - 1),
        moves=moves,
        micros=tuple(draw(st.lists(st.integers(0, most), min_size=len(moves), max_size=len(moves)))),
        substitutes=tuple(draw(st.lists(counts, max_size=3))),
        places=per_seat(1, seats),
        chips=per_seat(-1000, 1000),
        ending=draw(st.sampled_from(MatchEnding)),
        faults=tuple(draw(st.lists(faults, max_size=3))),
        forfeits=tuple(sorted(draw(st.sets(st.integers(0, seats - 1))))),
        notes=tuple(draw(st.lists(st.tuples(counts, st.text(max_size=50)), max_size=3))),
        started=draw(st.floats(allow_nan=False)),
        seconds=draw(st.floats(allow_nan=False)),
    )


@given(records())
def test_unpack_returns_what_was_packed(record: MatchRecord) -> None:
    assert unpack(pack(record), ID) == record


def test_a_plain_record_of_twenty_moves_takes_about_a_hundred_bytes() -> None:
    assert len(pack(PLAIN)) == 104


@pytest.mark.parametrize(("slowest", "size"), [(255, 84), (256, 104), (65_536, 144), (2**32, 224)])
def test_micros_take_no_more_bytes_than_the_largest_needs(slowest: int, size: int) -> None:
    assert len(pack(replace(PLAIN, micros=(1,) * 19 + (slowest,)))) == size


def test_an_unknown_format_is_refused_with_what_to_do() -> None:
    packed = b"\x09" + pack(PLAIN)[1:]

    with pytest.raises(
        StorageError, match=r"match main/12/3 is stored in format 9 .* reads format 1; read it with"
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
