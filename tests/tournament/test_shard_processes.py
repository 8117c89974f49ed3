"""A shard with real processes behind real streams: good bots, and each kind of bad one among them."""

import asyncio
import tempfile
from pathlib import Path

import pytest

from arena.core.clock import SystemClock
from arena.games.registry import find_game
from arena.gateway.host import GatewayHost
from arena.match.faults import Fault, FaultKind
from arena.match.player import TimeControl
from arena.sandbox.process import ProcessSandbox
from arena.tournament.job import Job, JobResult
from arena.tournament.setup import Entrant, StageSetup, Timing, TournamentSetup
from arena.tournament.shard import Shard

GOOD = "return view.legal_moves[0]"
HEAD = """
import os, sys, time
from arena.bot import Bot, serve
count = 0
class TheBot(Bot):
    def linger_longer(self, view):
        global count
        count += 1
        {body}
    def color_elevator(self, view):
        return view.legal_moves[0]
serve(TheBot)
"""


def write_bot(folder: Path, body: str, *, program: str = HEAD) -> Path:
    folder.mkdir()
    (folder / "bot.py").write_text(program.format(body=body))
    return folder


def play(
    tmp_path: Path,
    bad: str,
    *,
    game: str = "linger_longer",
    program: str = HEAD,
    matches: int = 12,
    time: TimeControl = TimeControl(),  # noqa: B008 - frozen
    start_us: int = 20_000_000,
) -> JobResult:
    """Play a job in which the bot of entrant 1 is `bad`, and the other two are good."""
    folders = [write_bot(tmp_path / f"bot{n}", GOOD) for n in (0, 2)]
    folders.insert(1, write_bot(tmp_path / "bad", bad, program=program))
    options = find_game(game).options("standard", {"players": 3})
    setup = TournamentSetup(
        name="real",
        entrants=tuple(
            Entrant(n, f"bot{n}", "1", folder, ("python", "bot.py"), (game,), "")
            for n, folder in enumerate(folders)
        ),
        stages=(
            StageSetup(
                "main", game, options, (0, 1, 2), seats=3, deals=50, tables=None, draw_probability=0.2
            ),
        ),
        secret=bytes(32),
        practice=True,
        time=time,
        start_us=start_us,
        timing=Timing.THROUGHPUT,
        anonymous=False,
        max_faults=3,
        bench_after=2,
        window=64,
        in_flight=8,
        max_instances=6,
        sandbox="process",
    )

    async def run(sockets: Path) -> JobResult:
        host = GatewayHost(setup, ProcessSandbox(), SystemClock(), parent=sockets)
        shard = Shard(setup, host, SystemClock())
        try:
            return await shard.run(Job(0, 0, tuple(range(matches))), is_draining=lambda: False)
        finally:
            await shard.close()

    with tempfile.TemporaryDirectory() as sockets:  # the path of a socket must be short
        result = asyncio.run(run(Path(sockets)))
        assert not list(Path(sockets).iterdir())
    assert len(result.records) == matches, "whatever one bot does, every match is played"
    return result


def faults(result: JobResult) -> list[Fault]:
    found = [fault for record in result.records for fault in record.faults]
    assert all(record.seats[fault.seat] == 1 for record in result.records for fault in record.faults), (
        "nobody but the bad bot has a fault"
    )
    return found


@pytest.mark.parametrize("game", ["linger_longer", "color_elevator"])
def test_good_bots_play_without_a_fault_many_questions_to_a_batch(tmp_path: Path, game: str) -> None:
    result = play(tmp_path, GOOD, game=game)

    assert faults(result) == []
    assert result.decisions > result.batches


def test_a_bot_that_dies_in_a_match_is_one_incident_with_its_last_words(tmp_path: Path) -> None:
    flag = tmp_path / "flag"
    body = (
        f"if count == 20 and not os.path.exists({str(flag)!r}):\n"
        f"            open({str(flag)!r}, 'w').close(); print('alas', flush=True); os._exit(9)\n"
        f"        {GOOD}"
    )
    (fault,) = faults(play(tmp_path, body))

    assert (fault.kind, fault.is_incident, fault.is_forfeit) == (FaultKind.CRASH, True, False)
    assert "exit code 9" in fault.evidence
    assert "alas" in fault.evidence


def test_a_bot_that_always_dies_forfeits_and_the_job_ends(tmp_path: Path) -> None:
    result = play(tmp_path, "os.kill(os.getpid(), 11)")

    assert all(record.forfeits for record in result.records)
    assert {fault.kind for fault in faults(result)} == {FaultKind.CRASH}
    assert any("signal 11" in fault.evidence for fault in faults(result))


def test_a_bot_that_thinks_too_long_is_lost_by_a_time_out(tmp_path: Path) -> None:
    time = TimeControl(move_us=100_000, bank_us=0)
    result = play(tmp_path, "while True: pass", time=time, matches=6)

    assert all(record.forfeits for record in result.records)
    assert {fault.kind for fault in faults(result)} == {FaultKind.TIME_OUT}


def test_a_bot_that_sleeps_is_lost_by_a_time_out(tmp_path: Path) -> None:
    time = TimeControl(move_us=100_000, bank_us=0)
    result = play(tmp_path, "time.sleep(3600)", time=time, matches=6)

    assert {fault.kind for fault in faults(result)} == {FaultKind.TIME_OUT}
    assert any("not thinking" in fault.evidence for fault in faults(result))


def test_a_bot_that_exits_at_once_forfeits_with_the_reason(tmp_path: Path) -> None:
    result = play(tmp_path, "", program="import sys; sys.exit('no licence')\n")

    assert {fault.kind for fault in faults(result)} == {FaultKind.START_FAILURE}
    assert "no licence" in faults(result)[0].evidence


def test_a_bot_that_lacks_a_package_forfeits_with_the_advice_to_list_it(tmp_path: Path) -> None:
    result = play(tmp_path, "", program="import no_such_package.part\n", matches=2)

    advice = "if no_such_package comes with a package, list that under `requirements` in bot.toml; its last"
    assert advice in faults(result)[0].evidence


def test_a_bot_that_never_says_hello_forfeits_with_the_reason(tmp_path: Path) -> None:
    result = play(tmp_path, "", program="import time; time.sleep(3600)\n", start_us=400_000)

    bad = {
        fault.kind for record in result.records for fault in record.faults if record.seats[fault.seat] == 1
    }
    assert bad == {FaultKind.START_FAILURE}


def test_a_bot_that_hangs_up_and_lives_on_is_a_disconnect(tmp_path: Path) -> None:
    body = (
        "import gc, socket\n"
        "        for fd in range(3, 64):\n"
        "            try: socket.socket(fileno=os.dup(fd)).shutdown(2)\n"
        "            except OSError: pass\n"
        "        time.sleep(3600)"
    )
    result = play(tmp_path, body, matches=4)

    assert {fault.kind for fault in faults(result)} == {FaultKind.DISCONNECT}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "kind", "words"),
    [
        ("cards = bytearray(1 << 30)", FaultKind.CRASH, "MemoryError"),
        ("os._exit(0)", FaultKind.CRASH, "exited, exit code 0"),
        ("raise ValueError('no idea')", FaultKind.CRASH, "ValueError: no idea"),
        ("os.kill(os.getpid(), 15)", FaultKind.CRASH, "signalled, signal 15"),
        ("sys.exit(4)", FaultKind.CRASH, "exited, exit code 4"),
    ],
    ids=["memory", "exit", "exception", "signal", "exit code"],
)
def test_each_end_of_a_process_is_told_from_the_others(
    tmp_path: Path, body: str, kind: FaultKind, words: str
) -> None:
    result = play(tmp_path, body, matches=2)

    assert {fault.kind for fault in faults(result)} == {kind}
    assert all(words in fault.evidence for fault in faults(result))
    ends = [piece.end for piece in result.output if piece.entrant == 1]
    assert ends
    assert all(end.startswith(f"{kind.value}: ") and words in end for end in ends)


def test_a_failed_start_is_told_with_what_was_written_by_then(tmp_path: Path) -> None:
    result = play(tmp_path, "", program="print('reading my book'); raise SystemExit('no book')\n", matches=2)

    pieces = [piece for piece in result.output if piece.entrant == 1]
    assert pieces
    assert {chunk.text for piece in pieces for chunk in piece.chunks} == {"reading my book\nno book\n"}
    assert all(piece.end.startswith("start_failure: ") for piece in pieces)


def test_what_a_bot_writes_comes_with_the_matches_that_were_open(tmp_path: Path) -> None:
    result = play(tmp_path, f"print('I lead', view.seat); {GOOD}")

    (piece,) = [piece for piece in result.output if piece.entrant == 1]
    chunks = list(piece.by_open_matches())
    assert "I lead" in chunks[0][1].text
    assert piece.end == ""
    assert piece.matches() <= {record.id for record in result.records}
    assert all(0 < len(matches) <= 8 for matches, _ in chunks[:1])


def test_a_bot_that_writes_without_an_end_is_cut_and_plays_on(tmp_path: Path) -> None:
    result = play(tmp_path, f"print('x' * 1_000_000); {GOOD}", matches=2)

    assert faults(result) == []
    (piece,) = [piece for piece in result.output if piece.entrant == 1]
    assert sum(len(chunk.text) for chunk in piece.chunks) <= 16_384
    assert any(chunk.lost for chunk in piece.chunks)
