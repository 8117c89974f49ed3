"""A match as plain lines of text, for `arena replay`: move by move, at most 80 columns wide."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap
from typing import Any

from arena.core.cards import TEXTS
from arena.core.text import harmless, lines_of
from arena.games.events import Event, EventType, Source, read_events
from arena.games.game import NOBODY, Game
from arena.match.record import MatchRecord
from arena.match.transcript import Played, Step, has_piles, play_again, replay

WIDTH = 80
_INDENT = " " * 6
_NAME_LENGTH = 32
_FOREIGN_LENGTH = 400
WAITED_US = 20_000
"""A move is told with both of its times if the bot did not run for so long of the time that it took."""


def to_text(
    record: MatchRecord,
    *,
    game: Game,
    options: Any,
    seed: bytes,
    entrants: Sequence[tuple[str, str]],
) -> Iterator[str]:
    """Yield the lines of a replay; `entrants` are name and version by entrant number.

    What bots wrote is made harmless, but is not escaped for any markup.

    Raises:
        CheckFailed: the match can't have gone as the record says.
    """
    played = play_again(record, game, options, seed)
    teller = _Teller(record, game, played, entrants)
    yield f"match {record.id}: {game.name}, {options.preset}, {options.players} players"
    for seat in range(options.players):
        yield f"  seat {seat}  {teller.bot(seat)}"
    yield from teller.before_first_move()
    for step in replay(record, game, options, seed, played):
        yield from teller.tell(step)
    yield from teller.end()


@dataclass(slots=True)
class _Spent:
    """What a seat's answers took, in microseconds."""

    wall: int = 0
    cpu: int = 0


class _Teller:
    """Tells one match; remembers where in it the reader is."""

    def __init__(
        self, record: MatchRecord, game: Game, played: Played, entrants: Sequence[tuple[str, str]]
    ) -> None:
        self._record = record
        self._game = game
        self._played = played
        self._entrants = entrants
        self._hands_told = 0
        self._lap: set[int] = set()
        """Seats that have moved since all hands were shown."""
        self._turn_of = NOBODY
        """Whose turn may go on with the next move."""
        self._is_timed = bool(record.wall_micros and record.cpu_micros)
        self._spent = [_Spent() for _ in record.seats]

    def bot(self, seat: int) -> str:
        """Name the bot at a seat, with its version."""
        _, version = self._entrants[self._record.seats[seat]]
        return f"{self._name(seat)} {harmless(version, _NAME_LENGTH)}"

    def _name(self, seat: int) -> str:
        return harmless(self._entrants[self._record.seats[seat]][0], _NAME_LENGTH)

    def before_first_move(self) -> Iterator[str]:
        """Tell the first deal, and what needed no decision."""
        first = self._played.starts[0]
        yield from self._happenings(list(read_events(self._played.log))[:first])

    def tell(self, step: Step) -> Iterator[str]:
        """Tell one move: the hands if a trick or a lap begins, faults, the move, what followed."""
        if not self._lap or (step.seat in self._lap and step.seat != self._turn_of):
            self._lap.clear()
            yield from self._hands(step)
        self._lap.add(step.seat)
        yield from self._faults(step.number)
        own, *following = happened = list(read_events(step.events))
        took = "the house" if step.is_substitute else _ms(step.micros)
        name, move = self._name(step.seat), self._game.move_text(step.move)
        yield f"{step.number + 1:5} seat {step.seat}  {name:32}  {move:8} {took:>13}"
        yield from self._spends(step)
        yield from self._notes(step.number)
        # A move to draw doesn't say which card came.
        yield from self._happenings(happened if own.type is EventType.DRAW else following)
        # Where nothing followed, the seat may be in the middle of its turn: it names a trump suit before
        # it leads, draws again, or serves the second pile. The last card of a trick is no such case.
        is_half = own.type is not EventType.PLAY or has_piles(self._deal())
        self._turn_of = step.seat if is_half and not following else NOBODY

    def end(self) -> Iterator[str]:
        """Tell how the match came out."""
        yield from self._hand_result()
        yield ""
        if self._is_timed:
            yield "The answers took:"
            for seat, spent in enumerate(self._spent):
                took = f"{_ms(spent.wall)}, {_ms(spent.cpu)} of CPU time"
                yield f"  seat {seat}  {self._name(seat):32}  {took}"
        forfeits = " and ".join(f"seat {seat}" for seat in self._record.forfeits)
        how = f"played out by the house for {forfeits}" if forfeits else "played to its end"
        yield f"The match was {how}. Places:"
        for place, seat in sorted((place, seat) for seat, place in enumerate(self._record.places)):
            chips = f", chips {self._record.chips[seat]:+d}" if any(self._record.chips) else ""
            forfeit = ", forfeited" if seat in self._record.forfeits else ""
            yield f"  {place}  seat {seat}  {self._name(seat)}{chips}{forfeit}"

    def _spends(self, step: Step) -> Iterator[str]:
        """Add up what a move took; tell it if the machine was slow rather than the bot."""
        if not self._is_timed:
            return
        wall, cpu = self._record.wall_micros[step.number], self._record.cpu_micros[step.number]
        self._spent[step.seat].wall += wall
        self._spent[step.seat].cpu += cpu
        if wall - cpu >= WAITED_US:
            yield from _wrapped("time:", f"{_ms(wall)} passed, {_ms(cpu)} of CPU time were used")

    def _deal(self) -> dict[str, Any]:
        return self._played.deals.get(self._hands_told - 1, {})

    def _hands(self, step: Step) -> Iterator[str]:
        for seat in range(len(self._record.seats)):
            cards = " ".join(TEXTS[card] for card in step.state.view(seat).hand)
            yield from _wrapped(f"seat {seat} holds", cards or "nothing")

    def _faults(self, number: int) -> Iterator[str]:
        for fault in self._record.faults:
            if fault.move_number == number:
                what = "forfeits" if fault.is_forfeit else "incident" if fault.is_incident else "fault"
                first, *following = lines_of(fault.evidence)
                shown = f"{fault.kind.value}, {harmless(first, len(first))}"
                yield from _wrapped(f"seat {fault.seat} {what}:", shown)
                for line in following:
                    yield from _quoted(harmless(line, len(line)).rstrip())

    def _notes(self, number: int) -> Iterator[str]:
        for at, note in self._record.notes:
            if at == number:
                yield from _wrapped("note:", harmless(note, _FOREIGN_LENGTH))

    def _happenings(self, events: Sequence[Event]) -> Iterator[str]:
        for (kind, seat, source), alike in groupby(
            events, lambda event: (event.type, event.seat, event.detail)
        ):
            if kind is EventType.DEAL:
                yield from self._new_hand(seat)
            else:
                values = [event.value for event in alike]
                yield from _wrapped(*_happening(kind, seat, values, source))

    def _new_hand(self, dealer: int) -> Iterator[str]:
        if self._hands_told:
            yield from self._hand_result()
        self._hands_told += 1
        self._lap.clear()
        yield ""
        yield ", ".join([f"Hand {self._hands_told}: seat {dealer} deals", *_deal_facts(self._deal())])

    def _hand_result(self) -> Iterator[str]:
        result = self._played.results[self._hands_told - 1]
        winner = "nobody" if result.winner == NOBODY else f"seat {result.winner}"
        chips = f"; chips {' '.join(f'{chips:+d}' for chips in result.chips)}" if any(result.chips) else ""
        places = " ".join(map(str, result.places))
        yield f"Hand {self._hands_told} is {result.ending.value}, by {winner}; places {places}{chips}"


def _deal_facts(deal: Mapping[str, Any]) -> Iterator[str]:
    """Say what else a deal decided: each fact of its record, where there is one."""
    for name, value in deal.items():
        if name == "tops":
            for pile, card in enumerate(value):
                yield f"pile {pile} {'with' if pile else 'starts with'} {card}"
        elif name not in ("dealer", "deck") and value is not None:
            yield f"{name} is {value}"


def _happening(kind: EventType, seat: int, values: list[int], source: int) -> tuple[str, str]:
    """Say what happened without a decision: who, and what."""
    who = f"seat {seat}"
    match kind:
        case EventType.DRAW:
            cards = " ".join(TEXTS[card] for card in values)
            return who, f"draws {cards}{' from its reserve' if source == Source.RESERVE else ''}"
        case EventType.FLIP:
            return who, f"turns up {TEXTS[values[0]]} from its reserve"
        case EventType.PICK_UP:
            return who, f"picks up its reserve of {values[0]}"
        case EventType.PASS:
            return who, "passes"
        case EventType.RESHUFFLE:
            return "the piles", f"are shuffled into a stock of {values[0]}"
        case EventType.OUT:
            return who, "is out"
        case EventType.PLAY:  # not by choice: moves are told as such
            return who, f"plays {' '.join(TEXTS[card] for card in values)}"
        case _:
            return who, f"{kind.name.lower().replace('_', ' ')} {' '.join(map(str, values))}"


def _ms(micros: int) -> str:
    return f"{micros / 1000:.3f} ms"


def _wrapped(who: str, what: str) -> list[str]:
    first = f"{_INDENT}{who} "
    return wrap(what, WIDTH, initial_indent=first, subsequent_indent=" " * len(first)) or [first]


def _quoted(line: str) -> list[str]:
    """Indent a line of evidence, whole; its own indentation is kept."""
    return wrap(line, WIDTH, initial_indent=2 * _INDENT, subsequent_indent=2 * _INDENT) or [""]
