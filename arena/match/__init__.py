"""One match: a referee that asks players for moves, keeps time and faults, and writes the record.

Nothing here does I/O: the referee is asked for the next question and told the answer, so the same
one serves a scripted test, a local player and hundreds of bots behind streams.
"""
