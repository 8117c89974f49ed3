"""Attacks on processes: others', its own guards, and the time after its end."""

import os
import signal
import sys
import time

from attacks import attack, outcome, refusals


@attack
def kill_everybody():
    """End whatever it can reach, and what guards it."""
    for number in signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM, signal.SIGHUP, signal.SIGRTMIN:
        for target in {-1, 1, os.getppid()}:
            outcome(lambda: os.kill(target, number))  # noqa: B023 - called at once
    time.sleep(0.1)
    return "alone with its first process" if set(processes()) <= {1, os.getppid(), os.getpid()} else "others"


@attack
def signal_others():
    """Signal processes that it can't see, by number."""
    own = set(map(int, processes()))
    pids = [pid for pid in range(1, 40_000) if pid not in own]
    reached = [pid for pid in pids if reaches(pid)]
    return f"reached {reached}" if reached else "ESRCH"


def reaches(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def processes():
    """Return the numbers of what it sees."""
    return map(int, filter(str.isdigit, os.listdir("/proc")))


@attack
def storm_of_signals():
    """Send its own guards 100,000 signals."""
    for _ in range(50_000):
        for guard in {1, os.getppid()}:
            outcome(lambda: os.kill(guard, signal.SIGCONT))  # noqa: B023 - called at once
    return "sent"


@attack
def leave_a_daemon():
    """Start a process that outlives it: another session, no parent, deaf to signals."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in set(signal.valid_signals()) - {signal.SIGKILL, signal.SIGSTOP}:
                signal.signal(number, signal.SIG_IGN)
            os.execve(
                sys.executable, [sys.executable, "-c", "import time; time.sleep(900)", *sys.argv[1:]], {}
            )
        os._exit(0)
    os.wait()
    return "started"


@attack
def look_at_the_host():
    """See the host's processes, by /proc and by number."""
    parent = os.getppid()
    return refusals(
        number=lambda: [os.stat(f"/proc/{pid}") for pid in (os.getpid() + 5000, 10_000, 30_000)],
        timers=lambda: open("/proc/timer_list").read(1) or refuse(),
        keys=lambda: open("/proc/keys").read(1) or refuse(),
        guards_descriptors=lambda: open(f"/proc/{parent}/fd/0", "wb", buffering=0).write(b"x") and refuse(),
    )


def refuse():
    raise OSError(1, "empty")
