"""Leagues and their rounds, as plain types."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class RoundKind(StrEnum):
    """Why a round is played."""

    CATCH_UP = "catch-up"  # for entrants that have fewer blocks than the others
    CYCLE = "cycle"  # every pair of accounts as often as any other
    FINAL = "final"  # what a season's result is


@dataclass(frozen=True, slots=True)
class League:
    """A tournament without an end: a chain of rounds."""

    name: str
    """As `core.ids.NAME_PATTERN` allows; never changed."""
    settings: Mapping[str, Any]
    """What is played and how, as JSON values; never changed, so that all rounds belong together."""
    created: float
    """Unix time."""
    is_running: bool = False
    """Whether a next round may begin."""
    season: int = 1
    is_frozen: bool = False
    """While it is, nobody enters: a season's last entrants are settled."""


@dataclass(frozen=True, slots=True)
class LeagueRound:
    """One round, which is a tournament of its own."""

    league: str
    number: int
    """1, 2, … in its league, over all seasons."""
    season: int
    kind: RoundKind
    tournament: str
    """The tournament's id."""
    entrants: tuple[int, ...]
    """Numbers of submissions, by the entrants' numbers in the tournament."""
    is_finished: bool = False
    """Whether its ratings are the league's; the tournament itself is finished a moment before."""
