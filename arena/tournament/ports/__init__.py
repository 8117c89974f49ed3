"""What the tournament needs of the adapters, as interfaces; `bootstrap` chooses who serves them."""

from arena.tournament.ports.gateway import AnswerTo, BotHost, BotLink, Incident, LinkOwner, Spent
from arena.tournament.ports.sandbox import Bound, EndCause, ExitStatus, LaunchSpec, Limits, Running, Sandbox
from arena.tournament.ports.storage import Checkpoint, SkippedBlock, Store, Watcher
from arena.tournament.ports.workers import ShardProcess

__all__ = [
    "AnswerTo",
    "BotHost",
    "BotLink",
    "Bound",
    "Checkpoint",
    "EndCause",
    "ExitStatus",
    "Incident",
    "LaunchSpec",
    "Limits",
    "LinkOwner",
    "Running",
    "Sandbox",
    "ShardProcess",
    "SkippedBlock",
    "Spent",
    "Store",
    "Watcher",
]
