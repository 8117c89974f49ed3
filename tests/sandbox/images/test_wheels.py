"""What is unpacked of a wheel, and what no wheel can do."""

import zipfile
from pathlib import Path

import pytest

from arena.core.errors import ConfigError
from arena.sandbox.images import wheels
from arena.sandbox.images.wheels import unpack_wheels
from tests.sandbox.images.wheel_maker import add_link, make_wheel, understate


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """The folder that wheels are unpacked from."""
    return tmp_path / "shop"


@pytest.fixture
def into(tmp_path: Path) -> Path:
    """The folder that they are unpacked into, of which nothing may get out."""
    return tmp_path / "deep" / "site"


def everything(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


def test_packages_of_all_wheels_are_put_beside_each_other(shop: Path, into: Path) -> None:
    make_wheel(shop, "cards", {"cards/__init__.py": "ACE = 12"})
    make_wheel(shop, "tables", {"tables.py": "", "cards/more.py": ""})

    assert unpack_wheels(shop, into) == []

    assert {"cards/__init__.py", "cards/more.py", "tables.py", "cards-1.dist-info/METADATA"} <= everything(
        into
    )
    assert (into / "cards/__init__.py").read_text() == "ACE = 12"


def test_modules_are_taken_out_of_the_folder_of_data_and_programs_are_left_there(
    shop: Path, into: Path
) -> None:
    files = ["purelib/pure.py", "platlib/compiled.so", "scripts/run", "data/etc/passwd", "headers/c.h"]
    make_wheel(shop, "cards", {f"cards-1.data/{file}": "" for file in files})

    unpack_wheels(shop, into)

    assert {path for path in everything(into) if "dist-info" not in path} == {"pure.py", "compiled.so"}


def test_path_files_are_left_out_and_named(shop: Path, into: Path) -> None:
    hostile = "import os; os.system('true')"
    make_wheel(
        shop, "cards", {"a.pth": hostile, "cards-1.data/purelib/b.pth": hostile, "cards/c.pth": hostile}
    )

    left_out = unpack_wheels(shop, into)

    assert left_out == [f"cards-1-py3-none-any.whl: {path}" for path in ("a.pth", "b.pth", "cards/c.pth")]
    assert not list(into.rglob("*.pth"))


@pytest.mark.parametrize(
    "path",
    [
        "../out.py",
        "cards/../../out.py",
        "/out.py",
        "..\\out.py",
        "cards-1.data/purelib/../../out.py",
        "a\nb.py",
        ".",
        "a" * 256,
        "a/" * 500 + "b",
    ],
)
def test_a_file_outside_the_folder_is_refused(shop: Path, into: Path, path: str) -> None:
    make_wheel(shop, "cards", {path: "x"})

    with pytest.raises(ConfigError, match=r"cards-1.* has a file outside its folder"):
        unpack_wheels(shop, into)

    assert not [path for path in everything(into.parent) if "dist-info" not in path]


@pytest.mark.parametrize("target", ["/etc", "..", "cards"])
def test_a_link_is_refused(shop: Path, into: Path, target: str) -> None:
    add_link(make_wheel(shop), "cards/link", target)

    with pytest.raises(ConfigError, match="no ordinary file: 'cards/link'"):
        unpack_wheels(shop, into)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_compression_that_takes_memory_out_of_proportion_is_refused(
    shop: Path, into: Path, method: int
) -> None:
    make_wheel(shop, compression=method)

    with pytest.raises(ConfigError, match="no ordinary file"):
        unpack_wheels(shop, into)


def test_a_bomb_is_refused_before_it_is_unpacked(
    shop: Path, into: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wheels, "MOST_BYTES", 1_000_000)
    bomb = make_wheel(shop, "bomb", {"bomb.bin": bytes(2_000_000)})
    assert bomb.stat().st_size < 10_000

    with pytest.raises(ConfigError, match="too large: at most 1,000,000 bytes unpacked"):
        unpack_wheels(shop, into)

    assert "bomb.bin" not in everything(into)


def test_a_bomb_may_not_be_spread_over_wheels(
    shop: Path, into: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wheels, "MOST_BYTES", 1_000_000)
    for number in range(3):
        make_wheel(shop, f"part{number}", {f"part{number}.bin": bytes(400_000)})

    with pytest.raises(ConfigError, match="too large"):
        unpack_wheels(shop, into)


def test_a_bomb_that_understates_its_size_is_refused_and_takes_no_more_than_it_says(
    shop: Path, into: Path
) -> None:
    understate(make_wheel(shop, "bomb", {"bomb.bin": bytes(2_345_678)}), 2_345_678, 1_000)

    with pytest.raises(ConfigError, match="no archive that can be read"):
        unpack_wheels(shop, into)

    assert (into / "bomb.bin").stat().st_size <= 1_000


def test_too_many_files_are_refused(shop: Path, into: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wheels, "MOST_FILES", 10)
    make_wheel(shop, "cards", {f"cards/{number}.py": "" for number in range(8)})

    with pytest.raises(ConfigError, match="too large: at most 10 files unpacked"):
        unpack_wheels(shop, into)


@pytest.mark.parametrize(("first", "second"), [("cards", "cards/ace.py"), ("cards/ace.py", "cards")])
def test_a_file_where_a_folder_is_is_refused(shop: Path, into: Path, first: str, second: str) -> None:
    make_wheel(shop, "deck", {first: "", second: ""})

    with pytest.raises(ConfigError, match=r"deck-1.* has a file where a folder is"):
        unpack_wheels(shop, into)


@pytest.mark.parametrize("cut", [0, 10, 200])
def test_what_is_no_archive_is_refused(shop: Path, into: Path, cut: int) -> None:
    wheel = make_wheel(shop)
    wheel.write_bytes(wheel.read_bytes()[:cut])

    with pytest.raises(ConfigError, match="no archive that can be read"):
        unpack_wheels(shop, into)
