"""Unpacking what strangers send: each attack is named and leaves nothing, and what is good arrives whole."""

import gzip
import io
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.core.errors import ConfigError, HostError
from arena.roster.content import content_hash
from arena.roster.parcel import Flaw, ParcelLimits, UnsafeParcel
from arena.roster.unpacking import sweep, unpack
from tests.roster.tars import BLOCK, entry, extended, packed

MANY = 1_001
BOMB = gzip.compress(bytes(20 << 20), mtime=0)

ATTACKS: dict[str, tuple[bytes, Flaw]] = {
    # places outside the folder
    "an absolute path": (packed(entry(b"/etc/cron.d/x")), Flaw.PLACE),
    "an absolute path, extended": (packed(extended(b"path", b"/etc/x"), entry()), Flaw.PLACE),
    "a path upwards": (packed(entry(b"../x")), Flaw.PLACE),
    "a path upwards, on the way": (packed(entry(b"a/../../x")), Flaw.PLACE),
    "a path upwards, extended": (packed(extended(b"path", b"a/../../x"), entry()), Flaw.PLACE),
    "a path upwards, in the prefix": (packed(entry(b"x", prefix=b"..")), Flaw.PLACE),
    "a folder upwards": (packed(entry(b"../", b"", kind=b"5")), Flaw.PLACE),
    "no name": (packed(entry(b"")), Flaw.PLACE),
    "the root as a folder": (packed(entry(b"/", b"", kind=b"5")), Flaw.PLACE),
    "a deep path": (packed(entry(b"/".join([b"a"] * 13))), Flaw.PLACE),
    # what is no file
    "a link": (packed(entry(b"x", b"", kind=b"2", link=b"/etc/passwd")), Flaw.KIND),
    "a link and a file through it": (
        packed(entry(b"x", b"", kind=b"2", link=b"/tmp"), entry(b"x/y")),
        Flaw.KIND,
    ),
    "a hard link": (packed(entry(), entry(b"x", b"", kind=b"1", link=b"bot.py")), Flaw.KIND),
    "a hard link with content": (packed(entry(b"x", b"y", kind=b"1", link=b"bot.py")), Flaw.KIND),
    "a character device": (packed(entry(b"x", b"", kind=b"3")), Flaw.KIND),
    "a block device": (packed(entry(b"x", b"", kind=b"4")), Flaw.KIND),
    "a pipe": (packed(entry(b"x", b"", kind=b"6")), Flaw.KIND),
    "a contiguous file": (packed(entry(b"x", kind=b"7")), Flaw.KIND),
    "a sparse file": (packed(entry(b"x", b"", kind=b"S")), Flaw.KIND),
    "a sparse file, extended": (packed(extended(b"GNU.sparse.realsize", b"9" * 12), entry()), Flaw.KIND),
    "another size, extended": (packed(extended(b"size", b"99999999999"), entry()), Flaw.KIND),
    "a header for all": (packed(entry(b"x", b"13 path=/etc\n", kind=b"g"), entry()), Flaw.KIND),
    "two headers for one file": (
        packed(extended(b"path", b"x"), extended(b"path", b"y"), entry()),
        Flaw.KIND,
    ),
    "a long name as GNU writes it": (packed(entry(b"././@LongLink", b"x", kind=b"L"), entry()), Flaw.KIND),
    # names
    "an escape": (packed(entry(b"\x1b[31m.py")), Flaw.NAME),
    "a line break": (packed(entry(b"a\nb")), Flaw.NAME),
    "a zero, extended": (packed(extended(b"path", b"bot.py\0.txt"), entry()), Flaw.NAME),
    "a letter that turns the line": (packed(entry("a\u202eyp.b".encode())), Flaw.NAME),
    "no UTF-8": (packed(entry(b"\xff.py")), Flaw.NAME),
    "half a letter, extended": (packed(extended(b"path", b"\xed\xa0\x80"), entry()), Flaw.NAME),
    "a backslash": (packed(entry(b"a\\..\\x")), Flaw.NAME),
    "an empty name on the way": (packed(entry(b"a//b")), Flaw.NAME),
    "a file that ends with a slash": (packed(entry(b"a/")), Flaw.NAME),
    "a long path": (packed(extended(b"path", b"/".join([b"a" * 60] * 4)), entry()), Flaw.NAME),
    # what doesn't count
    "a file with a dot": (packed(entry(b".env")), Flaw.UNCOUNTED),
    "a folder with a dot": (packed(entry(b"a/.git/config")), Flaw.UNCOUNTED),
    "a list of what to leave out": (packed(entry(b".arenaignore")), Flaw.UNCOUNTED),
    "the folder itself": (packed(entry(b"./bot.py")), Flaw.UNCOUNTED),
    "compiled files": (packed(entry(b"__pycache__/bot.cpython-311.pyc")), Flaw.UNCOUNTED),
    # what is there twice
    "a file twice": (packed(entry(), entry()), Flaw.TWICE),
    "another case": (packed(entry(b"bot.py"), entry(b"Bot.py")), Flaw.TWICE),
    "another case of a folder": (packed(entry(b"a/x"), entry(b"A/y")), Flaw.TWICE),
    "another way to write a letter": (
        packed(entry("bö.py".encode()), entry("bo\u0308.py".encode())),
        Flaw.TWICE,
    ),
    "a file where a folder is": (packed(entry(b"a/b"), entry(b"a")), Flaw.TWICE),
    "a folder where a file is": (packed(entry(b"a"), entry(b"a/b")), Flaw.TWICE),
    "a named folder where a file is": (packed(entry(b"a"), entry(b"a/", b"", kind=b"5")), Flaw.TWICE),
    # too much
    "a bomb of zeros": (BOMB, Flaw.TOO_LARGE),
    "zeros after the end": (packed(entry(), end=bytes(20 << 20)), Flaw.TOO_LARGE),
    "a large file": (packed(entry(content=bytes((8 << 20) + 1))), Flaw.TOO_LARGE),
    "a file that says it is large": (packed(entry(size=b"77777777777")), Flaw.TOO_LARGE),
    "large files together": (
        packed(entry(b"a", bytes(5 << 20)), entry(b"b", bytes(5 << 20))),
        Flaw.TOO_LARGE,
    ),
    "a header of gigabytes": (packed(entry(kind=b"x", size=b"77777777777")), Flaw.TOO_LARGE),
    "many files": (packed(*(entry(b"%d" % number, b"") for number in range(MANY))), Flaw.TOO_MANY),
    "many folders": (packed(*(entry(b"d/", b"", kind=b"5") for _ in range(MANY)), entry()), Flaw.TOO_MANY),
    "many headers": (packed(*(extended(b"comment", b"x") for _ in range(MANY)), entry()), Flaw.KIND),
    # damage
    "nothing": (b"", Flaw.DAMAGED),
    "an empty archive": (packed(), Flaw.DAMAGED),
    "folders alone": (packed(entry(b"a/", b"", kind=b"5")), Flaw.DAMAGED),
    "text": (b"print('hello')", Flaw.DAMAGED),
    "a zip file": (b"PK\x03\x04" + bytes(60), Flaw.DAMAGED),
    "a tar that is not zipped": (entry() + bytes(2 * BLOCK), Flaw.DAMAGED),
    "no tar": (gzip.compress(b"x" * 2_000), Flaw.DAMAGED),
    "a cut upload": (packed(entry())[:-9], Flaw.DAMAGED),
    "a cut checksum": (packed(entry())[:-4], Flaw.DAMAGED),
    "a wrong checksum of the whole": (packed(entry())[:-8] + bytes(8), Flaw.DAMAGED),
    "a wrong checksum of an entry": (packed(entry().replace(b"bot.py", b"bat.py", 1)), Flaw.DAMAGED),
    "a tar cut in a file": (packed(entry(size=b"7777"), end=b""), Flaw.DAMAGED),
    "a tar cut in a header": (packed(entry()[:300], end=b""), Flaw.DAMAGED),
    "a tar without an end": (packed(entry(), end=b""), Flaw.DAMAGED),
    "a negative size": (packed(entry(size=b"-0000000001")), Flaw.DAMAGED),
    "a size in another notation": (packed(entry(size=b"\x80" + bytes(10) + b"\x07")), Flaw.DAMAGED),
    "a folder with content": (packed(entry(b"a/", b"x", kind=b"5"), entry()), Flaw.DAMAGED),
    "an old format": (packed(entry(magic=bytes(8))), Flaw.DAMAGED),
    "an extended header without a file": (packed(extended(b"path", b"x")), Flaw.DAMAGED),
    "an extended header that is none": (packed(entry(content=b"path=x\n", kind=b"x"), entry()), Flaw.DAMAGED),
    "an extended header that goes backwards": (
        packed(entry(content=b"0 path=x\n", kind=b"x"), entry()),
        Flaw.DAMAGED,
    ),
    # more than one
    "garbage after the archive": (packed(entry()) + b"x", Flaw.DAMAGED),
    "zeros after the archive": (packed(entry()) + bytes(100), Flaw.DAMAGED),
    "two archives": (packed(entry()) + packed(entry(b"x")), Flaw.DAMAGED),
    "a tar in two members": (gzip.compress(entry()) + gzip.compress(bytes(2 * BLOCK)), Flaw.DAMAGED),
    "two tars in one": (packed(entry(), bytes(2 * BLOCK), entry(b"x")), Flaw.DAMAGED),
}


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Path]:
    """Where bots are kept; whatever happens there, nothing may be beside it afterwards."""
    room = tmp_path / "room"
    (room / "kept").mkdir(parents=True)
    yield room / "kept"
    assert list(room.iterdir()) == [room / "kept"]


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_is_refused_by_name_and_leaves_nothing(kept: Path, attack: str) -> None:
    archive, flaw = ATTACKS[attack]

    with pytest.raises(UnsafeParcel) as refused:
        unpack(archive, kept)

    assert refused.value.flaw is flaw
    assert str(refused.value).isprintable()
    assert list(kept.iterdir()) == []


@pytest.mark.parametrize("flaw", Flaw)
def test_every_flaw_has_its_attack(flaw: Flaw) -> None:
    assert flaw in {named for _, named in ATTACKS.values()}


def test_no_more_is_read_of_an_upload_than_its_limit(kept: Path) -> None:
    upload = io.BytesIO(packed(entry(content=os.urandom(1 << 20))))

    with pytest.raises(UnsafeParcel, match="the archive is too large") as refused:
        unpack(upload, kept, ParcelLimits(packed_bytes=100_000))

    assert refused.value.flaw is Flaw.TOO_LARGE
    assert upload.tell() < 150_000


def test_good_files_arrive_as_they_are(kept: Path) -> None:
    long = "/".join(["a_folder_with_a_long_name"] * 5) + "/ungewöhnlich.txt"
    archive = packed(
        entry(b"a/", b"", kind=b"5"),
        entry(b"bot.py", b"print(1)"),
        entry(b"run", b"#!/bin/sh", mode=b"0004711", kind=b"\0"),
        entry(b"b.txt", b"x" * BLOCK, prefix=b"a"),
        extended(b"path", long.encode()),
        entry(b"short", b"long"),
        entry(b"old", b"", magic=b"ustar  \0"),
    )

    name = unpack(archive, kept)

    files = {str(path.relative_to(kept / name)): path for path in (kept / name).rglob("*") if path.is_file()}
    assert {path: file.read_bytes() for path, file in files.items()} == {
        "bot.py": b"print(1)",
        "run": b"#!/bin/sh",
        "a/b.txt": b"x" * BLOCK,
        long: b"long",
        "old": b"",
    }
    assert name == content_hash(kept / name)
    assert {path for path, file in files.items() if file.stat().st_mode & 0o7777 == 0o755} == {"run"}
    assert {path.stat().st_mode & 0o7777 for path in files.values()} == {0o644, 0o755}


def test_folders_can_be_entered_whatever_the_umask(kept: Path) -> None:
    before = os.umask(0o077)
    try:
        name = unpack(packed(entry(b"a/b/c.txt")), kept)
    finally:
        os.umask(before)

    folders = [kept / name, *(path for path in (kept / name).rglob("*") if path.is_dir())]
    assert [path.stat().st_mode & 0o7777 for path in folders] == [0o755] * 3


@pytest.mark.parametrize("style", [tarfile.PAX_FORMAT, tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT])
def test_what_common_tools_pack_is_taken(kept: Path, tmp_path: Path, style: int) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "bot.py").write_text("print()")
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz", format=style) as archive:
        archive.add(tmp_path / "a", "a")

    name = unpack(packed.getvalue(), kept)

    assert (kept / name / "a" / "bot.py").read_text() == "print()"


def test_the_same_files_are_kept_once(kept: Path) -> None:
    first = unpack(packed(entry(b"a"), entry(b"b")), kept)
    before = (kept / first).stat()

    second = unpack(packed(entry(b"b"), entry(b"a")), kept)

    assert second == first
    assert [path.name for path in kept.iterdir()] == [first]
    assert (kept / first).stat().st_ino == before.st_ino


def test_what_is_at_the_limits_is_taken(kept: Path) -> None:
    limits = ParcelLimits(unpacked_bytes=10, file_bytes=6, entries=2, depth=2, path_bytes=3)

    assert unpack(packed(entry(b"a/b", b"123456"), entry(b"a/c", b"1234")), kept, limits)


def test_a_place_where_nothing_can_be_written_is_the_hosts_failure(kept: Path) -> None:
    (kept / "file").write_text("in the way")

    with pytest.raises(HostError, match=r"can't unpack into .*file"):
        unpack(packed(entry()), kept / "file")


def test_a_gigabyte_of_zeros_takes_little_memory(kept: Path) -> None:
    """In a process that can't have more than 64 MiB beyond what it has, though 200 MiB may be unpacked."""
    program = """
import io, resource, sys, zlib
from pathlib import Path
from arena.roster.parcel import ParcelLimits, UnsafeParcel
from arena.roster.unpacking import unpack
zeros = zlib.compressobj(9, zlib.DEFLATED, 31)
begin = zeros.compress(bytes(1 << 20)) + zeros.flush(zlib.Z_FULL_FLUSH)
more = zeros.compress(bytes(1 << 20)) + zeros.flush(zlib.Z_FULL_FLUSH)
used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (64 << 20),) * 2)
wide = ParcelLimits(unpacked_bytes=200 << 20)
try:
    unpack(io.BytesIO(begin + more * 1023), Path(sys.argv[1]), wide)
except UnsafeParcel as refused:
    print(refused.flaw.value)
"""
    done = subprocess.run(
        [sys.executable, "-c", program, kept], capture_output=True, text=True, check=False, timeout=60
    )

    assert (done.stdout, done.stderr) == ("too_large\n", "")


def test_what_a_killed_process_left_is_swept(kept: Path) -> None:
    program = """
import io, os, signal, sys
from pathlib import Path
from arena.roster.unpacking import unpack
class Killer(io.BytesIO):
    def read(self, size=-1):
        found = super().read(100)
        if not found:
            os.kill(os.getpid(), signal.SIGKILL)
        return found
unpack(Killer(sys.stdin.buffer.read()), Path(sys.argv[1]))
"""
    archive = packed(entry(b"a", os.urandom(100_000)), entry(b"b", os.urandom(100_000)))
    done = subprocess.run(
        [sys.executable, "-c", program, kept], input=archive[:150_000], check=False, timeout=60
    )
    whole = unpack(packed(entry()), kept)
    assert done.returncode == -9
    assert len(list(kept.iterdir())) == 2

    assert sweep(kept) == 1

    assert [path.name for path in kept.iterdir()] == [whole]


def test_nothing_is_swept_from_under_who_unpacks(kept: Path) -> None:
    swept = []

    class Sweeper(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            swept.append(sweep(kept))
            return super().read(size)

    name = unpack(Sweeper(packed(entry())), kept)  # type: ignore[arg-type]

    assert (kept / name / "bot.py").is_file()
    assert set(swept) == {0}


def test_where_nothing_is_kept_nothing_is_swept(kept: Path) -> None:
    assert sweep(kept / "nowhere") == 0


def test_a_refusal_is_an_error_of_who_sent_it(kept: Path) -> None:
    with pytest.raises(ConfigError, match="leads outside the bot's folder"):
        unpack(packed(entry(b"../x")), kept)
