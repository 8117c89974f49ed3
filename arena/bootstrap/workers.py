"""How many workers this machine carries."""

import os


def worker_count(wanted: int | None) -> int:
    """Return the number that was asked for, else one per core that this process may use."""
    return wanted or len(os.sched_getaffinity(0))
