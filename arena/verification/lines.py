"""The lines of an exported file: a head, then the matches, read as they come."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
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
from arena.verification.values import flag, integers, listed, many_micros, micros, number, text, whole


def read_file(path: Path) -> tuple[Claim, Iterator[ClaimedMatch]]:
    """Return the head of a file, and its matches as they are read.

    Raises:
        ConfigError: the file can't be read.
        CheckFailed: a line is not what it should be; the message says which.
    """
    documents = _documents(path)
    first = next(documents, None)
    if first is None:
        raise CheckFailed(f"{path} is empty; arena export writes a file that can be verified")
    claim = _head(*first)
    reader = _MatchReader(claim)
    return claim, (reader.read(*document) for document in documents)


def _documents(path: Path) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Yield the objects in the lines of a file, each with where it stands."""
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                where = f"line {number} of {path}"
                yield _parse(line, where), where
    except OSError as error:
        raise ConfigError(f"can't read {path}: {error.strerror}") from error


def _parse(line: bytes, where: str) -> Mapping[str, Any]:
    try:
        document = json.loads(line, object_pairs_hook=_unique, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        cut = "" if line.endswith(b"\n") else ". The file ends in the middle of this line: it was cut off"
        raise CheckFailed(f"{where} is no JSON: {_problem(error)}{cut}") from error
    if not isinstance(document, dict):
        raise CheckFailed(f"{where} is no JSON object")
    return document


def _problem(error: Exception) -> str:
    """Say what is wrong within a line; `json` would count lines of its own."""
    return f"{error.msg} at column {error.colno}" if isinstance(error, json.JSONDecodeError) else str(error)


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
        moves, charged, substitutes = self._codes[match.stage].moves(listed(document, "hands"))
        faults = tuple(_fault(entry) for entry in listed(document, "faults"))
        return MatchRecord(
            id=match,
            seats=tuple(self._entrant(seat) for seat in listed(document, "seats")),
            moves=moves,
            micros=charged,
            substitutes=substitutes,
            places=integers(document, "places"),
            chips=integers(document, "chips"),
            ending=MatchEnding(document["ending"]),
            faults=faults,
            forfeits=tuple(sorted(fault.seat for fault in faults if fault.is_forfeit)),
            notes=(),
            started=_moment(text(document, "started")),
            seconds=number(document, "seconds"),
            wall_micros=many_micros(document, "wall_ms"),
            cpu_micros=many_micros(document, "cpu_ms"),
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
        charged = []
        substitutes = []
        for hand in hands:
            is_substitute = False
            for event in listed(hand, "events"):
                if "ms" in event:
                    if is_substitute:
                        substitutes.append(len(moves))
                    moves.append(self._code(event))
                    charged.append(micros(event, "ms"))
                is_substitute = event["type"] == "substitute"
        return bytes(moves), tuple(charged), tuple(substitutes)

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


def _moment(text: str) -> float:
    """Read a time as Unix time, which must be one that can be written again."""
    seconds = datetime.fromisoformat(text).timestamp()
    datetime.fromtimestamp(seconds, UTC)
    return seconds


def _fault(entry: Mapping[str, Any]) -> Fault:
    return Fault(
        kind=FaultKind(entry["kind"]),
        seat=whole(entry, "seat"),
        move_number=whole(entry, "move"),
        evidence=text({"evidence": "", **entry}, "evidence"),
        wall_us=micros(entry, "wall_ms"),
        cpu_us=micros(entry, "cpu_ms"),
        is_incident=flag(entry, "incident"),
        is_forfeit=flag(entry, "forfeit"),
    )
