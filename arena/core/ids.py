"""Names and ids: never random, since seeds hang on them."""

import re
from typing import NamedTuple

from arena.core.errors import ConfigError

NAME_PATTERN = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
_NUMBERS = re.compile(r"[0-9]{1,18}/[0-9]{1,9}")
"""Of block and rotation; no more digits than a database takes."""
NAME_RULE = "1 to 32 of a-z, 0-9, '_' and '-', starting with a letter or digit"


class MatchId(NamedTuple):
    """Which match: its stage, its block in that stage, and the rotation of the seats in that block."""

    stage: str
    block: int
    rotation: int

    def __str__(self) -> str:
        return f"{self.stage}/{self.block}/{self.rotation}"


def parse_match_id(text: str) -> MatchId:
    """Read `stage/block/rotation`.

    Raises:
        ConfigError: the text has another form.
    """
    stage, _, numbers = text.partition("/")
    if not _NUMBERS.fullmatch(numbers):
        raise ConfigError(f"{text!r} is no match id; it is stage/block/rotation, for example main/0/2")
    block, rotation = map(int, numbers.split("/"))
    return MatchId(check_name(stage, what="stage"), block, rotation)


def check_name(text: str, *, what: str) -> str:
    """Return the name unchanged if it is well-formed.

    Raises:
        ConfigError: it isn't; the message says `what` it names.
    """
    if not NAME_PATTERN.fullmatch(text):
        raise ConfigError(f"{text!r} can't name a {what}: a name has {NAME_RULE}")
    return text
