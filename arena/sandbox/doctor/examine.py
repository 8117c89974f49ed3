"""Every sandbox looks at this machine."""

from collections.abc import Callable

from arena.sandbox.doctor.finding import Examination, Finding, Verdict


def examine(name: str, *, thoroughly: bool = False) -> Examination:
    """Find out whether a sandbox can hold bots of strangers on this machine.

    Args:
        name: A backend's.
        thoroughly: Look at what takes a moment too, and decides nothing.
    """
    return _EXAMINERS[name](thoroughly)


def examine_all() -> list[Examination]:
    """Let every sandbox look thoroughly, those that are best for bots of strangers first."""
    return [examine(name, thoroughly=True) for name in _EXAMINERS]


def _docker(thoroughly: bool) -> Examination:
    from arena.sandbox.doctor.docker import examine_docker  # noqa: PLC0415 -- a third of a second, for this one

    return examine_docker(with_image=thoroughly)


def _bubblewrap(thoroughly: bool) -> Examination:
    from arena.sandbox.doctor.bubblewrap import examine_bubblewrap  # noqa: PLC0415 -- for this one alone

    del thoroughly
    return examine_bubblewrap()


def _process(thoroughly: bool) -> Examination:
    del thoroughly
    return Examination(
        "process",
        (
            Finding("there", "always", Verdict.GOOD),
            Finding("isolation", "none: for bots that you trust, and no others", Verdict.BAD),
        ),
    )


_EXAMINERS: dict[str, Callable[[bool], Examination]] = {
    "docker": _docker,
    "bubblewrap": _bubblewrap,
    "process": _process,
}
