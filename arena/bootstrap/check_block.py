"""One block of a game by a bot under check, against bots that come with the arena, on the real machinery."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from threading import Timer
from typing import Any

from arena.author import check_advice
from arena.bootstrap.bot_trial import Stranger
from arena.bootstrap.tournaments import Prepared, begin, enrol_content, make_ready, play
from arena.core.clock import SystemClock
from arena.core.errors import HostError
from arena.core.text import harmless, lines_of
from arena.dashboard.words import plural
from arena.games.registry import find_game
from arena.match.faults import Fault
from arena.match.record import MatchRecord
from arena.match.replay_text import to_text
from arena.roster.bot_version import SAMPLE, load_bot, sample_names
from arena.sandbox.folders import InstanceFolders
from arena.scheduling.seeds import deal_seed
from arena.storage.archive import Archive, open_archive
from arena.storage.store import open_store
from arena.storage.stored_tournament import StoredTournament
from arena.tournament.enrol import Enrolment
from arena.tournament.events import Event
from arena.tournament.runner import StopRequest
from arena.tournament.spec import parse

SECONDS = 120.0
"""How long a block may take, by the wall clock; then what runs is abandoned."""
_CANDIDATE = 0
"""The number of the bot under check in its tournament."""
_MOST_OUTPUT = 4_096
_MOST_FAULTS = 3
_MOST_LINES = 6
"""Of a fault's evidence so many lines are shown with the step; all of them are in the record."""


class BlockRefused(Exception):
    """The bot has not played its block without a fault."""

    def __init__(self, seen: str, advice: str, record: str = "", output: str = "") -> None:
        """Say what was seen, what to change, and show the match."""
        super().__init__(seen)
        self.seen, self.advice, self.record, self.output = seen, advice, record, output


@dataclass(frozen=True, slots=True)
class Blind:
    """A watcher that looks away."""

    def see(self, event: Event) -> None:
        """Do nothing."""


def play_block(stranger: Stranger, game: str, *, workers: int) -> str:
    """Play a deal of a game in all rotations of the seats; say how it went.

    Raises:
        BlockRefused: the bot did something wrong, or was not done in time.
        HostError: it could not be played for our reasons.
        StorageError: there is no room for it.
    """
    with scratch_folder() as folder:
        database = str(folder / "check.db")
        prepared = _play(stranger, game, database, workers)
        with open_archive(database) as archive:
            return _judge(archive, archive.find(prepared.tournament), prepared)


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Lend a folder that is removed afterwards; if this process is killed, by the next arena that sweeps."""
    folders = InstanceFolders()
    folder = folders.make(f"scratch-{secrets.token_hex(8)}")
    try:
        yield folder
    finally:
        folders.remove(folder)


def _play(stranger: Stranger, game: str, database: str, workers: int) -> Prepared:
    """Play the block's tournament, for as long as it may take."""
    content = parse(_content(stranger, game), where="the check")
    stop = StopRequest()

    def abandon() -> None:
        stop.times = 2

    timer = Timer(SECONDS, abandon)
    timer.daemon = True
    with open_store(database) as store:
        workers = min(workers, _seats(game))
        setup = enrol_content(content, Enrolment("the check", Path.cwd()), workers=workers)
        prepared = make_ready(begin(setup, "", store), store, lambda _: None)
        timer.start()
        try:
            end = play(prepared, store, watcher=Blind(), workers=workers, stop=stop, clock=SystemClock())
        finally:
            timer.cancel()
    if end.void_blocks:
        raise HostError(f"a block of {game} could not be played for our reasons; try again")
    if not end.finished:
        raise BlockRefused(
            f"a block was not over after {SECONDS:g} s",
            "Think for less long; if other programs keep this machine busy, try again when they are done.",
        )
    return prepared


def _content(stranger: Stranger, game: str) -> dict[str, Any]:
    """Describe a tournament of one table of the game's usual size, and of one deal."""
    name = stranger.entrant.name
    own = str(stranger.entrant.directory)
    samples = [SAMPLE + sample for sample in sample_names()]
    house = [sample for sample in samples if game in load_bot(sample).manifest.games]
    # A game that no bot of the house plays is played against copies.
    bots = [{"path": own}, *_seated(house or [own], _seats(game) - 1, taken=name)]
    return {
        "name": "check",
        "bots": bots,
        "stages": [{"name": "check", "game": game, "deals": 1}],
        "sandbox": stranger.choice.sandbox,
        # With the first fault all is known, and the house plays the rest out at once.
        "faults": {"max_faults": 1, "bench_after": 1},
    }


def _seats(game: str) -> int:
    """Return how many seats the game's usual table has."""
    return int(find_game(game).options("standard", {}).players)


def _seated(house: Sequence[str], count: int, *, taken: str) -> Iterator[dict[str, str]]:
    """Name so many bots, some of them again if they are too few."""
    for number, path in enumerate(islice(cycle(house), count), start=1):
        name = f"house-{number}"
        yield {"path": path, "name": name if name != taken else f"the-{name}"}


def _judge(archive: Archive, found: StoredTournament, prepared: Prepared) -> str:
    """Look for faults of the bot in every match; say how it did if there is none."""
    records = list(archive.matches(found))
    places = [record.places[record.seats.index(_CANDIDATE)] for record in records]
    failed = [(record, fault) for record in records for fault in _own_faults(record)]
    if not failed:
        moves = sum(len(record.moves) for record in records)
        return (
            f"{len(records)} matches of a block, {moves} moves, no fault; places {' '.join(map(str, places))}"
        )
    record, fault = failed[0]
    stage = prepared.setup.stages[0]
    told = to_text(
        record,
        game=find_game(stage.game),
        options=stage.options,
        seed=deal_seed(prepared.setup.secret, stage.name, record.id.block),
        entrants=found.entrants,
    )
    words = [line for each in failed[:_MOST_FAULTS] for line in _fault_words(*each, stage.game)]
    if len(failed) > _MOST_FAULTS:
        words.append(f"and {plural(len(failed) - _MOST_FAULTS, 'more fault')}")
    raise BlockRefused(
        "\n".join(words),
        check_advice.for_fault(fault.kind, fault.evidence, stage.game),
        record="\n".join(told),
        output=_output(archive, found, record),
    )


def _own_faults(record: MatchRecord) -> Iterator[Fault]:
    for fault in record.faults:
        if record.seats[fault.seat] == _CANDIDATE:
            yield fault


def _fault_words(record: MatchRecord, fault: Fault, game: str) -> Iterator[str]:
    """Tell a fault: the match, the move, the evidence, and what was played instead."""
    first, *following = lines_of(fault.evidence)
    yield f"{record.id}, move {fault.move_number + 1}, seat {fault.seat}: {fault.kind.value}, {first}"
    yield from (f"  {harmless(line, 200)}" for line in following[-_MOST_LINES:] if line.strip())
    if fault.move_number in record.substitutes:
        move = find_game(game).move_text(record.moves[fault.move_number])
        yield f"  the house played {move} instead"


def _output(archive: Archive, found: StoredTournament, record: MatchRecord) -> str:
    pieces = archive.output(found, _CANDIDATE, match=record.id).pieces
    return "".join(chunk.text for piece in pieces for chunk in piece.chunks)[-_MOST_OUTPUT:]
