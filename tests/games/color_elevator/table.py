"""Set up positions of Color Elevator card by card."""

from collections.abc import Sequence

from arena.core.cards import DECK, TEXTS, parse_card
from arena.core.rng import NamedDraws
from arena.games.color_elevator.deal import Deal
from arena.games.color_elevator.game import ColorElevator
from arena.games.color_elevator.options import ColorElevatorOptions
from arena.games.color_elevator.state import ColorElevatorState
from arena.games.events import EventType, read_events

GAME = ColorElevator()


def cards(text: str) -> bytes:
    """Read cards, separated by spaces."""
    return bytes(parse_card(word) for word in text.split())


def texts(ids: bytes) -> str:
    """Write cards as `cards` reads them."""
    return " ".join(TEXTS[card] for card in ids)


def deck_from(text: str) -> list[int]:
    """Return a deck that begins with some cards; the others follow in order of their ids."""
    top = cards(text)
    return [*top, *(card for card in DECK if card not in top)]


def set_up(
    options: ColorElevatorOptions,
    hands: Sequence[str],
    *,
    tops: str,
    stock: str = "",
    reserves: Sequence[str] = (),
    under: tuple[str, str] = ("", ""),
    known_bottom: int = 0,
    turn_number: int = 0,
    passes: int = 0,
    draws: NamedDraws | None = None,
) -> ColorElevatorState:
    """Return a position with seat 0 at the start of its turn; whatever lies is written top first."""
    players = options.players
    state = ColorElevatorState(options, draws or NamedDraws(bytes(32)))
    state.lay_out(
        Deal(
            dealer=(-1 - turn_number) % players,
            deck=b"",
            hands=tuple(map(cards, hands)),
            reserves=tuple(cards(text)[::-1] for text in (reserves or [""] * players)),
            tops=cards(tops),
            stock=cards(stock)[::-1],
            passed_over=known_bottom,
        )
    )
    pile_0, pile_1 = (cards(f"{top} {rest}")[::-1] for top, rest in zip(tops.split(), under, strict=True))
    state.pile_up(pile_0, pile_1)
    state.current_player = 0
    state.turn_number = turn_number
    state.passes = passes
    state.settle()
    return state


def legal(state: ColorElevatorState) -> list[str]:
    """Write the legal moves."""
    return [GAME.move_text(move) for move in state.legal_moves()]


def play(state: ColorElevatorState, *moves: str) -> None:
    """Play moves by their text."""
    for move in moves:
        state.play(GAME.parse_move(move))


def hand(state: ColorElevatorState, seat: int) -> str:
    """Write a seat's hand, as the seat sees it."""
    return texts(state.view(seat).hand)


def story(state: ColorElevatorState, since: int = 0) -> list[str]:
    """Write all events from number `since` on, each drawn card shown."""
    return [
        f"{event.type.name.lower()} {event.seat}" + _what(event.type, event.value, event.detail)
        for event in list(read_events(state.events()))[since:]
    ]


def _what(kind: EventType, value: int, detail: int) -> str:
    match kind:
        case EventType.PLAY:
            return f" {TEXTS[value]}/{detail}"
        case EventType.DRAW:
            return f" {TEXTS[value]}" + (" reserve" if detail else "")
        case EventType.FLIP:
            return f" {TEXTS[value]}"
        case EventType.PICK_UP | EventType.RESHUFFLE:
            return f" {value}"
        case _:
            return ""
