"""All attacks by name. Each is bounded in time and count, tries its thing and returns what it observed."""

import errno
import os
import signal
import sys

ATTACKS = {}


def attack(function):
    """Enter an attack under the name of its function."""
    ATTACKS[function.__name__] = function
    return function


def outcome(action):
    """Try something; return the name of the error that refused it, or "done"."""
    try:
        action()
    except OSError as error:
        return errno.errorcode.get(error.errno, str(error.errno))
    return "done"


def refusals(**actions):
    """Try each; return "refused" if all were, and else which were not."""
    outcomes = {name: outcome(action) for name, action in actions.items()}
    outcome(lambda: print("in detail:", outcomes))
    could = [name for name, how in outcomes.items() if how == "done"]
    return f"could {', '.join(could)}" if could else "refused"


def until_refused(action, most):
    """Repeat something at most so often; return how often it was done, and what refused it then."""
    for number in range(most):
        how = outcome(action)
        if how != "done":
            return number, how
    return most, "done"


def within(count, most, how, unit=""):
    """Say that something ended as it should, in words that are the same each time."""
    print("in detail:", count, how)
    return f"{how} within {most}{unit}" if count <= most else f"{how} after {count}{unit}"


def in_child(action):
    """Let a child do something; return how it ended."""
    child = os.fork()
    if child == 0:
        try:
            print("child:", action(), flush=True)
        except OSError as error:
            print("child:", error, flush=True)
            os._exit(error.errno)
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status < 0:
        return f"child killed by {signal.Signals(-status).name}"
    return f"child refused by {errno.errorcode[status]}" if status else "child did it"


def secret_file():
    """Return the path of a file of the host's that it is after."""
    return sys.argv[3] if len(sys.argv) > 3 else "/etc/shadow"


@attack
def nothing():
    """Be an innocent neighbour."""
    return "nothing"
