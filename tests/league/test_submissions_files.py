import io
import shutil
from pathlib import Path

import pytest

from arena.core.errors import ConfigError
from arena.league.bot_files import BotFiles, write
from arena.roster.bot_version import load_bot
from arena.roster.packing import Parcel, pack
from arena.roster.parcel import ParcelLimits, UnsafeParcel

SAMPLES = Path(__file__).parents[2] / "sample_bots"
LIMITS = ParcelLimits()


@pytest.fixture
def parcel() -> Parcel:
    return pack(SAMPLES / "greedy_bot")


def left_of_uploads(data: Path) -> list[Path]:
    return [*(data / "incoming").iterdir()]


def test_a_bot_is_kept_by_its_content(tmp_path: Path, parcel: Parcel) -> None:
    files = BotFiles(tmp_path)

    arrived = files.keep(io.BytesIO(parcel.packed), parcel.content_hash, LIMITS)

    kept = load_bot(str(files.directory(parcel.content_hash)))
    assert kept.content_hash == arrived.content_hash == parcel.content_hash
    assert arrived.manifest.name == "greedy_bot"
    assert left_of_uploads(tmp_path) == []


def test_the_same_bot_again_changes_nothing(tmp_path: Path, parcel: Parcel) -> None:
    files = BotFiles(tmp_path)
    files.keep(io.BytesIO(parcel.packed), parcel.content_hash, LIMITS)

    files.keep(io.BytesIO(parcel.packed), parcel.content_hash, LIMITS)

    assert [each.name for each in (tmp_path / "bots").iterdir()] == [parcel.content_hash]
    assert left_of_uploads(tmp_path) == []


def test_another_bot_than_was_announced_is_refused_and_not_kept(tmp_path: Path, parcel: Parcel) -> None:
    files = BotFiles(tmp_path)

    with pytest.raises(ConfigError, match="was announced"):
        files.keep(io.BytesIO(parcel.packed), "0" * 64, LIMITS)

    assert [*(tmp_path / "bots").iterdir()] == left_of_uploads(tmp_path) == []


def test_a_bot_that_is_too_large_is_refused_and_not_kept(tmp_path: Path, parcel: Parcel) -> None:
    files = BotFiles(tmp_path)

    with pytest.raises(UnsafeParcel):
        files.keep(io.BytesIO(parcel.packed), parcel.content_hash, ParcelLimits(unpacked_bytes=100))

    assert [*(tmp_path / "bots").iterdir()] == left_of_uploads(tmp_path) == []


def test_a_wrong_manifest_is_told_without_a_folder_of_the_server(tmp_path: Path) -> None:
    bot = shutil.copytree(SAMPLES / "greedy_bot", tmp_path / "bot")
    (bot / "bot.toml").write_text('name = "No Name"\n', encoding="utf-8")
    parcel = pack(bot)

    with pytest.raises(ConfigError, match=r"bot\.toml") as refused:
        BotFiles(tmp_path).keep(io.BytesIO(parcel.packed), parcel.content_hash, LIMITS)

    assert str(tmp_path) not in str(refused.value)


def test_what_a_killed_server_left_of_uploads_is_removed(tmp_path: Path) -> None:
    BotFiles(tmp_path)
    (tmp_path / "incoming" / "half").mkdir()
    (tmp_path / "incoming" / "half" / "bot.toml").touch()

    BotFiles(tmp_path)

    assert left_of_uploads(tmp_path) == []


def test_bytes_of_an_upload_have_no_name_in_the_folder(tmp_path: Path) -> None:
    with BotFiles(tmp_path).spool() as spooled:
        write(spooled, b"some")

        assert left_of_uploads(tmp_path) == []
