"""Manifests: what is read, and what is said of each thing that is wrong."""

from pathlib import Path

import pytest

from arena.core.errors import ConfigError
from arena.roster import Manifest, read_manifest

GOOD = {
    "name": '"mybot"',
    "version": '"1.0"',
    "games": '["linger_longer"]',
    "command": '["python", "bot.py"]',
}

WRONG_REQUIREMENTS = [
    '"numpy==2.4.6"',
    '["numpy"]',
    '["numpy>=2"]',
    '["numpy==2.*"]',
    '["numpy == 2.4.6"]',
    '["numpy===2.4.6"]',
    '["numpy==2.4.6 --index-url=http://example.org"]',
    '["numpy==2.4.6\\n--pre"]',
    '["numpy==2.4.6\\n"]',
    '["numpy[extra]==2.4.6"]',
    "[\"numpy==2.4.6; sys_platform == 'linux'\"]",
    '["numpy @ https://example.org/numpy-1-py3-none-any.whl"]',
    '["-r==1"]',
    '["--pre"]',
    '["./numpy==1"]',
    '["../numpy"]',
    "[3]",
    '["Some_thing==1", "some.thing==2"]',
    str([f"package{number}==1" for number in range(51)]).replace("'", '"'),
]


def write(directory: Path, **changes: str | None) -> Path:
    """Write a manifest with some lines changed, added, or (None) left out."""
    lines = {**GOOD, **changes}
    text = "\n".join(f"{key} = {value}" for key, value in lines.items() if value is not None)
    (directory / "bot.toml").write_text(text)
    return directory


def test_a_manifest_is_read(tmp_path: Path) -> None:
    write(tmp_path, language='"Python"', description='"Plays high."')

    manifest = read_manifest(tmp_path)

    assert manifest == Manifest(
        name="mybot",
        version="1.0",
        games=("linger_longer",),
        command=("python", "bot.py"),
        language="Python",
        description="Plays high.",
    )


@pytest.mark.parametrize("key", ["language", "description"])
def test_language_and_description_may_be_left_out(tmp_path: Path, key: str) -> None:
    assert getattr(read_manifest(write(tmp_path)), key) == ""


def test_requirements_are_lines_of_name_and_version(tmp_path: Path) -> None:
    write(tmp_path, requirements='["numpy==2.4.6", "torch==2.9.0+cpu", "zope.interface==1!8.0rc1"]')

    assert read_manifest(tmp_path).requirements == (
        "numpy==2.4.6",
        "torch==2.9.0+cpu",
        "zope.interface==1!8.0rc1",
    )


def test_a_build_step_is_a_command(tmp_path: Path) -> None:
    write(tmp_path, build='["python", "build.py", "--deep"]')

    assert read_manifest(tmp_path).build == ("python", "build.py", "--deep")


def test_requirements_may_be_left_out(tmp_path: Path) -> None:
    assert read_manifest(write(tmp_path)).requirements == ()


@pytest.mark.parametrize("key", list(GOOD))
def test_the_other_keys_may_not(tmp_path: Path, key: str) -> None:
    write(tmp_path, **{key: None})

    with pytest.raises(ConfigError, match=rf"bot\.toml: {key} is missing; it is "):
        read_manifest(tmp_path)


def test_an_unknown_key_is_named_with_those_that_are_known(tmp_path: Path) -> None:
    write(tmp_path, comand='["python"]')

    with pytest.raises(ConfigError, match=r"bot\.toml: unknown key 'comand'; a manifest has name, .*command"):
        read_manifest(tmp_path)


@pytest.mark.parametrize(
    ("key", "value", "allowed"),
    [
        ("name", '"My Bot"', "1 to 32 of a-z"),
        ("name", "7", "1 to 32 of a-z"),
        ("version", "1.0", "1 to 64 printable"),
        ("version", '""', "1 to 64 printable"),
        ("version", '"1\\u001b[31m"', "1 to 64 printable"),
        ("games", '"linger_longer"', "the games are linger_longer, color_elevator"),
        ("games", '["chess"]', "the games are linger_longer, color_elevator"),
        ("games", "[]", "the games are linger_longer, color_elevator"),
        ("games", '["linger_longer", "linger_longer"]', "each named once"),
        ("command", '"python bot.py"', "a list of words"),
        ("command", "[]", "a list of words"),
        ("command", '[""]', "a list of words"),
        ("command", '["python", 3]', "a list of words"),
        ("command", '["python", "a\\u0000b"]', "a list of words"),
        ("build", '"make"', "a list of words"),
        ("build", "[]", "a list of words"),
        ("language", "3", "text"),
        ("description", "[]", "text"),
        *[("requirements", line, 'lines "name==version"') for line in WRONG_REQUIREMENTS],
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(
    tmp_path: Path, key: str, value: str, allowed: str
) -> None:
    write(tmp_path, **{key: value})

    with pytest.raises(ConfigError, match=rf"bot\.toml: {key} can't be .*; it is .*{allowed}"):
        read_manifest(tmp_path)


def test_a_directory_without_manifest_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"bot\.toml is missing"):
        read_manifest(tmp_path)


@pytest.mark.parametrize("content", [b"name = ", b"name = '\xff'"])
def test_what_is_not_toml_is_said_to_be_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bot.toml").write_bytes(content)

    with pytest.raises(ConfigError, match=r"bot\.toml is not TOML: "):
        read_manifest(tmp_path)


def test_a_manifest_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").mkdir()

    with pytest.raises(ConfigError, match=r"bot\.toml can't be read: Is a directory"):
        read_manifest(tmp_path)
