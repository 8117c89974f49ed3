"""Hostile bots and innocent ones in tournaments: the innocent play on, and nothing is charged to them."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.sandbox.engine import engine, requires_docker
from tests.zoo.catalogue import BY_CHANCE, CALLS, FILES, PEERS, PROCESSES, USING_UP, Attack, Peer
from tests.zoo.tournament import BYSTANDERS, Played, play

__all__ = ["engine"]

GROUPS: dict[str, tuple[Attack | Peer, ...]] = {
    "sandbox": (*FILES, *PROCESSES),
    "using_up": USING_UP,
    "protocol": PEERS,
}
DEALS = 2
RULES = """[time]
move_ms = 200
bank_ms = 1000
start_ms = 2500
[faults]
bench_after = 1
"""
HARMFUL = ("\x1b", "\x9b", "\x07", "\u202e", "\u2066")

ESCAPING = {"notes_of_escapes", "evidence_of_escapes"}
"""Bots that write such, and the word in between."""

pytestmark = [pytest.mark.slow, requires_docker]


@pytest.mark.parametrize("group", GROUPS)
def test_bystanders_play_on_and_only_the_hostile_are_charged(group: str, tmp_path: Path) -> None:
    hostile = GROUPS[group]
    bots = {each.name: [each.name] for each in hostile}
    bots["every_call"] = [",".join(attack.name for attack in CALLS)]

    played = play(tmp_path, bots, rules=RULES, deals=DEALS)

    check_bystanders(played, matches=DEALS * 2)
    assert wrongly_charged(played, hostile) == {}
    assert harmful(played.said) == []
    for bot in bots.keys() & ESCAPING:
        shown = played.shown_of(bot)
        assert "evil" in shown
        assert harmful(shown) == []


def test_in_strict_timing_too(tmp_path: Path) -> None:
    bots = {name: [name] for name in ("spin_8_processes", "write_a_gigabyte", "many_connections", "silence")}

    played = play(tmp_path, bots, rules=RULES.replace("[faults]", 'timing = "strict"\n[faults]'), deals=DEALS)

    check_bystanders(played, matches=DEALS * 2)


def harmful(text: str) -> list[str]:
    """Return what a terminal would obey."""
    return [mark for mark in HARMFUL if mark in text]


def wrongly_charged(played: Played, hostile: Iterable[Attack | Peer]) -> dict[str, set[str]]:
    """Return who lacks the fault that the catalogue names, or has one where it names none."""
    faults = {each.name: played.faults()[each.name] for each in hostile if each.charged != BY_CHANCE}
    wanted = {each.name: each.charged for each in hostile}
    return {
        name: kinds
        for name, kinds in faults.items()
        if (wanted[name] not in kinds if wanted[name] else kinds)
    }


def check_bystanders(played: Played, *, matches: int) -> None:
    """See that the innocent have played all their matches, and are charged with nothing."""
    faults = played.faults()
    for name in BYSTANDERS:
        row = played.standings[name]
        assert (row["matches"], row["faults"], row["forfeits"]) == (matches, 0, 0)
        assert faults[name] == set()
