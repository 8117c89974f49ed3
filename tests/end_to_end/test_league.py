"""A league server as people use it: real processes, real bots, the command line, and kills."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.end_to_end.league_town import Town

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    """A server with the league `main`, in which ann and ben have a bot each."""
    town = Town(tmp_path_factory.mktemp("town"), "--trust-bots")
    town.start()
    try:
        town.found_league("ann", "ben")
        town.do("ann", "submit", town.bot("random_bot", "chance"), "--league", "main")
        town.do("ben", "submit", town.bot("greedy_bot", "greed"), "--league", "main")
        yield town
    finally:
        town.close()


def test_rounds_are_played_and_standings_move(town: Town) -> None:
    town.wait("a second round begins", lambda: town.rounds() >= 2)

    rows = town.standings()

    assert rows.keys() == {"ann", "ben"}
    assert min(row["blocks"] for row in rows.values()) >= 40


def test_the_same_files_again_are_the_same_submission(town: Town) -> None:
    bot = town.bot("random_bot", "chance", more="again")
    first = town.told("ann", "submit", bot, "--league", "main")
    again = town.told("ann", "submit", bot, "--league", "main")

    assert again["number"] == first["number"]
    assert again["version"] == first["version"] == 2


def test_a_bot_that_does_not_play_is_refused_with_reason_and_output(town: Town) -> None:
    bot = town.bot("random_bot", "broken")
    (bot / "bot.py").write_text("raise SystemExit('I can not play')\n", encoding="utf-8")

    done = town.command("ann", "submit", bot, "--league", "main")

    assert done.returncode == 1
    assert "I can not play" in done.stdout
    assert "refused" in done.stderr
    (latest, *_) = town.told("ann", "submissions")
    assert (latest["bot"], latest["state"]) == ("broken", "refused")


def test_nobody_sees_the_submissions_of_others(town: Town) -> None:
    accounts = {row["account"] for row in town.told("ben", "submissions")}

    assert accounts == {"ben"}


def test_a_new_version_enters_the_next_round_with_a_fresh_rating(town: Town) -> None:
    town.do("ben", "submit", town.bot("greedy_bot", "greed", more="better"), "--league", "main")

    town.wait("version 2 has played", lambda: _blocks_of(town, "ben", version=2) > 0)

    old = _blocks_of(town, "ann", version=None)
    assert _blocks_of(town, "ben", version=2) < old


def test_after_a_kill_in_mid_round_the_round_is_finished_and_proven(town: Town) -> None:
    begun = town.rounds()
    town.wait("another round begins", lambda: town.rounds() > begun)
    town.kill()

    town.start()
    interrupted = town.rounds()
    town.wait("the round is finished", lambda: town.rounds() > interrupted)

    proof = town.command("boss", "verify", f"main-{interrupted}", "--db", town.data / "league.db")
    assert proof.returncode == 0, proof.stdout + proof.stderr
    assert "is proven" in proof.stdout


def test_a_season_ends_with_a_final_whose_secret_is_revealed(town: Town) -> None:
    town.do("boss", "league", "end-season", "main")
    frozen = town.command("ann", "submit", town.bot("random_bot", "late"), "--league", "main")

    town.wait("the next season begins", lambda: town.league()["season"] == 2)

    assert frozen.returncode == 2
    assert "frozen" in frozen.stderr
    final = re.search(r"kind=final tournament=(main-\d+)", town.log.read_text(encoding="utf-8"))
    assert final is not None
    proof = town.told("boss", "verify", final[1], "--db", town.data / "league.db")
    assert [(one["finished"], one["unproven"]) for one in proof] == [(True, [])]


def test_a_withdrawn_bot_plays_in_no_later_round(town: Town) -> None:
    town.do("ben", "withdraw", "greed", "--league", "main")

    town.wait("the rounds end", lambda: town.standings().keys() == {"ann"})


def test_a_server_that_is_told_to_stop_drains_and_leaves_with_0(town: Town) -> None:
    assert town.stop() == 0
    assert "everything stored is kept" in town.log.read_text(encoding="utf-8")

    town.start()
    assert town.rounds() > 0


def _blocks_of(town: Town, account: str, *, version: int | None) -> int:
    row: dict[str, Any] = town.standings().get(account, {})
    if version is not None and not str(row.get("bot", "")).endswith(f"v{version}"):
        return 0
    return int(row.get("blocks", 0))
