"""Every error that the arena raises on purpose, sorted by whose fault it is.

    ArenaError
    ├── BotError       the bot's fault: recorded with its evidence, the tournament goes on
    ├── HostError      our machinery's fault: the match is void and replayed
    ├── ConfigError    the operator's: a file, manifest, game or option is wrong
    │   ├── UnknownName what was named is not there: a tournament, match, league, account or bot
    │   └── RulesError an unknown game, preset or option, or options that make no game together
    ├── StorageError   a database that can't be written or read: stop, lose nothing
    │   └── StorageBusy what passes: it is locked, its disk is full, its server is away
    ├── CheckFailed    something that was asked to be checked is not right
    ├── Interrupted    Ctrl-C or SIGTERM, after draining
    └── IllegalMove    a move that the rules refuse; the state is unchanged

Messages say what happened, where, and what to do; the command line shows them without a traceback
and leaves with `exit_code`.
"""


class ArenaError(Exception):
    """Any error the arena raises on purpose."""

    exit_code = 70
    """What the process leaves with when nobody handles it; 70 means a bug."""


class BotError(ArenaError):
    """A bot did something wrong; faults are recorded, so this never ends a tournament."""


class HostError(ArenaError):
    """Our side failed: no sandbox, a lost worker, a start that failed for our reasons."""

    exit_code = 3


class ConfigError(ArenaError):
    """What the operator wrote can't be used: names the file, the key, and what would be right."""

    exit_code = 2


class UnknownName(ConfigError):
    """What was named is not there, or not yet; says what is."""


class RulesError(ConfigError):
    """An unknown game, preset, option or value, or options that make no game together."""


class StorageError(ArenaError):
    """The database can't be written or read, or has a newer schema; nothing stored is lost."""

    exit_code = 4


class StorageBusy(StorageError):
    """The database can't be used now, but the same may well work later: a server waits and tries again."""


class CheckFailed(ArenaError):
    """A check that was asked for says no."""

    exit_code = 1


class Interrupted(ArenaError):
    """The run was asked to stop, and has; the message names the command that resumes."""

    exit_code = 130


class IllegalMove(ArenaError):
    """A move that the rules refuse in this position; the state has not changed."""
