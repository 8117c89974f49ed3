"""A uid of its own for every running container: pending signals, pipes and more are limited per uid.

The engine itself keeps the book. A container is named after its uid, and the engine refuses a name
that is taken, by whichever arena; a uid is free again when its container is removed.
"""

import itertools
import secrets
from collections.abc import Iterator

FREE_UIDS = range(0x7000_0000, 0x7FFF_FFFF)
"""Uids that systemd's registry leaves free: no user, no service and no other container has them."""
MAPPED_UIDS = range(20_000, 60_000)
"""For an engine that maps uids, which knows no larger ones."""


def free_uids(*, maps_uids: bool) -> Iterator[int]:
    """Yield uids to be tried, from a random one on, without an end."""
    uids = MAPPED_UIDS if maps_uids else FREE_UIDS
    first = secrets.randbelow(len(uids))
    for number in itertools.count(first):
        yield uids[number % len(uids)]


def container_name(uid: int) -> str:
    """Return the name of the container that has a uid."""
    return f"arena-bot-{uid}"
