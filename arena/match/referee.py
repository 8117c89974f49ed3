"""The referee of one match: asks for the next question, takes the answer, keeps time, faults and record.

It does no I/O and never waits, so one referee serves scripted tests, local players and bots behind
streams. What happens once a move is written for speed, what happens once a fault for the reader.
"""

from collections.abc import Sequence
from typing import Any

from arena.core.errors import ConfigError, IllegalMove
from arena.core.ids import MatchId
from arena.core.rng import NamedDraws
from arena.games.game import NOBODY, Game
from arena.match.faults import Fault, FaultKind
from arena.match.ledger import Ledger
from arena.match.player import MatchEnd, MatchStart, Question, TimeControl
from arena.match.record import MatchEnding, MatchRecord, places_after_forfeits

Result = tuple[tuple[int, ...], tuple[int, ...]]
"""Places and chips, by seat."""
_MOST_CODE = 255


class Referee:
    """One match from its deal to its record; `ask` and `answer` (or `refuse`) take turns.

    A seat that forfeits is played by the house from there on; its bot is no longer looked at.
    """

    __slots__ = (
        "_bank_us",
        "_bot_seeds",
        "_cpu_micros",
        "_final",
        "_forfeits",
        "_last_us",
        "_ledger",
        "_micros",
        "_move_us",
        "_moves",
        "_names",
        "_question",
        "_since",
        "_started",
        "_state",
        "_substitutes",
        "_time",
        "_uncharged",
        "game",
        "id",
        "options",
        "seats",
    )

    def __init__(  # noqa: PLR0913 - all that one match is made of, by name
        self,
        game: Game,
        options: Any,
        *,
        id: MatchId,  # noqa: A002 - the word that records use
        seats: tuple[int, ...],
        seed: bytes,
        bot_seeds: Sequence[bytes],
        names: tuple[str, ...] = (),
        time: TimeControl = TimeControl(),  # noqa: B008 - frozen
        max_faults: int = 3,
        started: float = 0.0,
    ) -> None:
        """Deal the match.

        Args:
            seats: the number of the entrant at each seat.
            seed, bot_seeds: 32 bytes for the cards, and for each seat's own random numbers.
            names: by seat; empty if the tournament is anonymous.
            max_faults: a seat forfeits with its so-manieth fault.
        """
        count = options.players
        if len(seats) != count or len(bot_seeds) != count:
            raise ValueError(f"{count} seats, but {len(seats)} entrants and {len(bot_seeds)} seeds")
        self.game = game
        self.options = options
        self.id = id
        self.seats = seats
        self._bot_seeds = bot_seeds
        self._names = names
        self._time = time
        self._move_us = time.move_us
        self._started = started
        self._state = game.new_match(options, NamedDraws(seed))
        self._final: Result | None = None
        self._question: Question | None = None
        self._moves = bytearray()
        self._micros: list[int] = []
        self._uncharged: dict[int, int] = {}
        self._cpu_micros: list[int] = []
        self._substitutes: list[int] = []
        self._ledger = Ledger(count, max_faults)
        self._forfeits = self._ledger.forfeits
        self._since = [0] * count
        self._bank_us = [time.bank_us] * count
        self._last_us = [0] * count

    @property
    def is_over(self) -> bool:
        """Whether the last move has been made; the house makes its own in `ask`."""
        return bool(self._state.is_over)

    def has_forfeited(self, seat: int) -> bool:
        """Tell whether the house plays for a seat."""
        return seat in self._forfeits

    # --- what players are told --------------------------------------------------------------------

    def start_for(self, seat: int, *, resumed: bool = False) -> MatchStart:
        """Return what to tell a player that is seated.

        A player that is seated in a match under way, after an incident, is given the seat's own history;
        the next question to the seat carries only what that history did not.
        """
        events = b""
        if resumed:
            events = self._state.view(seat).events
            self._since[seat] = self._state.event_count
            if self._question is not None and self._question.seat == seat:
                self._question = None
        bot_seed = self._bot_seeds[seat]
        return MatchStart(
            self.game.name, self.options, seat, self._names, self._time, bot_seed, resumed, events
        )

    def end_for(self, seat: int) -> MatchEnd:
        """Return what to tell a player when the match is over."""
        places, chips = self._result()
        return MatchEnd(places, chips, self._state.view(seat, self._since[seat]).events)

    # --- questions and answers --------------------------------------------------------------------

    def ask(self) -> Question | None:
        """Return the question that is open now, or None when the match is over.

        Until it is answered it stays the same one. The house makes its moves for forfeited seats here.
        """
        question = self._question
        if question is not None:
            return question
        state = self._state
        seat = state.current_player
        if self._forfeits:
            while seat in self._forfeits:
                self._play_for_house()
                seat = state.current_player
        if seat == NOBODY:
            return None
        question = self._question = Question(
            seat,
            state.view(seat, self._since[seat]),
            self._move_us + self._bank_us[seat],
            self._last_us[seat],
            self._ledger.counts[seat],
        )
        self._since[seat] = state.event_count
        return question

    def answer(self, move: int, *, wall_us: int, charged_us: int, cpu_us: int = 0, note: str = "") -> None:
        """Take the move that answers the open question, and charge the time it took.

        An illegal one is a fault, and the house moves instead. The answer to a question that was closed
        by a forfeit is ignored, as long as the next question has not been asked.
        """
        question = self._question
        if question is None:
            self._ignore_answer()
            return
        self._question = None
        seat = question.seat
        if note:
            self._ledger.keep_note(seat, len(self._moves), note)
        self._last_us[seat] = charged_us
        if charged_us > self._move_us:
            self._bank_us[seat] = max(self._bank_us[seat] + self._move_us - charged_us, 0)
        if not 0 <= move <= _MOST_CODE:
            self._replace_illegal(seat, move, wall_us=wall_us, cpu_us=cpu_us)
            return
        try:
            self._state.play(move)
        except IllegalMove:
            self._replace_illegal(seat, move, wall_us=wall_us, cpu_us=cpu_us)
            return
        self._moves.append(move)
        self._micros.append(charged_us)
        self._cpu_micros.append(cpu_us)
        if wall_us != charged_us:
            self._uncharged[len(self._micros) - 1] = wall_us

    def refuse(self, kind: FaultKind, evidence: str, *, wall_us: int, cpu_us: int) -> None:
        """Take an answer that can't be counted, or the lack of one: a fault, and the house moves.

        A late one has used up its bank, since the bank is part of its limit. A malformed one costs no
        time, it costs a fault.
        """
        question = self._question
        if question is None:
            self._ignore_answer()
            return
        self._question = None
        seat = question.seat
        self._last_us[seat] = wall_us
        if kind is FaultKind.TIME_OUT:
            self._bank_us[seat] = 0
        self._ledger.count(Fault(kind, seat, len(self._moves), evidence, wall_us, cpu_us))
        self._play_for_house()

    def describe(self, move: int) -> str:
        """Write any number that came as a move, a senseless one too, for evidence."""
        try:
            if 0 <= move <= _MOST_CODE:
                return self.game.move_text(move)
        except (ConfigError, LookupError):
            pass
        return f"move code {move}"

    # --- faults -----------------------------------------------------------------------------------

    def note_fault(
        self, seat: int, kind: FaultKind, evidence: str, *, wall_us: int = 0, cpu_us: int = 0
    ) -> None:
        """Take a fault that answers no question, such as a choice for an unknown turn.

        It counts like any other. If it makes the seat forfeit, a question open to the seat is closed.
        """
        if self._is_watched(seat):
            self._ledger.count(Fault(kind, seat, len(self._moves), evidence, wall_us, cpu_us))
            self._close_forfeited()

    def note_incident(
        self, seat: int, kind: FaultKind, evidence: str, *, wall_us: int = 0, cpu_us: int = 0
    ) -> None:
        """Take the loss of a seat's instance; the match goes on with another, or the caller forfeits it.

        It doesn't count towards `max_faults`: one crash is one incident, however many matches were open,
        and what follows from a second one in a match is the caller's policy.
        """
        if self._is_watched(seat):
            self._ledger.keep(Fault(kind, seat, len(self._moves), evidence, wall_us, cpu_us, True))

    def forfeit(
        self, seat: int, kind: FaultKind, evidence: str, *, wall_us: int = 0, cpu_us: int = 0
    ) -> None:
        """Let the house play a seat's hand out from here; a question open to the seat is closed."""
        if self._is_watched(seat):
            self._ledger.forfeit(Fault(kind, seat, len(self._moves), evidence, wall_us, cpu_us))
            self._close_forfeited()

    # --- the record -------------------------------------------------------------------------------

    def record(self, seconds: float) -> MatchRecord:
        """Return what is kept of the match, which must be over; it took so many seconds."""
        places, chips = self._result()
        micros = wall = tuple(self._micros)
        if self._uncharged:
            wall = tuple(self._uncharged.get(number, charged) for number, charged in enumerate(micros))
        return MatchRecord(
            id=self.id,
            seats=self.seats,
            moves=bytes(self._moves),
            micros=micros,
            substitutes=tuple(self._substitutes),
            places=places,
            chips=chips,
            ending=MatchEnding.FORFEITED if self._forfeits else MatchEnding.PLAYED,
            faults=tuple(self._ledger.faults),
            forfeits=tuple(sorted(self._forfeits)),
            notes=tuple(self._ledger.notes),
            started=self._started,
            seconds=seconds,
            wall_micros=wall,
            cpu_micros=tuple(self._cpu_micros),
        )

    # --- inside -----------------------------------------------------------------------------------

    def _result(self) -> Result:
        """Return places, after forfeits, and chips; worked out once, since every seat is told."""
        if self._final is None:
            outcome = self._state.outcome()
            if outcome is None:
                raise RuntimeError(f"match {self.id} is not over")
            self._final = (places_after_forfeits(outcome.places, self._forfeits), outcome.chips)
        return self._final

    def _is_watched(self, seat: int) -> bool:
        """Tell whether a fault of the seat can still change anything: so a flood can't fill the record."""
        return seat not in self._forfeits and not self._state.is_over

    def _close_forfeited(self) -> None:
        if self._question is not None and self._question.seat in self._forfeits:
            self._question = None

    def _ignore_answer(self) -> None:
        if not self._forfeits:
            raise RuntimeError(f"match {self.id} got an answer and had no question open")

    def _play_for_house(self) -> None:
        """Make the lowest legal move; it takes no time."""
        state = self._state
        move = state.legal_moves()[0]
        state.play(move)
        self._substitutes.append(len(self._moves))
        self._moves.append(move)
        self._micros.append(0)
        self._cpu_micros.append(0)

    def _replace_illegal(self, seat: int, move: int, *, wall_us: int, cpu_us: int) -> None:
        legal = " ".join(map(self.game.move_text, self._state.legal_moves()))
        evidence = f"answered {self.describe(move)}; legal were: {legal}"
        self._ledger.count(Fault(FaultKind.ILLEGAL_MOVE, seat, len(self._moves), evidence, wall_us, cpu_us))
        self._play_for_house()
