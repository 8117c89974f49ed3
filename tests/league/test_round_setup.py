"""Rounds as tournaments: played, proven from their own files, and each going on from the one before."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from arena.core.errors import ConfigError
from arena.league.planning import Contender
from arena.league.round_setup import (
    PlannedStage,
    plan_final_stages,
    plan_stages,
    round_entrants,
    round_kind,
    round_setup,
)
from arena.league.settings import LeagueSettings, parse_settings
from arena.rating.standings import Tally
from arena.roster.league import RoundKind
from arena.tournament.programme import programme_of
from arena.tournament.setup import Entrant, TournamentSetup
from tests.verification.tournaments import SECRET, play, prove_lines

LL, CE = "linger_longer", "color_elevator"
SETTINGS = parse_settings(
    {
        "name": "open",
        "games": [
            {"game": CE, "seats": 2, "options": {"turn_limit": 4}},
            {"game": LL, "preset": "lift_smoke", "seats": 3, "options": {"hand_size": 2}},
        ],
        "target_blocks": 4,
    },
    where="league.toml",
)


def bots(*submissions: int) -> dict[int, Entrant]:
    return {
        number: Entrant(0, f"bot-{number}", "1", Path("bot"), ("bot",), (LL, CE), "")
        for number in submissions
    }


def contenders(blocks: Mapping[int, int]) -> list[Contender]:
    return [Contender(number, f"account-{number}", "bot", count) for number, count in blocks.items()]


def setup_of(
    stages: tuple[PlannedStage, ...], priors: Mapping[str, Mapping[int, Tally]] | None = None
) -> TournamentSetup:
    entrants = bots(*round_entrants(stages))
    return round_setup(SETTINGS, stages, entrants, priors or {}, secret=SECRET, max_instances=8)


def test_a_game_that_too_few_play_is_left_out() -> None:
    stages = plan_stages(SETTINGS, {CE: contenders({4: 0, 9: 0}), LL: contenders({4: 0, 9: 0})}, number=1)

    assert [stage.game.game for stage in stages] == [CE]
    assert plan_stages(SETTINGS, {}, number=1) == ()


def test_a_round_is_a_tournament_with_the_settings_of_its_league() -> None:
    stages = plan_stages(
        SETTINGS, {CE: contenders({4: 0, 9: 0}), LL: contenders({2: 0, 4: 0, 7: 0, 8: 0})}, number=1
    )

    setup = setup_of(stages)

    assert [entrant.name for entrant in setup.entrants] == ["bot-2", "bot-4", "bot-7", "bot-8", "bot-9"]
    assert [entrant.number for entrant in setup.entrants] == [0, 1, 2, 3, 4]
    assert [(stage.name, stage.entrants) for stage in setup.stages] == [(CE, (1, 4)), (LL, (0, 1, 2, 3))]
    assert (setup.name, setup.practice, setup.anonymous) == ("open", False, True)
    assert (setup.time, setup.max_faults) == (SETTINGS.time, SETTINGS.max_faults)
    assert programme_of(setup).total_blocks == 4 + 4 * 2


def test_all_sets_are_not_listed_and_other_tables_are() -> None:
    everyone = plan_stages(SETTINGS, {LL: contenders(dict.fromkeys(range(1, 6), 900))}, number=1)
    catching_up = plan_stages(SETTINGS, {LL: contenders({1: 900, 3: 900, 5: 900, 7: 900, 8: 0})}, number=1)

    assert setup_of(everyone).stages[0].tables is None
    assert setup_of(catching_up).stages[0].tables == (
        *((0, 1, 4), (0, 2, 4), (0, 3, 4)),
        *((1, 2, 4), (1, 3, 4), (2, 3, 4)),
    )


def test_priors_get_the_numbers_of_the_round() -> None:
    stages = plan_stages(SETTINGS, {CE: contenders({4: 3, 9: 0})}, number=2)

    setup = setup_of(stages, {CE: {4: Tally(7, 27.0, 3.0, 3), 5: Tally(1, 1.0, 1.0)}, LL: {}})

    assert setup.stages[0].priors == (Tally(0, 27.0, 3.0, 3),)


def test_in_a_final_everybody_is_a_newcomer() -> None:
    stages = plan_final_stages(SETTINGS, {CE: contenders({4: 3, 9: 5})}, number=3, deals=7)

    setup = setup_of(stages, {CE: {4: Tally(0, 27.0, 3.0, 3)}})

    assert setup.stages[0].priors == ()
    assert setup.stages[0].deals == 7
    assert round_kind(stages) is RoundKind.FINAL


def test_a_round_in_which_somebody_catches_up_in_one_game_is_a_catch_up() -> None:
    even = contenders(dict.fromkeys(range(5), 900))
    late = contenders({**dict.fromkeys(range(5), 900), 5: 0})

    assert round_kind(plan_stages(SETTINGS, {CE: even, LL: late}, number=1)) is RoundKind.CATCH_UP
    assert round_kind(plan_stages(SETTINGS, {CE: even, LL: even}, number=1)) is RoundKind.CYCLE


def test_bots_of_one_name_are_refused() -> None:
    stages = plan_stages(SETTINGS, {CE: contenders({4: 0, 9: 0})}, number=1)
    entrants = dict.fromkeys((4, 9), bots(4)[4])

    with pytest.raises(ConfigError, match="two bots of the round are named 'bot-4'"):
        round_setup(SETTINGS, stages, entrants, {}, secret=SECRET, max_instances=8)


class Chain:
    """A league of one game whose rounds are really played."""

    def __init__(self, settings: LeagueSettings, folder: Path) -> None:
        self.tallies: dict[int, Tally] = {}
        self._settings = settings
        self._folder = folder
        self._rounds = 0

    def play(self, *submissions: int) -> RoundKind:
        """Play a round with these bots, prove its file, and take its table over."""
        self._rounds += 1
        blocks = {each: self.tallies[each].blocks if each in self.tallies else 0 for each in submissions}
        stages = plan_stages(self._settings, {LL: contenders(blocks)}, number=self._rounds)
        setup = setup_of(stages, {LL: self.tallies})
        played = play(setup)
        proven = prove_lines(played.lines(), self._folder)
        assert proven.unproven == ()
        assert proven.rated_blocks == programme_of(setup).total_blocks
        assert played.checkpoint is not None
        for entrant, state in enumerate(played.checkpoint.state["stages"][0]["entrants"]):
            self.tallies[round_entrants(stages)[entrant]] = Tally(**state)
        return round_kind(stages)


def test_a_chain_of_rounds_is_proven_round_by_round_and_its_newcomer_catches_up(tmp_path: Path) -> None:
    chain = Chain(SETTINGS, tmp_path)
    first = [chain.play(1, 2, 4, 5) for _ in range(3)]

    then = [chain.play(1, 2, 3, 4, 5) for _ in range(3)]

    assert set(first) == {RoundKind.CYCLE}
    assert then == [RoundKind.CATCH_UP, RoundKind.CATCH_UP, RoundKind.CYCLE]
    counts = [tally.blocks for tally in chain.tallies.values()]
    assert max(counts) - min(counts) <= 6 * 2
    assert all(tally.matches == tally.blocks * 3 for tally in chain.tallies.values())
