"""What a bot's author imports: subclass Bot, call serve. docs/write_a_bot.md is the guide."""

from arena.bot.bot import Bot
from arena.bot.color_elevator import ColorElevatorView
from arena.bot.connection import serve
from arena.bot.linger_longer import LingerLongerView
from arena.bot.match import Match, Result
from arena.bot.moves import Placement
from arena.bot.plain import PlainView
from arena.bot.view import KnownCard
from arena.core.cards import Card, Suit
from arena.games.events import Event, EventType, Source

__all__ = [
    "Bot",
    "Card",
    "ColorElevatorView",
    "Event",
    "EventType",
    "KnownCard",
    "LingerLongerView",
    "Match",
    "Placement",
    "PlainView",
    "Result",
    "Source",
    "Suit",
    "serve",
]
