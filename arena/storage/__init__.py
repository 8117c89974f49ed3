"""Where tournaments are kept: SQLite by default, any other database by URL.

`open_store` is for whoever plays a tournament, `open_archive` for whoever looks at one: the archive is
the one door that keeps a block hidden until its last rotation is stored. Matches are the truth;
ratings can always be recomputed from them.
"""

from arena.storage.archive import Archive, MatchFilter, open_archive
from arena.storage.store import SqlStore, open_store
from arena.storage.stored_output import StoredOutput
from arena.storage.stored_tournament import StoredTournament, UnreadableTournament

__all__ = [
    "Archive",
    "MatchFilter",
    "SqlStore",
    "StoredOutput",
    "StoredTournament",
    "UnreadableTournament",
    "open_archive",
    "open_store",
]
