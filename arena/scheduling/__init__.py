"""Which matches are played, with which seeds: computed from numbers, never listed.

A *block* is one deal at one table in all rotations of the seats; a *round* is one block at every
table. Nothing here knows what a bot or a game is.
"""
