"""What is refused before a bot is started, since its instances would share it."""

import os
from pathlib import Path

import pytest

from arena.core.errors import ConfigError
from arena.sandbox.backends import make_sandbox
from arena.sandbox.equipment import equip
from arena.tournament.setup import Entrant


@pytest.fixture
def entrant(tmp_path: Path) -> Entrant:
    """A bot with a pipe where its hash does not look, and a link that leads nowhere."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "link").symlink_to("nowhere")
    os.mkfifo(tmp_path / ".git" / "pipe")
    return Entrant(0, "fox", "1", tmp_path, ("fox",), ("any",), "", trusted=False)


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
