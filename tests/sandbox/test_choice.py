"""Which sandbox is chosen: with the engines of this machine, and with a Docker engine that isn't there."""

from pathlib import Path

import pytest

from arena.core.errors import ConfigError
from arena.sandbox.choice import Choice, check_sandbox, choose_sandbox, foresee_sandbox, warning
from arena.tournament.setup import AUTO, Entrant
from tests.sandbox.engine import requires_docker
from tests.sandbox.strangers import bubblewrap, no_engine, requires_bubblewrap, without_engine

__all__ = ["bubblewrap", "no_engine"]


def bot(name: str, *, trusted: bool) -> Entrant:
    return Entrant(0, name, "1", Path("bot"), ("bot",), ("any",), "", trusted=trusted)


OWN = bot("own", trusted=True)
THEIRS = bot("theirs", trusted=False)


def test_trusted_bots_run_as_processes() -> None:
    assert choose_sandbox(AUTO, [OWN, OWN]) == Choice("process", "all bots are trusted")


@pytest.mark.parametrize(
    ("wanted", "entrants", "foreseen"),
    [
        (AUTO, [OWN, OWN], Choice("process", "all bots are trusted")),
        (AUTO, [OWN, THEIRS], Choice(AUTO, "theirs is not trusted")),
        ("docker", [OWN], Choice("docker", "you asked for it")),
    ],
)
@without_engine
def test_a_choice_is_foreseen_without_a_look_at_the_machine(
    wanted: str, entrants: list[Entrant], foreseen: Choice
) -> None:
    assert foresee_sandbox(wanted, entrants) == foreseen


@requires_docker
def test_one_untrusted_bot_puts_all_in_docker_where_an_engine_answers() -> None:
    assert choose_sandbox(AUTO, [OWN, THEIRS]) == Choice("docker", "theirs is not trusted")


@requires_bubblewrap
@without_engine
def test_without_an_engine_it_is_bubblewrap_and_the_reason_says_so() -> None:
    assert choose_sandbox(AUTO, [THEIRS, THEIRS]) == Choice(
        "bubblewrap", "theirs, theirs are not trusted; docker can't run here"
    )


@without_engine
def test_a_sandbox_that_was_asked_for_is_not_replaced_by_another() -> None:
    with pytest.raises(
        ConfigError, match=r"sandbox docker can't run here: .*no Docker engine answers at unix"
    ):
        choose_sandbox("docker", [OWN])


def test_processes_are_taken_when_they_are_asked_for_and_that_is_said_aloud() -> None:
    assert choose_sandbox("process", [THEIRS]).sandbox == "process"
    assert warning("process", [OWN, THEIRS]).startswith("WARNING: theirs runs WITHOUT ISOLATION")


@pytest.mark.parametrize(
    ("sandbox", "entrants"), [("process", [OWN]), ("docker", [THEIRS]), ("bubblewrap", [THEIRS])]
)
def test_nothing_is_said_aloud_of_bots_that_are_trusted_or_held(
    sandbox: str, entrants: list[Entrant]
) -> None:
    assert warning(sandbox, entrants) == ""


@pytest.mark.parametrize("name", ["auto", "docker", "bubblewrap", "process"])
def test_the_names_of_sandboxes_are_taken(name: str) -> None:
    check_sandbox(name)


def test_what_is_no_sandbox_is_answered_with_those_that_are() -> None:
    with pytest.raises(ConfigError, match=r"no sandbox 'jail'; say auto, .*docker, process"):
        choose_sandbox("jail", [OWN])
