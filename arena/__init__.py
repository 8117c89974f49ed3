"""Arena: tournaments of card-playing bots. See docs/architecture.md for the rooms of this house."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("arena-of-cards")
except PackageNotFoundError:  # a bot's sandbox holds the package without its metadata
    __version__ = "0+unknown"
