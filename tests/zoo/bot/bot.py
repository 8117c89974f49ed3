"""A hostile bot: `bot.py ATTACK` tries it, says what it observed, and plays on.

Several attacks, with commas between them, are tried in turn. With `alone` it waits instead of playing, with
`steadily` it goes on attacking while it plays.
"""

import os
import sys
import time
from contextlib import suppress

import calls
import files
import peers
import processes
import streams
import using_up
import words
from attacks import ATTACKS

from arena.bot import Bot, serve

MODULES = calls, files, processes, streams, using_up, words
"""Each enters its attacks."""


class Legal(Bot):
    """Plays what is first."""

    def linger_longer(self, view):
        return view.legal_moves[0]

    color_elevator = linger_longer


def main():
    names, *how = sys.argv[1:]
    if names in peers.PEERS:
        peers.run(names)
        return
    attacks = [ATTACKS[name] for name in names.split(",")]
    if "steadily" in how:
        if os.fork() == 0:
            go_on(attacks)
    else:
        for attack in attacks:
            print("observed:", attack(), flush=True)
    if "alone" in how:
        time.sleep(600)
    serve(Legal)


def go_on(attacks):
    """Attack again and again, while its parent plays."""
    while True:
        for attack in attacks:
            with suppress(OSError):
                attack()
        time.sleep(0.1)


if __name__ == "__main__":
    main()
