"""What happens in a round, told to those who watch its league, counted, and logged."""

import logging
from collections.abc import Callable, Sequence

from arena.league.metrics import Metrics
from arena.tournament.events import (
    BlocksFolded,
    BlockVoided,
    Draining,
    EntrantBenched,
    Event,
    FaultReported,
    HostTrouble,
    MatchesStored,
    ShardReplaced,
)

LOG = logging.getLogger(__name__)


class RoundWatcher:
    """Sees the events of one round (ports.Watcher)."""

    def __init__(
        self, league: str, bots: Sequence[str], *, changed: Callable[[str], None], metrics: Metrics
    ) -> None:
        """Tell of a league whose round has these bots, by entrant number."""
        self._league = league
        self._bots = bots
        self._changed = changed
        self._metrics = metrics

    def see(self, event: Event) -> None:
        """Take an event; quick, and never raising."""
        match event:
            case MatchesStored(count=count):
                self._metrics.matches.labels(self._league).inc(count)
            case BlocksFolded():
                self._changed(self._league)
            case FaultReported(kind=kind):
                self._metrics.faults.labels(self._league, kind.value).inc()
            case EntrantBenched(entrant=entrant):
                self._log(logging.INFO, "a bot had too many faults", bot=self._bots[entrant])
            case BlockVoided(block=block, reason=reason):
                self._log(logging.ERROR, "a block is void", block=block, reason=reason)
            case ShardReplaced(shard=shard, reason=reason):
                self._log(logging.WARNING, "a worker was replaced", shard=shard, reason=reason)
            case HostTrouble(reason=reason):
                self._log(logging.WARNING, "this machine can't play at the moment", reason=reason)
            case Draining():
                self._log(logging.INFO, "the round is drained")
            case _:
                pass

    def _log(self, level: int, text: str, **facts: object) -> None:
        LOG.log(level, text, extra={"facts": {"league": self._league, **facts}})
