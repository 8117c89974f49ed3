"""The folder of a bot's requirements, with a real pip and an index that is a folder."""

import subprocess
import sys
import tarfile
from pathlib import Path
from random import Random

import pytest

from arena.core.errors import ConfigError
from arena.sandbox.images import wheels
from arena.sandbox.images.packages import ensure_packages
from arena.sandbox.images.target import Target, target_of
from tests.sandbox.images.wheel_maker import make_wheel

HERE = target_of(sys.executable)


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only place that pip looks at."""
    index = tmp_path / "index"
    index.mkdir()
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(index))
    return index


def make_source(folder: Path, evidence: Path, name: str = "builds") -> Path:
    """Write a source distribution whose set-up leaves evidence that it was run."""
    project = folder / f"{name}-1"
    project.mkdir()
    (project / "setup.py").write_text(
        f"open({str(evidence)!r}, 'w').close()\n"
        f"import setuptools\nsetuptools.setup(name={name!r}, version='1')\n"
    )
    archive = folder / f"{name}-1.tar.gz"
    with tarfile.open(archive, "w:gz") as file:
        file.add(project, project.name)
    return archive


def test_no_requirements_need_no_folder(tmp_path: Path) -> None:
    assert ensure_packages([], HERE, print, cache=tmp_path / "cache") is None
    assert not (tmp_path / "cache").exists()


def test_requirements_and_what_they_need_can_be_imported(index: Path, tmp_path: Path) -> None:
    make_wheel(index, "cards", {"cards.py": "import tables"}, requires="tables")
    make_wheel(index, "tables", {"tables.py": "print('all there')", "tables.pth": "import os"})
    told: list[str] = []

    folder = ensure_packages(["cards==1"], HERE, told.append, cache=tmp_path / "cache")

    script = f"import sys; sys.path.insert(0, {str(folder)!r}); import cards"
    assert subprocess.check_output([sys.executable, "-Ic", script], text=True) == "all there\n"
    assert told == [
        "fetching cards==1",
        "left out of tables-1-py3-none-any.whl: tables.pth: Python would run it at its start",
    ]
    assert [path.name for path in (tmp_path / "cache").iterdir()] == [folder.name if folder else ""]


def test_the_same_requirements_are_fetched_once(index: Path, tmp_path: Path) -> None:
    make_wheel(index, "cards", {"cards.py": ""})
    make_wheel(index, "tables", {"tables.py": ""})
    first = ensure_packages(["cards==1", "tables==1"], HERE, print, cache=tmp_path / "cache")
    for wheel in index.iterdir():
        wheel.unlink()
    told: list[str] = []

    again = ensure_packages(["tables==1", "cards==1"], HERE, told.append, cache=tmp_path / "cache")

    assert (again, told) == (first, [])


def test_of_the_versions_that_there_are_the_newest_is_named_if_the_wanted_one_is_not(
    index: Path, tmp_path: Path
) -> None:
    for version in ("1", "1.5", "2"):
        make_wheel(index, "cards", version=version)

    with pytest.raises(ConfigError, match=r"cards==99 \(the newest is 2\);"):
        ensure_packages(["cards==99"], HERE, print, cache=tmp_path / "cache")


def test_what_is_there_as_source_alone_is_refused_and_not_run(index: Path, tmp_path: Path) -> None:
    make_source(index, tmp_path / "evidence")

    with pytest.raises(ConfigError, match=r"can't fetch builds==1: .*must be there as wheels"):
        ensure_packages(["builds==1"], HERE, print, cache=tmp_path / "cache")

    assert not (tmp_path / "evidence").exists()
    assert list((tmp_path / "cache").iterdir()) == []


def test_a_wheel_that_requires_a_source_by_its_address_is_refused_and_that_is_not_run(
    index: Path, tmp_path: Path
) -> None:
    source = make_source(tmp_path, tmp_path / "evidence")
    make_wheel(index, "cards", requires=f"builds @ {source.as_uri()}")

    with pytest.raises(ConfigError, match=r"can't fetch cards==1: .*no program need be run"):
        ensure_packages(["cards==1"], HERE, print, cache=tmp_path / "cache")

    assert not (tmp_path / "evidence").exists()


@pytest.mark.slow
def test_pip_is_ended_when_it_has_fetched_too_much(
    index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wheels, "MOST_BYTES", 1_000_000)
    make_wheel(index, "cards", {"noise": Random(1).randbytes(3_000_000)})

    with pytest.raises(ConfigError, match="too large: at most 1,000,000 bytes to fetch"):
        ensure_packages(["cards==1"], HERE, print, cache=tmp_path / "cache")

    assert list((tmp_path / "cache").iterdir()) == []


@pytest.mark.slow
def test_an_index_that_does_not_answer_is_named_as_a_reason(
    index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del index
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:1/simple")
    monkeypatch.setenv("PIP_RETRIES", "0")

    with pytest.raises(ConfigError, match=r"see that pip's index can be reached"):
        ensure_packages(["cards==1"], HERE, print, cache=tmp_path / "cache")


def test_wheels_are_chosen_for_the_target_and_not_for_this_python() -> None:
    options = Target((3, 12), "aarch64", (2, 28)).pip_options()

    assert {"--only-binary=:all:", "--python-version=3.12", "--platform=manylinux_2_17_aarch64"} <= set(
        options
    )
    assert "--platform=manylinux_2_28_aarch64" in options
    assert "--platform=manylinux_2_29_aarch64" not in options


@pytest.mark.parametrize(
    ("other", "fits"),
    [
        (Target((3, 12), "x86_64", (2, 36)), True),
        (Target((3, 12), "x86_64", (2, 31)), True),
        (Target((3, 12), "x86_64", (2, 41)), False),
        (Target((3, 11), "x86_64", (2, 36)), False),
        (Target((3, 12), "aarch64", (2, 36)), False),
    ],
)
def test_installed_files_are_taken_where_they_run(other: Target, fits: bool) -> None:
    assert Target((3, 12), "x86_64", (2, 36)).takes_files_of(other) == fits
