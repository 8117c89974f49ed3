"""Foreign text made fit to be shown: names, notes, output and evidence of bots are hostile until then.

Markup is no concern of this file: whoever draws with a markup language escapes it there.
"""

import re

ELLIPSIS = "…"

_ESCAPE_SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # colors, cursor moves: CSI, with its final byte
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)"  # titles, links: OSC and kin
    r"|\x1b[ -/]*[0-~]"  # everything else that starts with ESC
)
_INVISIBLE = re.compile(
    # Letters, marks and symbols that Unicode calls printable and that no terminal shows.
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_MARK = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
_PILED_MARKS = re.compile(f"({_MARK}{{2}}){_MARK}+")


def harmless(text: str, most: int) -> str:
    """Return one line of at most `most` characters that can only be read.

    Escape sequences, control characters, bidirectional marks and what has no width are taken out; line
    ends and tabs become a space. What is cut off at the end is marked by an ellipsis.
    """
    if text.isascii() and text.isprintable():
        return shorten(text, most)
    # Nobody reads beyond the limit, so no time is spent far beyond it: a bot chooses the length.
    beginning = text[: 16 * most + 1024]
    readable = "".join(_shown(character) for character in _ESCAPE_SEQUENCE.sub("", beginning))
    readable = _PILED_MARKS.sub(r"\1", _INVISIBLE.sub("", readable))
    return shorten(readable if len(beginning) == len(text) else readable + ELLIPSIS, most)


def visible(text: str, most: int) -> str:
    r"""Return at most `most` characters in which what can't be seen is written out, as `\n` or `\x1b`.

    For evidence: it loses nothing that its readers, the bot's author first, may have to see.
    """
    if text.isprintable():
        return shorten(text, most)
    return shorten("".join(_written_out(character) for character in text[: most + 1]), most)


def shorten(text: str, most: int) -> str:
    """Cut a text to at most `most` characters, the last of them an ellipsis if anything was cut."""
    return text if len(text) <= most else text[: max(most - 1, 0)] + ELLIPSIS[:most]


def _shown(character: str) -> str:
    if character.isprintable():
        return character
    return " " if character.isspace() else ""


def _written_out(character: str) -> str:
    if character.isprintable():
        return character
    return character.encode("unicode_escape").decode("ascii")
