"""What a match keeps of its bots' faults and notes, bounded whatever they do."""

from dataclasses import replace

from arena.core.text import shorten, visible
from arena.match.faults import Fault

EVIDENCE_LENGTH = 4_000
"""Characters of evidence that are kept of a fault."""
NOTE_LENGTH = 1024
"""Characters that are kept of a debug note."""
NOTES_LENGTH = 16 * NOTE_LENGTH
"""Characters that are kept of all debug notes of a seat in a match; the later ones are dropped."""


class Ledger:
    """Faults, forfeits and notes of one match.

    Faults are bounded because a seat forfeits after `max_faults` and nothing is noted of a seat that has.
    """

    __slots__ = ("_max_faults", "_note_room", "counts", "faults", "forfeits", "notes")

    def __init__(self, seats: int, max_faults: int) -> None:
        """Begin a match of so many seats; each forfeits with its so-manieth fault."""
        self._max_faults = max_faults
        self._note_room = [NOTES_LENGTH] * seats
        self.counts = [0] * seats
        """Faults of each seat that count towards its forfeit."""
        self.faults: list[Fault] = []
        self.forfeits: list[int] = []
        self.notes: list[tuple[int, str]] = []

    def count(self, fault: Fault) -> None:
        """Keep a fault that counts; if it is one too many, it is the one by which the seat forfeits."""
        self.counts[fault.seat] += 1
        if self.counts[fault.seat] >= self._max_faults:
            self.forfeit(fault)
        else:
            self.keep(fault)

    def forfeit(self, fault: Fault) -> None:
        """Keep the fault by which a seat forfeits."""
        self.keep(replace(fault, is_forfeit=True))
        self.forfeits.append(fault.seat)

    def keep(self, fault: Fault) -> None:
        """Keep a fault that doesn't count, such as an incident."""
        self.faults.append(replace(fault, evidence=visible(fault.evidence, EVIDENCE_LENGTH)))

    def keep_note(self, seat: int, move_number: int, note: str) -> None:
        """Keep a debug note, or what there is room for."""
        room = self._note_room[seat]
        if room > 0:
            note = shorten(note, min(room, NOTE_LENGTH))
            self._note_room[seat] = room - len(note)
            self.notes.append((move_number, note))
