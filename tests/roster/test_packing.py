"""Packing: what counts goes in, the same files give the same bytes, and what comes out has the same hash."""

import os
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from arena.core.errors import ConfigError
from arena.roster.content import content_hash
from arena.roster.packing import pack
from arena.roster.parcel import Flaw, ParcelLimits, UnsafeParcel
from arena.roster.unpacking import unpack
from tests.roster.test_ignore import counted, folder

LONG = "/".join(["a_folder_with_a_long_name"] * 6) + "/ungewöhnlich.txt"
FILES = (
    "bot.toml",
    "bot.py",
    "data/weights.bin",
    "data-1/x",
    LONG,
    ".git/HEAD",
    "__pycache__/bot.pyc",
    "notes.txt",
)


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """A folder with files that count and others."""
    return folder(tmp_path / "bot", *FILES, ignore="notes.txt\n")


def test_what_counts_is_what_is_packed(bot: Path) -> None:
    parcel = pack(bot)

    assert [path for path, _ in parcel.files] == counted(bot)
    assert [path for path, _ in parcel.files] == [LONG, "bot.py", "bot.toml", "data-1/x", "data/weights.bin"]
    assert dict(parcel.files)["bot.py"] == len("bot.py")


def test_what_is_unpacked_has_the_hash_of_what_was_packed(bot: Path, tmp_path: Path) -> None:
    parcel = pack(bot)

    name = unpack(parcel.packed, tmp_path / "kept")

    assert name == parcel.content_hash == content_hash(bot) == content_hash(tmp_path / "kept" / name)


def test_unpacking_and_packing_again_gives_the_same_bytes(bot: Path, tmp_path: Path) -> None:
    (bot / "bot.py").chmod(0o700)
    parcel = pack(bot)

    name = unpack(parcel.packed, tmp_path / "kept")

    assert pack(tmp_path / "kept" / name) == parcel


def test_times_owners_umask_and_order_leave_no_trace(bot: Path, tmp_path: Path) -> None:
    other = folder(tmp_path / "other", *reversed(FILES), ignore="notes.txt\n")
    for each in other.rglob("*"):
        os.utime(each, (1, 1))
        each.chmod(0o700 if each.is_dir() else 0o600)

    assert pack(other).packed == pack(bot).packed


def test_other_tools_can_read_it(bot: Path) -> None:
    with tarfile.open(fileobj=BytesIO(pack(bot).packed)) as archive:
        assert archive.getnames() == counted(bot)
        assert {(entry.mtime, entry.uid, entry.uname, entry.mode) for entry in archive} == {(0, 0, "", 0o644)}


def test_chunks_are_all_of_it(bot: Path) -> None:
    (bot / "data" / "weights.bin").write_bytes(os.urandom(200_000))
    parcel = pack(bot)

    chunks = list(parcel.chunks())

    assert b"".join(chunks) == parcel.packed
    assert [len(chunk) for chunk in chunks[:-1]] == [64 << 10] * 3


def test_the_packed_bytes_are_not_printed(bot: Path) -> None:
    assert "packed" not in repr(pack(bot))


def test_links_are_refused_as_they_are_by_the_hash(bot: Path) -> None:
    (bot / "link").symlink_to("bot.py")

    with pytest.raises(ConfigError, match="link is a link; a bot's directory has only files and directories"):
        pack(bot)


@pytest.mark.parametrize("ignore", ["", "bot.toml\n"])
def test_a_folder_without_a_manifest_is_no_bot(tmp_path: Path, ignore: str) -> None:
    folder(tmp_path / "bot", "bot.py", *(["bot.toml"] if ignore else []), ignore=ignore)

    with pytest.raises(ConfigError, match=r"has no bot.toml, or its .arenaignore leaves it out"):
        pack(tmp_path / "bot")


@pytest.mark.parametrize(
    ("limits", "flaw"),
    [
        (ParcelLimits(entries=4), Flaw.TOO_MANY),
        (ParcelLimits(file_bytes=150), Flaw.TOO_LARGE),
        (ParcelLimits(unpacked_bytes=200), Flaw.TOO_LARGE),
        (ParcelLimits(packed_bytes=200), Flaw.TOO_LARGE),
        (ParcelLimits(depth=6), Flaw.PLACE),
        (ParcelLimits(path_bytes=100), Flaw.NAME),
    ],
)
def test_what_would_be_refused_is_not_sent(bot: Path, limits: ParcelLimits, flaw: Flaw) -> None:
    with pytest.raises(UnsafeParcel) as refused:
        pack(bot, limits)

    assert refused.value.flaw is flaw


@pytest.mark.parametrize(
    ("name", "flaw"),
    [(b"BOT.py", Flaw.TWICE), (b"\xff", Flaw.NAME), (b"a\nb", Flaw.NAME), (b"a\\b", Flaw.NAME)],
)
def test_names_that_some_system_can_not_keep_are_refused_at_once(bot: Path, name: bytes, flaw: Flaw) -> None:
    Path(os.fsdecode(os.fsencode(bot) + b"/" + name)).write_text("x")

    with pytest.raises(UnsafeParcel) as refused:
        pack(bot)

    assert refused.value.flaw is flaw
