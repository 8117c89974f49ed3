"""Whatever is sent, it is refused or unpacked whole, and nothing gets beside its folder."""

import gzip
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.roster.content import content_hash
from arena.roster.packing import pack
from arena.roster.parcel import ParcelLimits, UnsafeParcel
from arena.roster.unpacking import unpack
from tests.roster.tars import BLOCK, entry, extended, packed
from tests.roster.test_ignore import folder

LIMITS = ParcelLimits(packed_bytes=50_000, unpacked_bytes=20_000, file_bytes=9_000, entries=8)
WORDS = [
    b"bot.py",
    b"BOT.py",
    b"a",
    b"a/b",
    b"a/../b",
    b"../x",
    b"/x",
    b".x",
    b"",
    b"a/",
    "ö".encode(),
    b"o\xcc\x88",
    b"\xff",
]

names = st.sampled_from(WORDS) | st.binary(max_size=30).filter(lambda name: b"\0" not in name)
entries = st.builds(
    entry,
    names,
    st.binary(max_size=1_500),
    kind=st.sampled_from([b"0"] * 8 + [b"\0", b"1", b"2", b"5", b"x", b"g", b"L", b"S"]),
    mode=st.sampled_from([b"0000644", b"0000755", b"7777777", b"rwxrwxrw"]),
    size=st.none()
    | st.none()
    | st.binary(max_size=12)
    | st.integers(0, 10_000).map(lambda size: b"%011o" % size),
    prefix=st.just(b"") | names,
)
headers = st.builds(extended, st.sampled_from([b"path", b"path", b"size", b"comment"]), names)
tars = st.lists(entries | headers, min_size=1, max_size=6).map(b"".join)
changes = st.lists(st.tuples(st.integers(0, 20_000), st.integers(0, 255)), max_size=4)


@pytest.fixture(scope="module")
def room() -> Iterator[Path]:
    """One folder for all examples: each leaves it as it found it."""
    made = Path(mkdtemp(prefix="arena-fuzz-"))
    (made / "kept").mkdir()
    yield made
    shutil.rmtree(made)


def changed(whole: bytes, where: list[tuple[int, int]]) -> bytes:
    """Return bytes with some of them changed."""
    made = bytearray(whole)
    for place, value in where:
        made[place % len(made)] = value
    return bytes(made)


def check(archive: bytes, room: Path) -> None:
    """Unpack something, and see what came of it."""
    kept = room / "kept"
    with suppress(UnsafeParcel):
        name = unpack(archive, kept, LIMITS)
        assert content_hash(kept / name) == name
        assert [path for path in kept.rglob("*") if path.is_symlink()] == []
        assert sum(path.stat().st_size for path in kept.rglob("*") if path.is_file()) <= LIMITS.unpacked_bytes
        assert list(kept.iterdir()) == [kept / name]
        shutil.rmtree(kept / name)
    assert [path.relative_to(room) for path in room.rglob("*")] == [Path("kept")]


@settings(max_examples=150)
@given(tar=tars, end=st.sampled_from([bytes(2 * BLOCK), bytes(10_240), b"", b"x"]))
def test_entries_of_any_kind(room: Path, tar: bytes, end: bytes) -> None:
    check(packed(tar, end=end), room)


@settings(max_examples=100)
@given(tar=tars, where=changes)
def test_a_tar_with_changed_bytes(room: Path, tar: bytes, where: list[tuple[int, int]]) -> None:
    check(gzip.compress(changed(tar + bytes(2 * BLOCK), where)), room)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A parcel in which nothing is wrong."""
    return pack(folder(tmp_path_factory.mktemp("bot"), "bot.toml", "bot.py", "a/b.txt")).packed


@settings(max_examples=100)
@given(where=changes, length=st.integers(1, 1_000), tail=st.just(b"") | st.binary(max_size=20))
def test_a_good_parcel_with_changed_bytes(
    room: Path, good: bytes, where: list[tuple[int, int]], length: int, tail: bytes
) -> None:
    check(changed(good, where)[:length] + tail, room)


@settings(max_examples=50)
@given(anything=st.binary(max_size=2_000))
def test_anything(room: Path, anything: bytes) -> None:
    check(anything, room)
