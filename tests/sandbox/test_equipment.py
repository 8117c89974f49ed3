"""What is refused before a bot is started, since its instances would share it."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from arena.core.errors import ConfigError, HostError
from arena.sandbox.backends import make_sandbox
from arena.sandbox.bubblewrap.host import is_machines_root
from arena.sandbox.equipment import equip
from arena.tournament.setup import Entrant

as_root = pytest.mark.skipif(not is_machines_root(), reason="NOT TESTED, only root makes bots other users")


@pytest.fixture
def entrant(tmp_path: Path) -> Entrant:
    """A bot with a pipe where its hash does not look, and a link that leads nowhere."""
    tmp_path.chmod(0o755)
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "link").symlink_to("nowhere")
    os.mkfifo(tmp_path / ".git" / "pipe")
    return Entrant(0, "fox", "1", tmp_path, ("fox",), ("any",), "", trusted=False)


@pytest.fixture
def readable(tmp_path: Path) -> Entrant:
    """A bot in some folders, with modes that let everybody read it."""
    directory = tmp_path / "the fox"
    for folder in (directory, directory / "brain", directory / ".git"):
        folder.mkdir()
        folder.chmod(0o755)
    for file, mode in {"fox": 0o755, "brain/weights": 0o644}.items():
        (directory / file).touch()
        (directory / file).chmod(mode)
    return Entrant(0, "fox", "1", directory, ("fox",), ("any",), "", trusted=False)


@pytest.mark.parametrize("sandbox", ["bubblewrap", "docker"])
def test_a_pipe_by_which_instances_could_talk_is_refused(entrant: Entrant, sandbox: str) -> None:
    with pytest.raises(
        ConfigError, match=r"bot fox .*/\.git/pipe is a pipe, a socket or a device; remove it"
    ):
        equip([entrant], make_sandbox(sandbox), lambda _: None)


def test_bots_that_nothing_keeps_apart_may_have_what_they_like(entrant: Entrant) -> None:
    assert equip([entrant], make_sandbox("process"), lambda _: None) == (entrant,)


def test_links_are_left_alone(entrant: Entrant) -> None:
    (entrant.directory / ".git" / "pipe").unlink()

    assert equip([entrant], make_sandbox("docker"), lambda _: None) == (entrant,)


@pytest.mark.parametrize("name", ["docker", pytest.param("bubblewrap", marks=as_root)])
@pytest.mark.parametrize(
    ("unreadable", "mode"), [(".", 0o700), ("brain", 0o750), ("brain/weights", 0o640), ("fox", 0o744)]
)
def test_a_file_that_the_bot_could_not_read_is_refused_with_the_command_that_helps(
    readable: Entrant, name: str, unreadable: str, mode: int
) -> None:
    path = readable.directory / unreadable
    path.chmod(mode)
    said = re.escape(
        f"in the sandbox {name} bots are users of their own, and those can't read {path}: "
        f"chmod -R o+rX '{readable.directory}'"
    )

    with pytest.raises(HostError, match=said):
        equip([readable], make_sandbox(name), lambda _: None)

    subprocess.run(["chmod", "-R", "o+rX", readable.directory], check=True)
    assert equip([readable], make_sandbox(name), lambda _: None) == (readable,)


def test_what_does_not_count_may_be_for_its_owner_alone(readable: Entrant) -> None:
    (readable.directory / ".git").chmod(0o700)

    assert equip([readable], make_sandbox("docker"), lambda _: None) == (readable,)


def test_a_bot_that_is_who_we_are_reads_what_we_read(readable: Entrant) -> None:
    (readable.directory / "fox").chmod(0o700)

    assert equip([readable], make_sandbox("process"), lambda _: None) == (readable,)
