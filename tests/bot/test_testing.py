"""The author's tools: a bot in this process, against others, without a stream."""

import pytest

from arena.bot import Bot, Card, LingerLongerView, Suit
from arena.bot.testing import BotPlayer, Trial, try_bot
from arena.core.errors import IllegalMove
from arena.games.registry import GAMES


class Lowest(Bot):
    """Plays its lowest card."""

    prepared = 0

    @classmethod
    def prepare(cls) -> None:
        cls.prepared += 1

    def linger_longer(self, view: LingerLongerView) -> Card | Suit:
        return view.legal_moves[0]


class Cheat(Bot):
    """Plays what it doesn't hold."""

    def linger_longer(self, view: LingerLongerView) -> Card | Suit:
        return next(card for card in map(Card, range(52)) if card not in view.legal_moves)


def test_a_trial_plays_every_deal_in_every_seat() -> None:
    trial = try_bot(Lowest, "linger_longer", values={"players": 3}, blocks=5)

    assert (trial.matches, trial.par) == (15, 5.0)


def test_a_trial_can_be_repeated() -> None:
    assert try_bot(Lowest, "linger_longer", blocks=5) == try_bot(Lowest, "linger_longer", blocks=5)


def test_another_seed_is_another_trial() -> None:
    assert try_bot(Lowest, "linger_longer") != try_bot(Lowest, "linger_longer", seed="other")


def test_against_its_like_a_bot_wins_what_is_par() -> None:
    trial = try_bot(Lowest, "linger_longer", opponents=Lowest, blocks=5)

    assert trial.wins == trial.par


def test_an_illegal_move_is_an_error() -> None:
    with pytest.raises(IllegalMove, match="the bot answered"):
        try_bot(Cheat, "linger_longer", blocks=1)


def test_a_class_is_prepared_once() -> None:
    before = Lowest.prepared

    BotPlayer(Lowest)

    assert Lowest.prepared == before + 1


def test_a_trial_prints_as_a_line() -> None:
    trial = Trial(matches=8, wins=3.0, par=2.0, mean_place=2.125)

    assert str(trial) == "8 matches: won 37.5% (par 25.0%), mean place 2.12"


def test_a_search_bot_finds_its_way_from_the_view_to_the_engine() -> None:
    moved = []

    class Searcher(Bot):
        def linger_longer(self, view: LingerLongerView) -> Card | Suit:
            state = GAMES[self.match.game].sample_state(view.raw, view.options, self.rng).state
            moved.append(bytes(state.legal_moves()) == view.raw.legal)
            state.playout(self.rng)
            assert state.is_over
            return view.legal_moves[0]

    try_bot(Searcher, "linger_longer", blocks=1)

    assert moved
    assert all(moved)
