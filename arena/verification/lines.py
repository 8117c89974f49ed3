"""The lines of an exported file: a head, then the matches, read as they come."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

from arena.core.errors import CheckFailed, ConfigError
from arena.core.ids import parse_match_id
from arena.games.game import Game
from arena.games.registry import find_game
from arena.match.faults import Fault, FaultKind
from arena.match.record import MatchEnding, MatchRecord
from arena.match.transcript import FORMAT as MATCH_FORMAT
from arena.verification.claim import Claim, ClaimedMatch
from arena.verification.head import FORMAT as HEAD_FORMAT
from arena.verification.head import head_from_json
from arena.verification.values import flag, text, whole


def read_file(path: Path) -> Iterator[Claim | ClaimedMatch]:
    """Yield the head of a file, then its matches.

    Raises:
        ConfigError: the file can't be read.
        CheckFailed: a line is not what it should be; the message says which.
    """
    try:
        with path.open("rb") as file:
            yield from _read(file, str(path))
    except OSError as error:
        raise ConfigError(f"can't read {path}: {error.strerror}") from error


def _read(lines: Iterator[bytes] | Any, name: str) -> Iterator[Claim | ClaimedMatch]:
    reader: _MatchReader | None = None
    for number, line in enumerate(lines, 1):
        where = f"line {number} of {name}"
        document = _parse(line, where)
        if reader is None:
            claim = _head(document, where)
            reader = _MatchReader(claim)
            yield claim
        else:
            yield reader.read(document, where)
    if reader is None:
        raise CheckFailed(f"{name} is empty; arena export writes a file that can be verified")


def _parse(line: bytes, where: str) -> Mapping[str, Any]:
    try:
        document = json.loads(line, object_pairs_hook=_unique, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        cut = "" if line.endswith(b"\n") else " It is the last line, so the file may be cut off."
        raise CheckFailed(f"{where} is no JSON: {error}.{cut}") from error
    if not isinstance(document, dict):
        raise CheckFailed(f"{where} is no JSON object")
    return document


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object, whose keys must differ: readers don't agree on which of two counts."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("an object has the same key twice")
    return made


def _refuse_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def _head(document: Mapping[str, Any], where: str) -> Claim:
    found = document.get("format")
    if found == MATCH_FORMAT:
        raise CheckFailed(
            f"{where} is a match: the head is missing, which says what the matches belong to. "
            "Verify the whole file as arena export wrote it"
        )
    _check_format(found, HEAD_FORMAT, where)
    return head_from_json(document)


def _check_format(found: object, wanted: str, where: str) -> None:
    if found != wanted:
        raise CheckFailed(f"{where} has the format {found!r}; this version of the arena reads {wanted!r}")


class _MatchReader:
    """Turns lines into records, with which the matches can be played again."""

    def __init__(self, claim: Claim) -> None:
        self._entrants = {pair: number for number, pair in enumerate(claim.entrant_pairs)}
        self._codes: dict[str, _Codes] = {stage.name: _Codes(find_game(stage.game)) for stage in claim.stages}

    def read(self, document: Mapping[str, Any], where: str) -> ClaimedMatch:
        """Read a line.

        Raises:
            CheckFailed: it is no match of this tournament.
        """
        _check_format(document.get("format"), MATCH_FORMAT, where)
        try:
            return ClaimedMatch(self._record(document), document)
        except KeyError as error:
            problem = f"it lacks {error}"
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, ConfigError) as error:
            problem = str(error)
        raise CheckFailed(f"{where}, match {document.get('match')!r}, can't be read: {problem}")

    def _record(self, document: Mapping[str, Any]) -> MatchRecord:
        match = parse_match_id(document["match"])
        if match.stage not in self._codes:
            raise ValueError(f"there is no stage {match.stage!r}")
        moves, micros, substitutes = self._codes[match.stage].moves(document["hands"])
        faults = tuple(_fault(entry) for entry in document["faults"])
        return MatchRecord(
            id=match,
            seats=tuple(self._entrant(seat) for seat in document["seats"]),
            moves=moves,
            micros=micros,
            substitutes=substitutes,
            places=tuple(document["places"]),
            chips=tuple(document["chips"]),
            ending=MatchEnding(document["ending"]),
            faults=faults,
            forfeits=tuple(sorted(fault.seat for fault in faults if fault.is_forfeit)),
            notes=(),
            started=datetime.fromisoformat(document["started"]).timestamp(),
            seconds=float(document["seconds"]),
        )

    def _entrant(self, seat: Mapping[str, Any]) -> int:
        number = self._entrants.get((seat["bot"], seat["version"]))
        if number is None:
            raise ValueError(f"there is no entrant {seat['bot']} {seat['version']}")
        return number


class _Codes:
    """Reads the moves of a game out of the events of hands."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: dict[tuple[Any, ...], int] = {}

    def moves(self, hands: Sequence[Mapping[str, Any]]) -> tuple[bytes, tuple[int, ...], tuple[int, ...]]:
        """Return codes, microseconds and the numbers of the house's moves; events with a time are moves."""
        moves = bytearray()
        micros = []
        substitutes = []
        for hand in hands:
            is_substitute = False
            for event in hand["events"]:
                if "ms" in event:
                    if is_substitute:
                        substitutes.append(len(moves))
                    moves.append(self._code(event))
                    micros.append(round(event["ms"] * 1000))
                is_substitute = event["type"] == "substitute"
        return bytes(moves), tuple(micros), tuple(substitutes)

    def _code(self, event: Mapping[str, Any]) -> int:
        key = (event.get("move"), event.get("card"), event.get("pile"), event.get("suit"))
        code = self._known.get(key)
        if code is None:
            code = self._known[key] = self._game.parse_move(_move_text(*key))
        return code


def _move_text(move: str | None, card: str | None, pile: int | None, suit: str | None) -> str:
    """Write the move that an event is, as the game does."""
    if move is not None:
        return move
    if suit is not None:
        return f"trump {suit}"
    return f"{card}" if pile is None else f"{card}/{pile}"


def _fault(entry: Mapping[str, Any]) -> Fault:
    return Fault(
        kind=FaultKind(entry["kind"]),
        seat=whole(entry, "seat"),
        move_number=whole(entry, "move"),
        evidence=text({"evidence": "", **entry}, "evidence"),
        wall_us=round(entry["wall_ms"] * 1000),
        cpu_us=round(entry["cpu_ms"] * 1000),
        is_incident=flag(entry, "incident"),
        is_forfeit=flag(entry, "forfeit"),
    )
