"""The engines against their naive twins: random matches over all options, and the conformance cases."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.color_elevator.state import ColorElevatorState
from arena.games.options import choices
from tests.games.cases import case_name, cases_of
from tests.games.laws.walks import options_of as drawn_options
from tests.games.laws.walks import seeds
from tests.naive import comparison
from tests.naive.comparison import MATCHES, SEED, Table, compare_match, first_difference
from tests.naive.linger_longer import LingerLonger
from tests.naive.setups import Setup, StackedShuffles, random_setups

BOTH_GAMES = pytest.mark.parametrize("game", list(comparison.TWINS))
CASES = [case for game in comparison.TWINS for case in cases_of(game)]


@BOTH_GAMES
def test_engine_and_twin_agree_in_random_matches(game: str) -> None:
    assert first_difference(game, matches=MATCHES, seed=SEED) is None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
@BOTH_GAMES
def test_engine_and_twin_agree_in_thousands_of_random_matches(game: str, seed: int) -> None:
    assert first_difference(game, matches=600, seed=seed) is None


@given(st.data())
@settings(max_examples=25)
@BOTH_GAMES
def test_engine_and_twin_agree_in_drawn_matches(game: str, data: st.DataObject) -> None:
    options = data.draw(drawn_options(game))
    changes = {name: getattr(options, name) for name in choices(type(options))}
    compare_match(Setup(game, options.preset, changes, data.draw(seeds), data.draw(st.integers(0, 2**32))))


@pytest.mark.parametrize("case", CASES, ids=[f"{case['game']}-{case_name(case)}" for case in CASES])
def test_engine_and_twin_agree_with_the_conformance_case(case: dict[str, Any]) -> None:
    changes = {**case["options"], "players": case["seats"]}
    table = Table(Setup(case["game"], case["preset"] or "standard", changes, bytes.fromhex(case["seed"])))
    twin = table.twin
    assert twin.dealer == case["dealer"]
    for decision in case["decisions"]:
        assert twin.to_move == decision["seat"]
        assert twin.legal_moves() == [move_text(move) for move in decision["legal"]]
        table.play(move_text(decision["move"]))
    events = twin.log[1 : 1 + len(case["events"])]
    assert [list(told(event)) for event in events] == [event[:3] for event in case["events"]]
    _, ending, _, places, _ = twin.results[0]
    assert places == case["places"]
    assert (ending == "blocked") == case.get("blocked", False)


def move_text(move: str | list[Any]) -> str:
    """Write a move of a case as the games do."""
    if isinstance(move, list):
        return "{}/{}".format(*move)
    return move if len(move) == 2 else f"trump {move}"


def told(event: tuple[Any, ...]) -> tuple[Any, ...]:
    """Shorten an event to what the cases have of all kinds: what happened, to whom, with which card."""
    counted = {"reshuffle": 1, "pick_up": 2}
    return event[: counted.get(event[0], 3)]


def rarities(game: str, twin: Any) -> set[str]:
    """Name what is rare in a finished match, as far as its log and end show."""
    log = twin.log
    found = {event[0] for event in log}
    found |= {"known card drawn" for event in log if event[0] == "draw" and event[4]}
    found |= {"from the reserve" for event in log if event[0] == "draw" and event[3] == "reserve"}
    found |= {"place shared" for *_, places, _ in twin.results if len(set(places)) < twin.players}
    found |= {"blocked" for _, ending, *_ in twin.results if ending == "blocked"}
    found |= {"hand won by nobody" for _, _, winner, *_ in twin.results if winner < 0}
    found |= {"two players"} if twin.players == 2 else set()
    found |= {"stock ran dry"} if not twin.stock else set()
    if game == "linger_longer":
        found |= {"cut again"} if len(twin.cut) > twin.players else set()
        found |= {"ended in a trick"} if twin.trick else set()
    else:
        after = list(pairwise(log))
        found |= {"flip kept" for event, then in after if (event[0], then[0]) == ("flip", "draw")}
        found |= {"flip placed" for event, then in after if (event[0], then[0]) == ("flip", "play")}
        found |= {
            "both piles" for event, then in after if {event[0], then[0]} == {"play"} and event[1] == then[1]
        }
        found |= {"limit of turns"} if twin.turn_number == twin.options["turn_limit"] else set()
        found |= {"limit of hands"} if twin.outcome()[0] == "blocked" else set()
        found |= (
            {"nothing to shuffle"}
            if twin.options["empty_stock"] == "reshuffle" and "pass" in found
            else set()
        )
        found |= {"all passed"} if twin.passes == twin.players else set()
    return found


@pytest.mark.parametrize(
    ("game", "rare"),
    [
        (
            "linger_longer",
            "trump, known card drawn, place shared, two players, stock ran dry, cut again, ended in a trick",
        ),
        (
            "color_elevator",
            "pass, pick_up, reshuffle, known card drawn, from the reserve, place shared, blocked, "
            "hand won by nobody, two players, stock ran dry, flip kept, flip placed, both piles, "
            "limit of turns, limit of hands, all passed, dealt anew, nothing to shuffle",
        ),
    ],
)
def test_what_is_rare_happens_in_the_random_matches(game: str, rare: str) -> None:
    found: Counter[str] = Counter()
    for setup in random_setups(game, matches=MATCHES, seed=SEED):
        packs = setup.packs()
        twin = comparison.TWINS[game](setup.preset, setup.changes, StackedShuffles(setup.seed, packs))
        rng = Random(setup.moves)
        first_deck = twin.deck
        while not twin.is_over:
            twin.play(rng.choice(twin.legal_moves()))
        found.update(rarities(game, twin))
        found["dealt anew"] += first_deck != packs.get("deck/0", first_deck)
    assert {name: found[name] for name in rare.split(", ") if found[name] < 3} == {}


def test_a_difference_is_told_with_its_match_its_move_and_both_values(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class DrawsNothing(LingerLonger):
        def draw(self, winner: int) -> None:
            pass

    monkeypatch.setitem(comparison.TWINS, "linger_longer", DrawsNothing)
    text = first_difference("linger_longer", matches=5, seed=0)
    assert text is not None
    assert text.startswith("Setup(game='linger_longer', preset=")
    assert "hand 0, move " in text
    assert "in the engine and" in text


def test_an_exception_of_the_engine_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(self: ColorElevatorState, move: int) -> None:
        raise KeyError(f"{type(self).__name__} knows no move {move}")

    monkeypatch.setattr(ColorElevatorState, "play", breaks)
    text = first_difference("color_elevator", matches=1, seed=0)
    assert text is not None
    assert "KeyError: 'ColorElevatorState knows no move " in text
