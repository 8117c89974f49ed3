"""A match told again from its record: step by step, and as the JSON object of `arena export`.

A record holds moves; deals and events follow from seed, options and moves by playing them again. That
also proves the record: one that can't have happened is refused. `arena.match.replay_text` is for people.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from functools import cache
from typing import Any

from arena.core.cards import SUITS, TEXTS
from arena.core.errors import CheckFailed, IllegalMove
from arena.core.rng import NamedDraws
from arena.games.events import CARD_EVENTS, EVENT_SIZE, EventType, read_events
from arena.games.game import Game, HandResult
from arena.match.faults import Fault
from arena.match.record import MatchRecord, places_after_forfeits

FORMAT = "arena-match/1"
TELLING = frozenset({EventType.PLAY, EventType.NAME_TRUMP})
"""Events that say by themselves which move they are."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a replay."""

    number: int
    """Counts from 0."""
    state: Any
    """The state before the move: a copy, to be played on at will."""
    seat: int
    move: int
    micros: int
    is_substitute: bool
    """True if the house made it."""
    events: bytes
    """The move's own event, then all that followed from it, every card shown."""


@dataclass(frozen=True, slots=True)
class Played:
    """What comes out of playing a record's moves again."""

    log: bytes
    """Every event, every card shown."""
    starts: tuple[int, ...]
    """For each move the number of its own event, and at last the number of events."""
    deals: dict[int, dict[str, Any]]
    """The deal of each hand by its number; a hand that ended before anybody had a choice is missing."""
    results: tuple[HandResult, ...]


def play_again(record: MatchRecord, game: Game, options: Any, seed: bytes) -> Played:
    """Play all moves of a record, and check that the match can have gone as it says.

    Raises:
        CheckFailed: it can't; the message says at which move, or in which result.
    """
    return play_with(record, game, options, NamedDraws(seed))


def play_with(record: MatchRecord, game: Game, options: Any, draws: NamedDraws) -> Played:
    """Do what `play_again` does, with shuffles that need not come from a seed."""
    state = game.new_match(options, draws)
    starts = [state.event_count]
    deals = {state.hand_number: state.deal_record()}
    for _ in checked_moves(record, state):
        starts.append(state.event_count)
        if state.hand_number not in deals:
            deals[state.hand_number] = state.deal_record()
    return Played(state.events(), tuple(starts), deals, tuple(state.hand_results))


def checked_moves(record: MatchRecord, state: Any) -> Iterator[None]:
    """Make the moves of a record on a new match, stopping after each; at the end compare places and chips.

    Raises:
        CheckFailed: as `play_again` does.
    """
    substitutes = frozenset(record.substitutes)
    for number, move in enumerate(record.moves):
        legal = state.legal_moves()
        if not legal:
            raise _refusal(record, f"goes on after its end: {len(record.moves)} moves, over after {number}")
        if number in substitutes and move != legal[0]:
            raise _refusal(record, f"has a move {number} by the house that is not the lowest legal one")
        try:
            state.play(move)
        except IllegalMove as error:
            raise _refusal(record, f"has an illegal move {number}: {error}") from error
        yield
    outcome = state.outcome()
    if outcome is None:
        raise _refusal(record, f"stops after {len(record.moves)} moves, before it is over")
    places = places_after_forfeits(outcome.places, record.forfeits)
    if (places, outcome.chips) != (record.places, record.chips):
        raise _refusal(
            record,
            f"has places {record.places} and chips {record.chips}, but its moves "
            f"give {places} and {outcome.chips}",
        )


def replay(
    record: MatchRecord, game: Game, options: Any, seed: bytes, played: Played | None = None
) -> Iterator[Step]:
    """Yield the moves of a match with the state before each.

    Args:
        played: what `play_again` gave for this record, if it was called already.

    Raises:
        CheckFailed: the match can't have gone as the record says; before the first step.
    """
    if played is None:
        played = play_again(record, game, options, seed)
    return _steps(record, played, game.new_match(options, NamedDraws(seed)))


def _steps(record: MatchRecord, played: Played, state: Any) -> Iterator[Step]:
    for number, (move, micros) in enumerate(zip(record.moves, record.micros, strict=True)):
        first, end = played.starts[number : number + 2]
        yield Step(
            number=number,
            state=state.clone(),
            seat=state.current_player,
            move=move,
            micros=micros,
            is_substitute=number in record.substitutes,
            events=played.log[EVENT_SIZE * first : EVENT_SIZE * end],
        )
        state.play(move)


def _refusal(record: MatchRecord, what: str) -> CheckFailed:
    return CheckFailed(
        f"match {record.id} {what}; the record was changed, or it has another seed, other options or "
        "another version of the rules"
    )


def to_json(
    record: MatchRecord,
    *,
    tournament: str,
    game: Game,
    options: Any,
    seed: bytes,
    reveal_seed: bool,
    entrants: Sequence[tuple[str, str]],
) -> dict[str, Any]:
    """Return the record in the format `arena-match/1` of docs/match_record.md.

    Args:
        seed: the deal's; always needed to play the moves again.
        reveal_seed: whether it stands in the result.
        entrants: name and version by entrant number.

    Raises:
        CheckFailed: the match can't have gone as the record says.
    """
    return describe(
        record,
        play_again(record, game, options, seed),
        tournament=tournament,
        game=game,
        options=options,
        seed=seed if reveal_seed else None,
        entrants=entrants,
    )


def describe(
    record: MatchRecord,
    played: Played,
    *,
    tournament: str,
    game: Game,
    options: Any,
    seed: bytes | None,
    entrants: Sequence[tuple[str, str]],
) -> dict[str, Any]:
    """Return a record that was played again in the format `arena-match/1`; without the seed for None."""
    return {
        "format": FORMAT,
        "tournament": tournament,
        "match": str(record.id),
        "block": record.id.block,
        "rotation": record.id.rotation,
        "game": game.name,
        "options": options_to_json(options),
        **({} if seed is None else {"seed": seed.hex()}),
        "hands": _hands_to_json(record, played, game),
        "seats": [
            {"bot": name, "version": version} for name, version in map(entrants.__getitem__, record.seats)
        ],
        "places": list(record.places),
        "chips": list(record.chips),
        "ending": record.ending.value,
        "faults": [_fault_to_json(fault) for fault in record.faults],
        "started": _utc(record.started),
        "seconds": record.seconds,
        **({"wall_ms": _ms(record.wall_micros)} if record.wall_micros else {}),
        **({"cpu_ms": _ms(record.cpu_micros)} if record.cpu_micros else {}),
    }


def _ms(micros: Sequence[int]) -> list[float]:
    return [each / 1000 for each in micros]


def options_to_json(options: Any) -> dict[str, Any]:
    """Return a game's options by name, with the preset that they started from."""
    return {field.name: getattr(options, field.name) for field in fields(options)}


def _hands_to_json(record: MatchRecord, played: Played, game: Game) -> list[dict[str, Any]]:
    move_of = {start: number for number, start in enumerate(played.starts[:-1])}
    substitutes = frozenset(record.substitutes)
    on_piles = any(map(has_piles, played.deals.values()))
    hands: list[dict[str, Any]] = []
    for number, at in enumerate(range(0, len(played.log), EVENT_SIZE)):
        packed = played.log[at : at + EVENT_SIZE]
        if packed[0] == EventType.DEAL:
            hands.append({**played.deals.get(len(hands), {"dealer": packed[1]}), "events": []})
            continue
        events = hands[-1]["events"]
        described = {**_event_to_json(packed, on_piles)}
        move = move_of.get(number)
        if move is not None:
            if packed[0] not in TELLING:
                described["move"] = game.move_text(record.moves[move])
            described["ms"] = record.micros[move] / 1000
            if move in substitutes:
                events.append({"type": "substitute", "seat": packed[1]})
        events.append(described)
    return hands


def has_piles(deal: Mapping[str, Any]) -> bool:
    """Tell from a deal's record whether cards are played on piles: then it says what these start with."""
    return "tops" in deal


@cache
def _event_to_json(packed: bytes, on_piles: bool) -> dict[str, Any]:
    """Describe an event; there are a few thousand at most, and a match has fifty."""
    (event,) = read_events(packed)
    described: dict[str, Any] = {"type": event.type.name.lower(), "seat": event.seat}
    if event.type in CARD_EVENTS:
        described["card"] = TEXTS[event.value]
    if event.type is EventType.PLAY and on_piles:
        described["pile"] = event.detail
    if event.type is EventType.NAME_TRUMP:
        described["suit"] = SUITS[event.value]
    return described


def _fault_to_json(fault: Fault) -> dict[str, Any]:
    return {
        "kind": fault.kind.value,
        "seat": fault.seat,
        "move": fault.move_number,
        "evidence": fault.evidence,
        "wall_ms": fault.wall_us / 1000,
        "cpu_ms": fault.cpu_us / 1000,
        "incident": fault.is_incident,
        "forfeit": fault.is_forfeit,
    }


def _utc(unix: float) -> str:
    return datetime.fromtimestamp(unix, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
