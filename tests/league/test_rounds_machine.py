from pathlib import Path

import pytest

from arena.bootstrap.league_machine import LocalMachine, sandbox_for_strangers
from arena.bootstrap.league_server import _own_folder
from arena.core.clock import ManualClock
from arena.core.errors import ConfigError
from arena.storage.league_store import LeagueStore
from arena.tournament.setup import Entrant
from tests.end_to_end.arena_command import SAMPLES


def machine(store: LeagueStore) -> LocalMachine:
    return LocalMachine(store.tournaments, "process", trusts=True, workers=1, clock=ManualClock())


def entrant(number: int, **more: object) -> Entrant:
    values: dict[str, object] = {
        "number": number,
        "name": f"s{number}",
        "version": "1",
        "directory": SAMPLES / "random_bot",
        "command": ("python", "bot.py"),
        "games": ("color_elevator",),
        "content_hash": "0" * 64,
    }
    return Entrant(**{**values, **more})  # type: ignore[arg-type]


def test_bots_of_strangers_never_run_as_plain_processes() -> None:
    with pytest.raises(ConfigError, match="--trust-bots"):
        sandbox_for_strangers("process", trust=False)


def test_bots_that_are_trusted_do_unless_another_sandbox_is_asked_for() -> None:
    assert sandbox_for_strangers("auto", trust=True) == "process"


def test_a_sandbox_that_there_is_not_is_refused() -> None:
    with pytest.raises(ConfigError, match="there is no sandbox 'moon'"):
        sandbox_for_strangers("moon", trust=True)


def test_a_league_that_wants_no_sandbox_of_its_own_gets_the_servers(store: LeagueStore) -> None:
    assert machine(store).sandbox_for("auto") == "process"


def test_a_bot_that_cannot_be_built_is_told_apart_from_the_others(store: LeagueStore) -> None:
    broken = entrant(7, build=("python", "nothing.py"), content_hash="f" * 64)

    equipped, unfit = machine(store).equip("process", [entrant(3), broken], lambda _: None)

    assert equipped.keys() == {3}
    assert unfit.keys() == {7}
    assert "nothing.py" in unfit[7]


def test_two_servers_never_share_a_folder(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with _own_folder(data), pytest.raises(ConfigError, match="another server"), _own_folder(data):
        pass

    with _own_folder(data):
        pass
