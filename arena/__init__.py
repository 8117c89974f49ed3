"""Arena: tournaments of card-playing bots. See docs/architecture.md for the rooms of this house."""


def __getattr__(name: str) -> str:
    """Look the version up only when it is asked for: reading metadata would slow the start of every bot."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    try:
        return version("arena-of-cards")
    except PackageNotFoundError:  # a bot's sandbox holds the package without its metadata
        return "0+unknown"
