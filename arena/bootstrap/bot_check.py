"""Checks a bot as a league does before it lets it play: its files, its start, and a block of each game.

Nothing is printed, so that a server can call this from a thread. What is written lies below the folder of
this user's instances, where the sweep of any later arena removes it if this process is killed.
"""

from collections.abc import Callable
from pathlib import Path

from arena.author import check_advice
from arena.author.check_report import CheckReport, Step
from arena.bootstrap.bot_trial import Greeting, Stranger, find_stranger, greet
from arena.bootstrap.check_block import BlockRefused, play_block
from arena.core.clock import SystemClock
from arena.core.errors import BotError, ConfigError
from arena.core.text import harmless
from arena.roster.manifest import Manifest, read_manifest
from arena.roster.packing import Parcel, pack
from arena.sandbox.equipment import equip
from arena.sandbox.images.built import SECONDS

_LARGEST = 3
"""So many of the largest files are named."""
_OUTPUT = "; its last output: "
"""Parts the arena's words from the bot's output in evidence (gateway.loss)."""


def check_bot(
    directory: Path,
    *,
    sandbox: str,
    tell: Callable[[Step], None],
    build_seconds: float = SECONDS,
    workers: int = 1,
) -> CheckReport:
    """Check a bot: manifest, files, packages and build step, start and hello, a block of each game it claims.

    It takes at most ten minutes for packages (`sandbox.images.wheels`), `build_seconds`, ten times the ten
    seconds of a start if the machine keeps the bot from running (`gateway.patience`), and for each game
    `check_block.SECONDS` and half a minute to end what then runs; in all but bad cases some seconds.

    Args:
        directory: The bot's folder.
        sandbox: What it runs in; `auto` takes the best that can hold a stranger's.
        tell: Told each step when it is done.
        build_seconds: How long its build step may take.
        workers: How many processes play a block; more than it has rotations are of no use.

    Returns:
        The report; everything that was started has been ended, and what was written is gone.

    Raises:
        ConfigError: that sandbox can't hold it here.
        HostError: the check failed for our reasons, so it says nothing about the bot.
        StorageError: there is no room for the matches.
    """
    return _Check(tell, workers).run(directory, sandbox, build_seconds)


class _Check:
    """One check under way."""

    def __init__(self, tell: Callable[[Step], None], workers: int) -> None:
        self._tell = tell
        self._workers = workers
        self._steps: list[Step] = []

    def run(self, directory: Path, sandbox: str, build_seconds: float) -> CheckReport:
        """Take the steps until one fails."""
        try:
            manifest = read_manifest(directory)
        except ConfigError as error:
            return self._failed("manifest", str(error), check_advice.MANIFEST)
        self._passed("manifest", _manifest_words(manifest))
        try:
            parcel = pack(directory)
        except ConfigError as error:
            return self._failed("files", str(error), check_advice.FILES)
        self._passed("files", _file_words(parcel))
        stranger = find_stranger(str(directory.resolve()), sandbox)
        try:
            stranger.sandbox.prepare(_nothing)
            equip([stranger.entrant], stranger.sandbox, _nothing, build_seconds=build_seconds)
        except ConfigError as error:
            return self._failed("packages", str(error), check_advice.PACKAGES)
        self._passed("packages", _package_words(manifest))
        return self._play(stranger)

    def _play(self, stranger: Stranger) -> CheckReport:
        """Start it, and if it says hello play a block of each game."""
        try:
            greeting = greet(stranger, SystemClock(), _nothing)
        except BotError as error:
            seen, _, output = str(error).partition(_OUTPUT)
            return self._failed("start", seen, check_advice.for_start(str(error)), output=output)
        self._passed("start", _greeting_words(greeting, stranger.choice.sandbox))
        refused: list[BlockRefused] = []
        for game in stranger.entrant.games:
            try:
                self._passed(game, play_block(stranger, game, workers=self._workers))
            except BlockRefused as refusal:
                refused.append(refusal)
                self._take(Step(game, ok=False, seen=refusal.seen, advice=refusal.advice))
        if not refused:
            return CheckReport(tuple(self._steps))
        return CheckReport(tuple(self._steps), record=refused[0].record, output=refused[0].output)

    def _passed(self, name: str, seen: str) -> None:
        self._take(Step(name, ok=True, seen=seen))

    def _failed(self, name: str, seen: str, advice: str, output: str = "") -> CheckReport:
        self._take(Step(name, ok=False, seen=seen, advice=advice))
        return CheckReport(tuple(self._steps), output=output)

    def _take(self, step: Step) -> None:
        self._steps.append(step)
        self._tell(step)


def _nothing(line: str) -> None:
    """Say nothing: the steps say what was done."""
    del line


def _manifest_words(manifest: Manifest) -> str:
    return f"{manifest.name} {manifest.version} plays {' and '.join(manifest.games)}"


def _file_words(parcel: Parcel) -> str:
    total = sum(size for _, size in parcel.files)
    largest = sorted(parcel.files, key=lambda file: -file[1])[:_LARGEST]
    named = ", ".join(f"{harmless(path, 60)} {_size(size)}" for path, size in largest)
    more = len(parcel.files) - len(largest)
    others = f" and {more} more" if more else ""
    return f"{named}{others}: {_size(total)}, packed {_size(len(parcel.packed))}"


def _size(count: int) -> str:
    return f"{count:,} B" if count < 10_000 else f"{count / 1024:,.0f} KiB"


def _package_words(manifest: Manifest) -> str:
    packages = ", ".join(manifest.requirements)
    built = f"built by {' '.join(manifest.build)}" if manifest.build else ""
    return "; ".join(filter(None, [packages, built])) or "it asks for none and builds nothing"


def _greeting_words(greeting: Greeting, sandbox: str) -> str:
    memory = greeting.memory_bytes
    used = (
        "" if memory is None else f", {memory / (1 << 20):,.0f} of {greeting.limits.memory_bytes >> 20} MiB"
    )
    return (
        f"hello after {greeting.start_us / 1e6:.2f} s, {greeting.cpu_us / 1e6:.2f} s of CPU time{used}, "
        f"in the sandbox {sandbox}"
    )
