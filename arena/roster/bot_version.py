"""A version of a bot: its manifest, where it is, and the hash of what it is."""

from dataclasses import dataclass
from pathlib import Path

import arena
from arena.core.errors import ConfigError
from arena.roster.content import content_hash
from arena.roster.manifest import MANIFEST, Manifest, read_manifest

SAMPLE = "sample:"
"""Before the name of a bot that ships with the arena."""


@dataclass(frozen=True, slots=True)
class BotVersion:
    """One bot as it is on disk now."""

    manifest: Manifest
    directory: Path
    """Absolute."""
    content_hash: str
    """SHA-256 over its files, hex."""

    @property
    def is_sample(self) -> bool:
        """Tell whether it ships with the arena, however it was named."""
        return self.directory.parent == _samples()


def load_bot(text: str, *, base: Path | None = None) -> BotVersion:
    """Load a bot by its directory, or by `sample:NAME` if it ships with the arena.

    A relative directory counts from `base`, by default the working directory.

    Raises:
        ConfigError: there is no such bot, or its manifest or files are wrong.
    """
    directory = _sample_directory(text.removeprefix(SAMPLE)) if text.startswith(SAMPLE) else _own(text, base)
    return BotVersion(
        manifest=read_manifest(directory), directory=directory, content_hash=content_hash(directory)
    )


def sample_names() -> list[str]:
    """List the bots that ship with the arena."""
    return sorted(path.parent.name for path in _samples().glob(f"*/{MANIFEST}"))


def _sample_directory(name: str) -> Path:
    names = sample_names()
    if name not in names:
        raise ConfigError(f"there is no sample bot {name!r}; they are {', '.join(names)}")
    return _samples() / name


def _own(text: str, base: Path | None) -> Path:
    directory = ((base or Path.cwd()) / Path(text).expanduser()).resolve()
    if directory.is_dir():
        return directory
    hint = f"; the sample bot is written {SAMPLE}{text}" if text in sample_names() else ""
    what = "is a file; name the directory it is in" if directory.is_file() else "is not there"
    raise ConfigError(f"no bot at {text!r}: {directory} {what}{hint}")


def _samples() -> Path:
    """Return the directory of the sample bots: inside an installed package, or beside it in a checkout."""
    package = Path(arena.__file__).parent.resolve()
    installed = package / "sample_bots"
    return installed if installed.is_dir() else package.parent / "sample_bots"
