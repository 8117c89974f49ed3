"""Names for bots that are named on a command line, where two may have the same name in their manifests."""

from collections.abc import Iterator, Sequence

from arena.core.errors import ConfigError
from arena.roster.bot_version import load_bot

_NAME_ROOM = 28
"""Of the 32 characters of a name; the rest is for a number."""


def seated_names(bots: Sequence[str]) -> list[str]:
    """Name each bot as its manifest does; a number is put behind a name that is taken.

    Args:
        bots: Folders of bots, or `sample:NAME`; the same one may be there more than once.

    Raises:
        ConfigError: no bot is at one of them.
    """
    names: list[str] = []
    for bot in bots:
        number, wanted = 1, _manifest_name(bot)
        own = wanted
        while own in names:
            number += 1
            own = f"{wanted[:_NAME_ROOM]}-{number}"
        names.append(own)
    return names


def who_is_who(bots: Sequence[str], names: Sequence[str]) -> Iterator[str]:
    """Say of different bots with one name in their manifests which of them has which name here."""
    wanted = [_manifest_name(bot) for bot in bots]
    for bot, name, own in zip(bots, names, wanted, strict=True):
        if len({other for other, theirs in zip(bots, wanted, strict=True) if theirs == own}) > 1:
            yield f"{name} is {bot}"


def _manifest_name(bot: str) -> str:
    try:
        return load_bot(bot).manifest.name
    except (OSError, ValueError) as error:  # a path that no file can have
        raise ConfigError(f"no bot can be at {bot[:60]!r}: {error}") from error
