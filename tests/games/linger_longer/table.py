"""Tables laid as a test wants them: rigged packs, and positions late in a hand."""

from collections.abc import Iterator

from arena.core.cards import DECK, parse_card
from arena.games.events import EventType, read_events
from arena.games.linger_longer.game import LingerLonger
from arena.games.linger_longer.state import LingerLongerState
from arena.games.linger_longer.tables import AFTER
from tests.games.draws import ScriptedDraws

GAME = LingerLonger()


def cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def pack(text: str) -> list[int]:
    """A whole pack with these cards on top, the others below in order."""
    top = cards(text)
    return [*top, *(card for card in DECK if card not in top)]


def cut_to(dealer: int, players: int, first_dealer: str = "cut_low") -> list[int]:
    """A pack for the cut that makes this seat the dealer."""
    wanted, other = ("2c", "9") if first_dealer == "cut_low" else ("Ac", "9")
    suits = iter("cdhs")
    others = [f"{other}{suit}" for suit in suits] + ["8c", "8d"]
    return pack(" ".join(wanted if seat == dealer else others.pop(0) for seat in range(players)))


def deal(
    hands: list[str], stock: str = "", *, dealer: int = 0, preset: str = "standard", **values: object
) -> LingerLongerState:
    """Begin a match in which each seat is dealt the cards written for it, in that order."""
    players = len(hands)
    dealt = [cards(hand) for hand in hands]
    order = [dealt[(dealer + 1 + i) % players][i // players] for i in range(players * len(dealt[0]))]
    options = GAME.options(preset, {"players": players, "hand_size": len(dealt[0]), **values})
    packs = {
        "cut/0/0": cut_to(dealer, players, options.first_dealer),
        "deck/0": pack(" ".join([*map(GAME.move_text, order), *stock.split()])),
    }
    return GAME.new_match(options, ScriptedDraws(packs))


def late(
    hands: list[str],
    stock: str = "",
    *,
    leader: int = 0,
    trump: str | None = None,
    preset: str = "standard",
    **values: object,
) -> LingerLongerState:
    """A hand that has come so far: these cards are left, seat `leader` leads, seat 0 dealt.

    Seats without cards are out, in the order of their numbers, at one instant.
    """
    players = len(hands)
    options = GAME.options(preset, {"players": players, "trump": "none", **values})
    state = GAME.new_match(options, ScriptedDraws({"cut/0/0": cut_to(0, players, options.first_dealer)}))
    state.hands = [bytes(sorted(cards(hand))) for hand in hands]
    state.deck = bytes(52 - len(stock.split())) + bytes(cards(stock))
    state.top = state.read_top = 52 - len(stock.split())
    state.trump = -1 if trump is None else "cdhs".index(trump)
    state.out = bytes(seat for seat, hand in enumerate(state.hands) if not hand)
    state.out_at = bytes(len(state.out))
    state.alive = sum(1 << seat for seat, hand in enumerate(state.hands) if hand)
    state.after = AFTER[players][state.alive]
    state.leader = state.current_player = leader
    state.legal = state.hands[leader]
    return state


def play(state: LingerLongerState, moves: str) -> LingerLongerState:
    """Play moves in turn, written with commas between them: `9c, trump h`."""
    for move in moves.split(","):
        state.play(GAME.parse_move(move.strip()))
    return state


def legal(state: LingerLongerState) -> str:
    return " ".join(map(GAME.move_text, state.legal_moves()))


def happened(state: LingerLongerState, kind: EventType) -> Iterator[tuple[int, int]]:
    """Seat and value of each event of a kind, in order, every card shown."""
    return ((event.seat, event.value) for event in read_events(state.events()) if event.type == kind)


def hand(state: LingerLongerState, seat: int) -> str:
    return " ".join(map(GAME.move_text, state.view(seat).hand))


def result_places(state: LingerLongerState) -> tuple[int, ...]:
    return state.hand_results[-1].places
