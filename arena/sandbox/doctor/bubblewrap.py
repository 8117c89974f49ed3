"""What this machine lets bubblewrap do."""

import subprocess
from collections.abc import Iterator

from arena.core.errors import HostError
from arena.sandbox.backends import make_sandbox
from arena.sandbox.bubblewrap.filters import seccomp_program
from arena.sandbox.bubblewrap.host import Means, find_means
from arena.sandbox.doctor.finding import Examination, Finding, Verdict
from arena.tournament.ports import Bound

BUBBLEWRAP = "bubblewrap"
_PLACE = "run the arena as root, or by `systemd-run --user --scope`, on a system with cgroup v2"


def examine_bubblewrap() -> Examination:
    """Look for what it needs, and start a program in it."""
    means = find_means()
    findings: list[Finding] = []
    try:
        findings.append(Finding("programs", _version(means), Verdict.GOOD))
        seccomp_program()
        findings.append(Finding("seccomp", "there is a list of system calls for this machine", Verdict.GOOD))
        make_sandbox(BUBBLEWRAP).prepare(lambda _: None)
        findings.append(Finding("namespaces", "a program was started in them", Verdict.GOOD))
    except HostError as error:
        findings.append(Finding("can't be used", str(error), Verdict.BAD))
    return Examination(BUBBLEWRAP, (*findings, *_means(means)))


def _version(means: Means) -> str:
    """Return bwrap's version; all the other programs are there too.

    Raises:
        HostError: one is missing.
    """
    for name in ("sh", "taskset", "prlimit", "setpriv"):
        means.tool(name)
    try:
        command = [means.tool("bwrap"), "--version"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    except (OSError, subprocess.CalledProcessError) as error:
        raise HostError(f"bwrap can't be run: {error}") from error
    return done.stdout.strip()


def _means(means: Means) -> Iterator[Finding]:
    yield Finding("users", "every bot is another one" if means.is_root else "bots run as you, in a namespace")
    if means.place is not None:
        yield Finding("cgroups", "can be made", Verdict.GOOD)
    else:
        yield Finding("cgroups", "can't be made", Verdict.WEAK)
    missing = [bound.value for bound in Bound if bound not in means.bounds]
    if missing:
        yield Finding("not bounded", ", ".join(missing), Verdict.WEAK, _PLACE)
