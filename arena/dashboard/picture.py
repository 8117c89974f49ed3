"""A picture of the live view, for the README."""

import io
import re
from pathlib import Path

from rich.console import Console

from arena.dashboard.render import LiveView
from arena.dashboard.snapshot import Snapshot


def picture(snapshot: Snapshot, path: Path, *, now_us: int, width: int = 100, height: int = 34) -> None:
    """Write the live view at a moment as an SVG file."""
    console = Console(
        record=True,
        file=io.StringIO(),
        width=width,
        height=height,
        force_terminal=True,
        color_system="truecolor",
    )
    console.print(LiveView(snapshot, now_us))
    drawn = console.export_svg(title=f"arena run: {snapshot.tournament}")
    # Rich would have every reader fetch its font from a stranger's server; their own will do.
    path.write_text(re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL), encoding="utf-8")
