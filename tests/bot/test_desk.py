"""From the arena's messages to a bot's methods and back, without a stream."""

from itertools import count
from random import Random
from typing import Any

import pytest

from arena.bot import Bot, Card, LingerLongerView, Match, Placement, Result, Suit
from arena.bot.bot import games_of
from arena.bot.desk import Desk
from arena.core.rng import NamedDraws
from arena.games.registry import GAMES
from arena.match.player import MatchEnd, MatchStart, Question, TimeControl
from arena.protocol.mapping.envelopes import choice_from_proto, end_to_proto, start_to_proto, turn_to_proto
from arena.protocol.v1 import bot_pb2 as wire

SEED = bytes(range(32))


def start_message(match: int, game: str = "linger_longer", *, events: bytes = b"", **values: Any) -> Any:
    """The start of a match of two names and a known seed."""
    options = GAMES[game].options("standard", values)
    start = MatchStart(
        game, options, 1, ("ann", "bob"), TimeControl(7000, 8000), SEED, resumed=bool(events), events=events
    )
    return start_to_proto(match, start)


_turn_ids = count()


def turn_message(match: int, game: str = "linger_longer", *, preset: str = "standard", **changes: Any) -> Any:
    """The first question of a match, with some fields of the view changed."""
    state = GAMES[game].new_match(GAMES[game].options(preset), NamedDraws(match.to_bytes(32)))
    seat = state.current_player
    view = state.view(seat)._replace(**changes)
    return turn_to_proto(next(_turn_ids), match, game=game, question=Question(seat, view, 0, 0, 0))


class Kept(Bot):
    """Keeps all objects of its class, and what each was told."""

    made: list["Kept"]

    @classmethod
    def prepare(cls) -> None:
        cls.made = []

    def begin(self) -> None:
        self.hands: list[tuple[Card, ...]] = []
        self.results: list[Result] = []
        self.made.append(self)

    def end(self, result: Result) -> None:
        self.results.append(result)

    def linger_longer(self, view: LingerLongerView) -> Card | Suit:
        self.hands.append(view.hand)
        return view.legal_moves[-1]


@pytest.fixture
def desk() -> Desk:
    Kept.prepare()
    return Desk(Kept)


def test_each_match_has_an_object_of_its_own(desk: Desk) -> None:
    starts = [start_message(match) for match in (5, 6)]
    turns = [turn_message(match) for match in (6, 5, 6)]

    desk.answer(wire.ArenaMessage(starts=starts, turns=turns))

    assert [len(bot.hands) for bot in Kept.made] == [1, 2]
    assert Kept.made[1].hands[0] == Kept.made[1].hands[1] != Kept.made[0].hands[0]


def test_each_turn_is_answered_under_its_id(desk: Desk) -> None:
    turns = [turn_message(1), turn_message(1)]

    answer = desk.answer(wire.ArenaMessage(starts=[start_message(1)], turns=turns))

    expected = [(turn.turn_id, turn.linger_longer.legal[-1], "") for turn in turns]
    assert [choice_from_proto(choice, game="linger_longer") for choice in answer.choices] == expected


def test_a_bot_hears_how_its_match_came_out_and_is_let_go(desk: Desk) -> None:
    end = end_to_proto(1, MatchEnd((2, 1), (-3, 3), b"\x09\x01\x00\x00"))

    desk.answer(wire.ArenaMessage(starts=[start_message(1)], ends=[end]))

    assert Kept.made[0].results == [Result(places=(2, 1), chips=(-3, 3))]
    assert [event.type.name for event in Kept.made[0].match.history] == ["OUT"]
    with pytest.raises(KeyError):
        desk.answer(wire.ArenaMessage(turns=[turn_message(1)]))


def test_a_match_tells_what_the_start_said() -> None:
    match = Match(start_message(1, players=5))

    assert (match.game, match.seat, match.players, match.resumed) == (
        "linger_longer",
        1,
        ("ann", "bob"),
        False,
    )
    assert match.options == GAMES["linger_longer"].options("standard", {"players": 5})
    assert (match.time.move_us, match.time.bank_us) == (7000, 8000)


def test_random_numbers_follow_from_the_seed_of_the_match() -> None:
    bot = Bot(Match(start_message(1)))

    assert [bot.rng.random() for _ in range(3)] == [Random(SEED).random(), *_more(Random(SEED))]


def _more(random: Random) -> list[float]:
    return [random.random() for _ in range(3)][1:]


def test_a_resumed_bot_hears_of_the_past_in_its_first_turn_only() -> None:
    past, now, later = b"\x01\x00\x00\x00", b"\x02\x01\x05\x00", b"\x02\x02\x07\x00"
    heard = []

    class Listener(Bot):
        def linger_longer(self, view: LingerLongerView) -> Card | Suit:
            heard.append((len(view.events), len(view.history)))
            return view.legal_moves[0]

    turns = [turn_message(1, events=now), turn_message(1, events=later)]
    Desk(Listener).answer(wire.ArenaMessage(starts=[start_message(1, events=past)], turns=turns))

    assert heard == [(2, 2), (1, 3)]


def answers(bot: type[Bot], *turns: Any, game: str = "linger_longer") -> Any:
    """Return a bot's choices in one match."""
    return Desk(bot).answer(wire.ArenaMessage(starts=[start_message(1, game)], turns=turns)).choices


def returning(move: object, *notes: str) -> type[Bot]:
    """A bot that always returns the same, with notes the first time."""

    def choose(bot: Bot, _view: object) -> object:
        for note in waiting:
            bot.note(note)
        waiting.clear()
        return move

    waiting = list(notes)
    return type("Fixed", (Bot,), dict.fromkeys(GAMES, choose))


def test_a_note_goes_with_one_choice_only() -> None:
    choices = answers(returning(Card(3), "hm"), turn_message(1), turn_message(1))

    assert [choice.note for choice in choices] == ["hm", ""]


def test_several_notes_are_lines() -> None:
    assert answers(returning(Card(3), "one", "two"), turn_message(1))[0].note == "one\ntwo"


@pytest.mark.parametrize(
    ("note", "kept"),
    [
        ("x" * 2000, "x" * 1024),
        ("x" * 1023 + "\N{SNOWMAN}", "x" * 1023),
        ("\ud800", "?"),
    ],
)
def test_a_note_is_cut_to_what_the_arena_takes(note: str, kept: str) -> None:
    assert answers(returning(Card(3), note), turn_message(1))[0].note == kept


def test_a_trump_suit_is_a_move() -> None:
    (choice,) = answers(returning(Suit(2)), turn_message(1))

    assert choice_from_proto(choice, game="linger_longer")[1] == 54


def test_a_placement_is_a_move() -> None:
    (choice,) = answers(
        returning(Placement(Card(0), 0)), turn_message(1, "color_elevator"), game="color_elevator"
    )

    assert choice_from_proto(choice, game="color_elevator")[1] == 0


@pytest.mark.parametrize("move", [None, 3, "9c", (3, 1), Placement(Card(3), 2)])
@pytest.mark.parametrize("game", list(GAMES))
def test_anything_else_is_an_error_that_says_what_to_return(game: str, move: object) -> None:
    with pytest.raises(TypeError, match=rf"{game} returned .*return a .*: one of view\.legal_moves"):
        answers(returning(move), turn_message(1, game), game=game)


def test_a_bot_plays_the_games_it_has_methods_for() -> None:
    assert (games_of(Bot), games_of(Kept)) == ((), ("linger_longer",))


@pytest.mark.parametrize(
    ("move", "text"), [(Card(7), "9c"), (Suit(3), "s"), (Placement(Card(51), 1), "As/1")]
)
def test_moves_print_as_people_write_them(move: object, text: str) -> None:
    assert (str(move), repr(move)) == (text, text)
