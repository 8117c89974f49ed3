"""Hands the answers of one message to those who asked, with what each of them took."""

from collections.abc import Sequence

from arena.gateway.batch_time import BatchTime
from arena.gateway.outbox import OpenTurn
from arena.match.faults import FaultKind
from arena.protocol.mapping.envelopes import choice_from_proto
from arena.protocol.v1 import bot_pb2 as wire


def deliver(taken: Sequence[tuple[OpenTurn, wire.Choice]], time: BatchTime) -> str | None:
    """Hand answers over; if they are a part of a late batch, hand over none and return the evidence."""
    spent = time.share(len(taken))
    is_late = time.is_late()
    if is_late and time.turns > 1:
        return time.account("the answers came too late")
    for (game, asker), choice in taken:
        _, move, note = choice_from_proto(choice, game=game)
        if is_late:
            evidence = time.account(f"answered move code {move} too late")
            asker.refused(FaultKind.TIME_OUT, evidence, spent.wall_us, time.cpu_us())
        elif move is None:
            evidence = f"a choice without a move of {game}: {str(choice)[:200]}"
            asker.refused(FaultKind.MALFORMED_MOVE, evidence, spent.wall_us, spent.cpu_us)
        else:
            asker.answered(move, spent, note)
    return None
