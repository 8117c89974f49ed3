"""docs/zoo.md is made of the catalogue, and the catalogue is whole."""

import ast
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from tests.end_to_end.arena_command import ROOT
from tests.golden import check_golden
from tests.zoo.catalogue import ATTACKS, BY_CHANCE, CALLS, FILES, PEERS, PROCESSES, USING_UP, Attack, Peer
from tests.zoo.keeper import BOT

PAGE = ROOT / "docs" / "zoo.md"
HEAD = """# The zoo

Hostile bots, and what becomes of them. This page is made from `tests/zoo/catalogue.py`. What its tables
say is *observed* and *charged* is held by tests that run in CI, in real containers; *held by* names the
setting that is meant to do it, each of which is read back from a live container in `tests/sandbox`:

- `tests/zoo/test_stopped.py` runs each attack on a sandbox in an instance of its own, in Docker and,
  where [its bounds](security.md) say so, in bubblewrap. What the bot observed is compared, and is not
  believed: from outside the test sees that none of its processes is root or has a right, that all are
  behind the list of system calls and in namespaces of their own, that memory, processes and disk are
  within their limits, that its code, its socket and a secret of the host's are as they were, that a
  neighbour lives, and that nothing of it outlives the instance.
- `tests/zoo/test_bystanders.py` lets each try it in a tournament in Docker, and play on if it can. The
  innocent bots in there play all their matches, nothing is charged to them, and nothing that a bot says
  reaches a terminal as it was. *Charged* is what the hostile bot's matches have as faults; *by chance*
  depends on what else the machine does.

How much of the machine the innocent are left with is a matter of time, and no test depends on time:
`python -m tests.zoo.measure` measures it.
"""
TITLES = {
    "Files and neighbours": FILES,
    "System calls and the network": CALLS,
    "Processes": PROCESSES,
    "Using up": USING_UP,
}


def test_the_page_is_what_the_catalogue_says() -> None:
    tables = [
        f"\n## {title}\n\n{table(map(attack_row, attacks), *_ATTACK)}" for title, attacks in TITLES.items()
    ]
    tables.append(f"\n## The protocol\n\n{table(map(peer_row, PEERS), *_PEER)}")

    check_golden(PAGE, HEAD + "".join(tables))


def test_every_attack_of_the_bot_is_in_the_catalogue() -> None:
    catalogue: tuple[Attack | Peer, ...] = (*ATTACKS, *PEERS)
    entered = set(chain.from_iterable(map(names_in, BOT.glob("*.py"))))

    assert entered - {"nothing"} == {each.name for each in catalogue}


_ATTACK = ("attack", "held by", "observed", "charged")
_PEER = ("attack", "held by", "charged")


def table(rows: Iterable[tuple[str, ...]], *titles: str) -> str:
    lines = [titles, tuple("---" for _ in titles), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def attack_row(attack: Attack) -> tuple[str, ...]:
    seen = attack.observed
    if attack.in_bubblewrap:
        seen += f"; in bubblewrap {attack.in_bubblewrap}"
    return spoken(attack.name), attack.held_by, seen, fault(attack.charged)


def peer_row(peer: Peer) -> tuple[str, ...]:
    return spoken(peer.name), peer.held_by, fault(peer.charged)


def spoken(name: str) -> str:
    return name.replace("_", " ")


def fault(charged: str) -> str:
    return charged if charged == BY_CHANCE else f"`{charged}`" if charged else "nothing"


def names_in(file: Path) -> list[str]:
    """Return the attacks that a module of the bot enters."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            marks = [mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)]
            found += [node.name] * bool({"attack", "peer"} & set(marks))
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "enter":
            found.append(ast.literal_eval(node.args[0]))
    return found
