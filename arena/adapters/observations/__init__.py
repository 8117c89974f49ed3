"""Views as rows of numbers: what environments show to agents, and what trained bots read in a match.

Bots in a sandbox have it too; it needs numpy, which they list under `requirements` in their manifest.
"""

from arena.adapters.observations.encodings import ENCODINGS
from arena.adapters.observations.layout import Encoding, Field, Layout

__all__ = ["ENCODINGS", "Encoding", "Field", "Layout"]
