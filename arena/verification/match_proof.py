"""Whether one match can have gone as it is stored, from the deal to the last place."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.core.errors import CheckFailed
from arena.core.rng import NamedDraws
from arena.games.game import Game
from arena.games.registry import find_game
from arena.match.transcript import checked_moves, describe, play_with
from arena.scheduling.seeds import deal_seed
from arena.tournament.setup import StageSetup
from arena.verification.claim import Claim, ClaimedMatch
from arena.verification.conduct import check_conduct, is_troubled
from arena.verification.difference import first_difference
from arena.verification.stated_draws import Misstated, StatedDraws, Unstated, states_every_deck


@dataclass(frozen=True, slots=True)
class _Rules:
    """What all matches of a stage have in common."""

    stage: StageSetup
    game: Game


class MatchProof:
    """Proves the matches of a tournament one by one; that they belong to it is another's to check."""

    def __init__(self, claim: Claim) -> None:
        """Take what all matches have in common."""
        self._claim = claim
        self._entrants = claim.entrant_pairs
        self._rules = [_Rules(stage, find_game(stage.game)) for stage in claim.stages]

    def check(self, stage: int, match: ClaimedMatch) -> bool:
        """Check everything in a match; return whether that was possible.

        It is not if the secret is unknown and a hand's deck isn't stated.

        Raises:
            CheckFailed: it can't have gone like that.
        """
        rules = self._rules[stage]
        if self._claim.secret:
            seed = deal_seed(self._claim.secret, match.record.id.stage, match.record.id.block)
            self._check(match, rules, seed, NamedDraws(seed))
            return True
        try:
            return self._check_as_stated(match, rules)
        except Misstated as error:
            raise CheckFailed(f"match {match.record.id}: {error}") from error
        except Unstated:
            return False

    def _check_as_stated(self, match: ClaimedMatch, rules: _Rules) -> bool:
        if match.stated is None or not states_every_deck(match.stated["hands"]):
            return False
        self._check(match, rules, None, StatedDraws(match.stated["hands"], rules.stage.options))
        return True

    def _check(self, match: ClaimedMatch, rules: _Rules, seed: bytes | None, draws: NamedDraws) -> None:
        record, options = match.record, rules.stage.options
        if match.stated is None and not is_troubled(record):
            # Nobody asks for the events, which take longer than the moves.
            for _ in checked_moves(record, rules.game.new_match(options, draws)):
                pass
            return
        played = play_with(record, rules.game, options, draws)
        check_conduct(record, played, self._claim.max_faults)
        if match.stated is not None:
            proven = describe(
                record,
                played,
                tournament=self._claim.tournament,
                game=rules.game,
                options=options,
                seed=seed,
                entrants=self._entrants,
            )
            _compare(match, match.stated, proven)


def _compare(match: ClaimedMatch, stated: Mapping[str, Any], proven: Mapping[str, Any]) -> None:
    """Compare a line with what was proven; evidence may have been taken out before it was published."""
    faults = [{"evidence": "", **fault} for fault in stated["faults"]]
    difference = first_difference({**stated, "faults": faults}, proven)
    if difference is not None:
        raise CheckFailed(f"match {match.record.id}, {difference}")
    if "seed" in stated and "seed" not in proven:
        raise CheckFailed(f"match {match.record.id} has a seed, and its tournament's secret is not revealed")
