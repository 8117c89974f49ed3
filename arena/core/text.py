"""Foreign text made fit to be shown: names, notes, output and evidence of bots are hostile until then.

Markup is no concern of this file: whoever draws with a markup language escapes it there.
"""

import re
from collections.abc import Sequence

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
_LINE_END = re.compile(r"\r\n|[\n\r]")
_WRITTEN_LINE_END = re.compile(r"(?:\\r)?\\n")
"""As `visible` writes it."""
_OUTPUT = re.compile(r"[;,.]? ?(?:its )?last output:")
"""Ends the arena's words in a piece of evidence; what the bot wrote follows."""
_ERROR = re.compile(r"(?:Error|Exception|[Pp]anic(?:ked)?|error)\b(?:.*:|$)")
_TRACEBACK = re.compile(r'Traceback \(most recent call last\)|^\s*File ".*", line \d+')
_LEAST_WORDS = 12
"""Fewer characters of the arena's words say nothing beside an error."""


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


def lines_of(text: str) -> list[str]:
    r"""Return the lines of a text, whether its line ends are real or written out as `\n`."""
    has_real_ends = _LINE_END.search(text) is not None
    return (_LINE_END if has_real_ends else _WRITTEN_LINE_END).split(text)


def gist(evidence: str, most: int) -> str:
    """Return one harmless line with what matters most in evidence: who says so, then the bot's own error.

    Whatever else is cut, that error is shown from its beginning.
    """
    words, output = _words_and_output(evidence)
    words = harmless(words, len(words))
    telling = harmless(_telling_line(output).strip(), most)
    if not telling:
        return shorten(words, most)
    room = most - len(telling) - 2
    if room >= min(len(words), _LEAST_WORDS):
        return f"{shorten(words, room)}: {telling}" if words else telling
    return telling


def _words_and_output(evidence: str) -> tuple[str, list[str]]:
    """Part what the arena says from what a bot wrote: its last output, or all but the first line."""
    mark = _OUTPUT.search(evidence)
    if mark is not None:
        return evidence[: mark.start()], lines_of(evidence[mark.end() :])
    words, *output = lines_of(evidence)
    return (words.removesuffix(":") if output else words), output


def _telling_line(output: Sequence[str]) -> str:
    """Choose the line that names the error; the last one that isn't blank if none does."""
    errors = [number for number, line in enumerate(output) if _ERROR.search(line)]
    # Lines of source that are quoted with an error, such as `throw new Error("a: b")`, stand further in.
    errors = [number for number in errors if not output[number][:1].isspace()] or errors
    if not errors:
        return next((line for line in reversed(output) if line.strip()), "")
    if any(_TRACEBACK.search(line) for line in output):
        return output[errors[-1]]
    first, *following = output[errors[0] :]
    # Rust says where it panicked, and in the next line why.
    return f"{first} {following[0]}" if following and first.endswith(":") else first


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
