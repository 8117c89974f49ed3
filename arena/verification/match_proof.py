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
        record, stated = match.record, match.stated
        rules = self._rules[stage]
        if self._claim.secret:
            seed = deal_seed(self._claim.secret, record.id.stage, record.id.block)
            draws = NamedDraws(seed)
        elif stated is not None and states_every_deck(stated["hands"]):
            seed, draws = None, StatedDraws(stated["hands"], rules.stage.options)
        else:
            return False
        try:
            self._check(match, rules, seed, draws)
        except Misstated as error:
            raise CheckFailed(f"match {record.id}: {error}") from error
        except Unstated:
            return False
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
    """Compare a line with what was proven; fields that this version doesn't know may be new ones."""
    for key, value in proven.items():
        if key in stated and stated[key] == value:
            continue
        found = _with_evidence(stated, proven) if key == "faults" else stated.get(key, "nothing")
        difference = first_difference(found, value, where=key)
        if difference is not None:
            raise CheckFailed(f"match {match.record.id}, {difference}")
    if "seed" in stated and "seed" not in proven:
        raise CheckFailed(f"match {match.record.id} has a seed, and its tournament's secret is not revealed")


def _with_evidence(stated: Mapping[str, Any], proven: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the faults of a line with evidence that was taken out, as it may be before publishing."""
    pairs = zip(stated["faults"], proven["faults"], strict=True)
    return [{"evidence": fault["evidence"], **entry} for entry, fault in pairs]
