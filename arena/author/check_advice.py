"""What an author should change, by what was seen."""

import re

from arena.match.faults import FaultKind

_MISSING = re.compile(r"No module named '([^'.]+)")
_METHOD = re.compile(r"object has no attribute '(\w+)'")
_BY_FAULT = {
    FaultKind.ILLEGAL_MOVE: "Answer one of the legal moves; in Python they are view.legal_moves.",
    FaultKind.MALFORMED_MOVE: "Fill in the move of the game that was asked about, and nothing else.",
    FaultKind.TIME_OUT: "Think for less long: a move has 0.5 s, and there are 5 s more for the whole match.",
    FaultKind.UNKNOWN_TURN: "Answer each turn once, with its own turn_id.",
    FaultKind.MALFORMED_MESSAGE: "Send nothing but what docs/protocol.md describes; a kit does it for you.",
    FaultKind.OVERSIZED_MESSAGE: "Send nothing but the answers that were asked for.",
    FaultKind.FLOOD: "Send nothing but the answers that were asked for.",
    FaultKind.PONDERING: "Compute nothing while nothing is asked: end or pause threads after each answer.",
    FaultKind.CRASH: "The last lines of its output say where it ended; try it with arena.bot.testing.",
    FaultKind.DISCONNECT: "Keep the stream open until the arena ends it.",
    FaultKind.RESOURCE_LIMIT: "Use less memory: an instance has 256 MiB, all its processes together.",
    FaultKind.START_FAILURE: "Run it anew: it must say hello each time it is started.",
}
FILES = (
    "Leave out by .arenaignore, or remove, what the bot doesn't need; put copies in the place of links and "
    "give files plain names."
)
MANIFEST = "docs/write_a_bot.md lists what a manifest has; `arena bot new` writes one."
PACKAGES = (
    "Each requirement must be on the index as a wheel, in that version; the build step must end with 0."
)


def for_fault(kind: FaultKind, evidence: str, game: str) -> str:
    """Say what to change after a fault in a match of a game."""
    return _from_traceback(evidence, game) or _BY_FAULT[kind]


def for_start(evidence: str) -> str:
    """Say what to change when there was no hello."""
    if "no valid hello" in evidence:
        return (
            "Dial ARENA_ADDRESS and send a hello before anything that takes long; in Python, call serve() "
            "with little to do before it."
        )
    if "exit code 0; it wrote no output" in evidence:
        return (
            "It ended as if it were done: does the program call serve()? In Python a bot.py ends with "
            'if __name__ == "__main__": serve(YourBot).'
        )
    if "Traceback (most recent call last)" in evidence:
        return _from_traceback(evidence, "") or (
            "Mend the error in the last line of the traceback below: it is raised before the bot says hello."
        )
    return _from_traceback(evidence, "") or (
        "The command in bot.toml must start a program that stays and says hello; its output says why it "
        "ended."
    )


def _from_traceback(evidence: str, game: str) -> str:
    """Say what to change if a Python bot's traceback tells; else nothing."""
    missing = _MISSING.search(evidence)
    if missing:
        name = missing[1]
        return (
            f'Add "{name}==VERSION" to requirements in bot.toml; if {name} is a file of yours, it must be in '
            "the bot's folder."
        )
    method = _METHOD.search(evidence)
    if method and method[1] == game:
        return f"Give the bot a method {game}(self, view), or take {game} out of games in bot.toml."
    return ""
