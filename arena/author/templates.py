"""Templates of bots: a folder each below `templates/`, by language, copied with its placeholders filled in.

A file's name ends in `.template`, so that no tool takes it for what it becomes. `__NAME__` stands for the
bot's name, `__CLASS__` for a class named after it, `__GAMES__` for its games as a list of quoted words,
`__GAME__` for the first of them. Lines between one that ends with `[only GAME]` and one that ends with
`[end]` are for bots that play that game; the two lines themselves, comments in any language, are left out.
"""

import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.core.errors import ConfigError
from arena.core.ids import check_name
from arena.roster.bot_version import load_bot

TEMPLATES = Path(__file__).parent / "templates"
SUFFIX = ".template"
KIT = "arena"
"""The folder of a bot with what its language needs to speak with the arena, where Python has `arena.bot`."""
_KITS = {"javascript": "sample:javascript_bot"}
"""Which bot's kit a new one gets a copy of."""
_ONLY = re.compile(r"\[only ([a-z0-9_]+)\]\s*$")
_END = re.compile(r"\[end\]\s*$")


@dataclass(frozen=True, slots=True)
class NewBot:
    """A bot that was begun from a template."""

    name: str
    folder: Path
    games: tuple[str, ...]
    files: tuple[str, ...]
    """Its files, relative to the folder, sorted; `KIT` apart, which is nothing to be edited."""


def languages(templates: Path = TEMPLATES) -> list[str]:
    """List the languages that there is a template for."""
    return sorted(folder.name for folder in templates.iterdir() if any(folder.rglob(f"*{SUFFIX}")))


def games_of(language: str, templates: Path = TEMPLATES) -> list[str]:
    """List the games that the template for a language has a strategy for."""
    return _known(_read(templates / language))


def write_bot(
    folder: Path, language: str, games: Sequence[str] = (), *, templates: Path = TEMPLATES
) -> NewBot:
    """Begin a bot: make its folder, which gives it its name, and fill it from a template.

    Args:
        folder: Where; it may be there if it is empty.
        language: Which template.
        games: What it is to play; all that the template knows if none is named.
        templates: Where templates are.

    Raises:
        ConfigError: the name can't be a bot's, the folder has something in it or can't be written, or the
            template doesn't know the language or a game.
    """
    name = check_name(folder.absolute().name, what="bot")
    if language not in languages(templates):
        raise ConfigError(
            f"there is no template for {language!r}; say --lang {' or --lang '.join(languages(templates))}"
        )
    texts = _read(templates / language)
    games = _chosen(games, texts, language)
    values = {
        "__NAME__": name,
        "__CLASS__": class_name(name),
        "__GAMES__": ", ".join(f'"{game}"' for game in games),
        "__GAME__": games[0],
    }
    filled = {path: fill(text, games, values) for path, text in texts.items()}
    _write(folder, filled)
    if language in _KITS:
        _copy_kit(load_bot(_KITS[language]).directory, folder)
    return NewBot(name, folder, tuple(games), tuple(sorted(filled)))


def fill(text: str, games: Sequence[str], values: dict[str, str]) -> str:
    """Leave out what is for other games, and fill in the placeholders."""
    kept = "".join(_lines_for(text, games))
    for placeholder, value in values.items():
        kept = kept.replace(placeholder, value)
    return kept


def class_name(name: str) -> str:
    """Return a name for a class: `my-bot_2` becomes `MyBot2`."""
    words = "".join(part.capitalize() for part in re.split("[-_]", name))
    return words if words[:1].isalpha() else f"Bot{words}"


def _read(folder: Path) -> dict[str, str]:
    """Return the texts of a template by the paths they are written to."""
    return {
        str(file.relative_to(folder)).removesuffix(SUFFIX): file.read_text(encoding="utf-8")
        for file in folder.rglob(f"*{SUFFIX}")
    }


def _known(texts: dict[str, str]) -> list[str]:
    """Return the games that a template's texts have sections for."""
    lines = (line for text in texts.values() for line in text.splitlines())
    return sorted({found[1] for line in lines if (found := _ONLY.search(line))})


def _chosen(games: Sequence[str], texts: dict[str, str], language: str) -> Sequence[str]:
    """Return the games to be played, all of them known to the template."""
    known = _known(texts)
    for game in games:
        if game not in known:
            raise ConfigError(
                f"the template for {language} knows no game {game!r}; say --game {' or --game '.join(known)}"
            )
    return games or known


def _lines_for(text: str, games: Sequence[str]) -> Iterator[str]:
    wanted = True
    for line in text.splitlines(keepends=True):
        only = _ONLY.search(line)
        if only:
            wanted = only[1] in games
        elif _END.search(line):
            wanted = True
        elif wanted:
            yield line


def _write(folder: Path, texts: dict[str, str]) -> None:
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            what = "has something in it" if folder.is_dir() else "is a file"
            raise ConfigError(f"{folder} {what}; name a folder that isn't there, or an empty one")
        for path, text in texts.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"can't write {error.filename or folder}: {error.strerror}") from error


def _copy_kit(bot: Path, folder: Path) -> None:
    try:
        shutil.copytree(bot / KIT, folder / KIT)
    except (OSError, shutil.Error) as error:
        raise ConfigError(f"can't copy {bot / KIT} to {folder}: {error}") from error
