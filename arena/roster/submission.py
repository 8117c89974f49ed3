"""Bots as they are entered into leagues, as plain types."""

from dataclasses import dataclass
from enum import Enum

from arena.core.errors import ConfigError


class SubmissionState(Enum):
    """What has become of an upload."""

    QUEUED = "queued"  # whole and kept; it is checked when its turn comes, after a crash too
    ACCEPTED = "accepted"  # a version of its bot; it plays from the next round on
    REFUSED = "refused"  # the reason says why
    WITHDRAWN = "withdrawn"  # by its author; it plays in no round that begins later


@dataclass(frozen=True, slots=True)
class Submission:
    """One upload of one bot to one league."""

    number: int
    """Counts up over all leagues."""
    account: str
    league: str
    bot: str
    """The name in its manifest; with the account it names a bot for good."""
    content_hash: str
    """Of its files; the same files of the same bot are one submission, however often they are sent."""
    games: tuple[str, ...]
    state: SubmissionState
    created: float
    """Unix time."""
    version: int = 0
    """1 for a bot's first accepted submission, and so on; 0 until it is accepted."""
    reason: str = ""
    """Why it was refused, with what its author should change."""
    output: str = ""
    """The end of what it wrote while it was checked; for its author alone."""
    record: str = ""
    """The match in which it failed, as text; for its author alone."""


class QuotaExceeded(ConfigError):
    """An account has used up what is its own; the message says what, and when there is room again."""

    def __init__(self, message: str, *, room_at: float | None) -> None:
        """Say so."""
        super().__init__(message)
        self.room_at = room_at
        """Unix time from which on there is room again; None if only the account itself can make room."""
