"""Who may enter bots, and how much of the machine is theirs, as plain types."""

from dataclasses import dataclass, field
from enum import Enum


class Role(Enum):
    """What an account may do."""

    AUTHOR = "author"  # enters bots, sees and changes its own
    ADMIN = "admin"  # leagues, accounts and seasons too


@dataclass(frozen=True, slots=True)
class Quotas:
    """What an account may use."""

    submissions_a_day: int = 20
    """In any 24 hours, refused ones included."""
    archive_bytes: int = 8 << 20
    """Of one submission, packed and unpacked."""
    build_seconds: int = 120
    """Wall time of a submission's build step."""
    bots: int = 3
    """Bots in one league at a time. However many, each account has the same share of the matches."""


@dataclass(frozen=True, slots=True)
class Account:
    """One person or team."""

    name: str
    """As `core.ids.NAME_PATTERN` allows; never changed."""
    role: Role
    token_hash: str = field(repr=False)
    """scrypt, with its parameters and salt; the token itself is nowhere."""
    created: float
    """Unix time."""
    quotas: Quotas = Quotas()
    is_active: bool = True
    """An account that isn't is refused at the door; its bots play on until they are withdrawn."""
