"""What a game is: `Game` makes states, a `State` is played on, a `View` is what one seat may see.

A state is one mutable object, made for speed: moves, cards and seats are ints; how a game holds cards, as
bytes or as the bits of an int, is its own choice. `State.view` is the only door for hidden information:
what goes to a bot is made from a view.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Any, Protocol, Self

from arena.core.rng import NamedDraws

MOST_TRIES = 1_000
"""How many deals `Game.sample_state` draws at most, if it is not told otherwise."""

NOBODY = -1
"""In `current_player`: the match is over."""


class Ending(Enum):
    """How a game ended; how a *match* between bots ended is `arena.match.record.MatchEnding`."""

    WON = "won"  # somebody won as many hands as the match asks for
    BLOCKED = "blocked"  # the limit of hands was reached (CE8.5)


class HandEnding(Enum):
    """How one hand ended."""

    WON = "won"
    BLOCKED = "blocked"  # nobody could move, or the turn limit was reached (CE8.2, CE8.3)


@dataclass(frozen=True, slots=True)
class HandResult:
    """One finished hand."""

    dealer: int
    ending: HandEnding
    winner: int
    """The seat that won it, or NOBODY."""
    places: tuple[int, ...]
    """Per seat; 1 is best, shared places carry the same number."""
    chips: tuple[int, ...]
    """What each seat won or lost in this hand."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished match of a game came out."""

    ending: Ending
    places: tuple[int, ...]
    """Per seat; 1 is best, shared places carry the same number and the next is skipped."""
    chips: tuple[int, ...]
    """Per seat; all zero where the game has none."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A state that a seat may be in, drawn from all that fit what it has seen."""

    state: Any
    is_uniform: bool
    """Whether the state was drawn evenly from every deal that fits all that the seat has seen.

    If not, the bound of tries was reached, and the state fits the hard facts alone.
    """
    tries: int
    """How many deals were drawn, the one that is returned included; 1 where none had to be refused."""


class Options(Protocol):
    """The options of a match: a frozen dataclass, valid by construction (RulesError otherwise)."""

    @property
    def preset(self) -> str:
        """The preset that these options started from."""
        ...

    @property
    def players(self) -> int:
        """How many seats the table has."""
        ...


class View(Protocol):
    """All that one seat may see, raw: a NamedTuple of ints, bytes (one id a byte) and tuples of them."""

    @property
    def seat(self) -> int:
        """Who sees this."""
        ...

    @property
    def hand(self) -> bytes:
        """Its own cards, lowest id first."""
        ...

    @property
    def hand_counts(self) -> bytes:
        """How many cards each seat has in hand."""
        ...

    @property
    def legal(self) -> bytes:
        """Move codes this seat may play now, lowest first; empty when it is not its turn."""
        ...

    @property
    def events(self) -> bytes:
        """This seat's own version of the log, from the event number that the view was asked for."""
        ...


class State(Protocol):
    """A match of a game, from the first deal to the last place. One object, changed by each move."""

    options: Any
    current_player: int
    """Whose move it is, or NOBODY when the match is over."""
    is_over: bool
    hand_number: int
    """Counts from 0; when a hand ends the next is dealt inside the same `play`."""
    hand_results: list[HandResult]
    """The finished hands, oldest first; of a state that was dealt from a view, those finished since."""

    def legal_moves(self) -> Sequence[int]:
        """Return the move codes of the current player, lowest first; empty when the match is over.

        The sequence may be the state's own, bytes for instance: make a list of it to change it.
        """
        ...

    def play(self, move: int) -> None:
        """Make a move of the current player, and all that follows from it without a decision.

        Raises:
            IllegalMove: the rules refuse it; nothing has changed.
        """
        ...

    def outcome(self) -> Outcome | None:
        """Return how the match came out, or None while it goes on."""
        ...

    def clone(self) -> Self:
        """Return an independent copy, log included; playing on it leaves this one alone."""
        ...

    def playout(self, rng: Random) -> None:
        """Play uniformly random legal moves to the end, keeping no log of them."""
        ...

    def view(self, seat: int, since: int = 0) -> Any:
        """Return what a seat may see, with the events from number `since` on."""
        ...

    @property
    def event_count(self) -> int:
        """How many events have happened in the match."""
        ...

    def events(self) -> bytes:
        """Return the whole log with every drawn card shown: for records, never for a bot."""
        ...

    def deal_record(self) -> dict[str, Any]:
        """Describe the deal of the current hand for the match record, as JSON values by name.

        `dealer` and `deck` (all cards as shuffled, top card first); `tops`, what each pile starts with, if
        cards are played on piles; and under names of the game's own what else the deal decided, as `trump`.
        It says the same at any time in the hand. For records, never for a bot.
        """
        ...


class Game(Protocol):
    """A set of rules, with its options and its notation. `registry.GAMES` lists all of them."""

    name: str
    title: str
    options_type: type[Any]
    presets: Mapping[str, Mapping[str, object]]
    """What each preset changes of the defaults."""

    def options(self, preset: str = "standard", values: Mapping[str, object] | None = None) -> Any:
        """Return validated options: the defaults, changed by the preset, changed by `values`.

        Raises:
            RulesError: an unknown preset, option or value, or options that make no game together.
        """
        ...

    def new_match(self, options: Any, draws: NamedDraws) -> Any:
        """Deal the first hand and return its state."""
        ...

    def deal_anew(self, view: Any, options: Any, rng: Random) -> Any:
        """Return a state with the hidden cards dealt anew, evenly among deals that fit the hard facts.

        Hard facts are what the view itself says (docs/rules, "What a seat may see"): its hand, all counts,
        known cards. What the play lets a seat infer is not used, so the view may have any part of the
        events. Later shuffles of the state come from `rng`, never from a seed.

        Raises:
            RulesError: nobody can have seen the view: no state that is dealt from it shows it.
        """
        ...

    def sample_state(self, view: Any, options: Any, rng: Random, *, most_tries: int = MOST_TRIES) -> Sample:
        """Deal the hidden cards anew, evenly among the deals that fit all that the seat has seen.

        That is the hard facts, and what the events give away: a suit that a player has shown to be void in,
        cards that would have fitted where a player could not play. Moves say nothing beyond what the rules
        forced: how bots choose is for their rivals to guess. Where such a deal can only be found by trying,
        at most `most_tries` are drawn, and the sample says whether that was enough.

        Args:
            view: with the events of its hand, from the deal on; earlier ones may be left out.
            options: those of the match.
            rng: the source of the deal, and of later shuffles of the state.
            most_tries: 1 or more.

        Raises:
            RulesError: the view lacks those events (`events.events_of_hand` says so), or nobody can have
                seen it.
            ValueError: `most_tries` is below 1.
        """
        ...

    def move_text(self, move: int) -> str:
        """Write a move code for people: `9c`, `9c/1` (pile), `trump h`.

        Raises:
            RulesError: no move of this game has that code.
        """
        ...

    def parse_move(self, text: str) -> int:
        """Read what `move_text` writes.

        Raises:
            RulesError: the text names no move of this game.
        """
        ...

    def view_lines(self, view: Any) -> list[str]:
        """Describe a view in a few lines of text, for replays and debuggers."""
        ...


def places_by(keys: Sequence[Any]) -> tuple[int, ...]:
    """Give each seat its place by its key, smallest first; equal keys share, the next place is skipped."""
    ordered = sorted(keys)
    return tuple([ordered.index(key) + 1 for key in keys])
