"""A toy match at a table for the tests of this room."""

from collections.abc import Mapping

from arena.core.ids import MatchId
from arena.match.player import Question, TimeControl
from arena.match.referee import Referee
from tests.match.toy_game import ToyGame

TOY = ToyGame()
SEED = bytes(32)
BOT_SEEDS = tuple(bytes([seat]) * 32 for seat in range(4))
TIME = TimeControl(move_us=1000, bank_us=5000)


def toy_referee(
    values: Mapping[str, object] | None = None,
    *,
    seed: bytes = SEED,
    max_faults: int = 3,
    names: tuple[str, ...] = (),
) -> Referee:
    options = TOY.options(values=values)
    return Referee(
        TOY,
        options,
        id=MatchId("main", 7, 1),
        seats=tuple(range(10, 10 + options.players)),
        seed=seed,
        bot_seeds=BOT_SEEDS[: options.players],
        names=names,
        time=TIME,
        max_faults=max_faults,
        started=1_700_000_000.25,
    )


def ask(referee: Referee) -> Question:
    question = referee.ask()
    assert question is not None
    return question


def answer_lowest(referee: Referee, *, charged_us: int = 10) -> Question:
    """Answer the open question with the lowest legal move, and return it."""
    question = ask(referee)
    referee.answer(question.view.legal[0], wall_us=charged_us, charged_us=charged_us, cpu_us=charged_us // 2)
    return question


def play_out(referee: Referee) -> None:
    """Answer every question with the highest legal move."""
    while (question := referee.ask()) is not None:
        referee.answer(question.view.legal[-1], wall_us=20, charged_us=20, cpu_us=10)


def illegal_for(question: Question) -> int:
    """Return a card that the seat doesn't hold."""
    return next(card for card in range(52) if card not in question.view.hand)
