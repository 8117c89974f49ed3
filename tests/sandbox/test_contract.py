"""What every backend must do, shown with real processes; how bots end is in `test_contract_ends.py`."""

import json
import os
import time

import pytest

from arena.core.errors import BotError
from arena.tournament.ports import EndCause, ExitStatus, Limits, Running
from tests.sandbox.trial import Trial, wait_until

SLEEP = "import time; print('ready', flush=True); time.sleep(600)"
SPIN = "print('ready', flush=True)\nwhile True: pass"
SHOW_ENVIRONMENT = "import json, os; print(json.dumps(dict(os.environ)))"
FILL_A_FILE = """
import tempfile
with tempfile.TemporaryFile(buffering=0) as file:
    while True: file.write(b"x" * 1000)
"""
WAIT_FOR_ONE_CORE = """
import os
while len(os.sched_getaffinity(0)) > 1: pass
print(os.sched_getaffinity(0))
"""


def test_bot_starts_in_its_own_directory(trial: Trial) -> None:
    trial.spec()
    (trial.folder / "bot" / "cards.txt").write_text("9c Th As")

    running = trial.run("print(open('cards.txt').read())")

    assert running.output() == "9c Th As\n"


def test_environment_holds_nothing_of_the_hosts(trial: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_PASSWORD", "hush")

    running = trial.run(SHOW_ENVIRONMENT)

    environment = json.loads(running.output())
    assert "hush" not in environment.values()
    of_the_host = [name for name in environment if environment[name] == os.environ.get(name)]
    assert set(of_the_host) <= {"PATH", "LANG", "LC_CTYPE", "PYTHONUNBUFFERED"}


def test_environment_tells_address_and_token(trial: Trial) -> None:
    environment = json.loads(trial.run(SHOW_ENVIRONMENT).output())

    assert environment["ARENA_ADDRESS"].startswith("unix:/")
    assert environment["ARENA_ADDRESS"].endswith("/bot.sock")
    assert environment["ARENA_TOKEN"] == "secret-token"


def test_kit_can_be_imported(trial: Trial) -> None:
    assert trial.run("import arena.core.cards, grpc; print('both')").output() == "both\n"


def test_each_instance_has_a_temporary_directory_of_its_own(trial: Trial) -> None:
    script = "import tempfile; open(tempfile.gettempdir() + '/note', 'x').write('mine'); print('written')"

    outputs = [trial.run(script).output() for _ in range(2)]

    assert outputs == ["written\n", "written\n"]


def test_output_keeps_stdout_and_stderr(trial: Trial) -> None:
    running = trial.run("import sys; print('out', flush=True); print('error', file=sys.stderr)")

    assert running.output() == "out\nerror\n"


def test_output_returns_the_end_and_no_more_than_asked(trial: Trial) -> None:
    running = trial.run("print('x' * 5000 + 'the end')")

    assert running.output(8) == "the end\n"
    assert len(running.output()) == 4096


def test_output_that_is_no_text_is_returned_as_text(trial: Trial) -> None:
    running = trial.run(r"import sys; sys.stdout.buffer.write(b'\xff\x00ok')")

    assert running.output().endswith("ok")


def test_output_can_be_read_after_the_stop(trial: Trial) -> None:
    running = trial.run("raise SystemExit('no cards left')")

    running.stop()

    assert running.output() == "no cards left\n"


def test_output_is_bounded_on_the_disk(trial: Trial) -> None:
    script = """
import os, sys
try:
    while True: os.write(1, b"x" * 1024)
except OSError as error:
    os.execv(sys.executable, [sys.executable, "-c", "raise SystemExit(27)"])
"""
    running = trial.run(script, limits=Limits(file_bytes=1 << 16))

    assert running.exit_status() == ExitStatus(EndCause.EXITED, 27)
    assert len(running.output(1 << 20)) <= 1 << 16


def test_limit_of_memory_holds(trial: Trial) -> None:
    running = trial.run_limited("cards = bytearray(1 << 30); print('had it all')", limits=Limits())

    assert "had it all" not in running.output()
    assert running.exit_status() != ExitStatus(EndCause.EXITED, 0)


def test_limit_of_open_files_holds(trial: Trial) -> None:
    running = trial.run_limited(
        "files = [open('/dev/null') for _ in range(100)]; print('all open')", limits=Limits(open_files=64)
    )

    assert "Too many open files" in running.output()


def test_limit_of_file_size_holds(trial: Trial) -> None:
    running = trial.run(FILL_A_FILE, limits=Limits(file_bytes=1 << 16))

    assert "File too large" in running.output()


def test_bot_is_pinned_to_its_core(trial: Trial) -> None:
    core = max(os.sched_getaffinity(0))
    running = trial.start(WAIT_FOR_ONE_CORE, core=core)

    wait_until(lambda: running.exit_status() is not None)

    assert running.output() == f"{{{core}}}\n"


def test_missing_command_is_the_bots_fault_and_leaves_nothing(trial: Trial) -> None:
    with pytest.raises(BotError, match=r"no-such-program.*No such file.*bot\.toml"):
        trial.sandbox.start(trial.spec("no-such-program"))

    assert trial.sandbox.start(trial.spec("python", "-c", "")).stop() is not None


def test_command_that_is_no_program_is_the_bots_fault(trial: Trial) -> None:
    spec = trial.spec("./bot.txt")
    (spec.directory / "bot.txt").write_text("just text")

    with pytest.raises(BotError, match="Permission denied"):
        trial.sandbox.start(spec)


def test_missing_directory_is_the_bots_fault(trial: Trial) -> None:
    spec = trial.spec("python")
    spec.directory.rmdir()

    with pytest.raises(BotError, match=f"directory {spec.directory} does not exist"):
        trial.sandbox.start(spec)


def test_frozen_bot_uses_no_cpu_until_thawed(trial: Trial) -> None:
    running = trial.start(SPIN)
    trial.said(running, "ready")

    running.freeze()
    wait_until(lambda: used_in(running, 0.05) == 0)  # what waits for a busy core stops when it gets it
    frozen = running.cpu_us()
    running.thaw()

    wait_until(lambda: running.cpu_us() > frozen + 10_000)


def used_in(running: Running, seconds: float) -> int:
    before = running.cpu_us()
    time.sleep(seconds)
    return running.cpu_us() - before


def test_frozen_bot_can_be_stopped(trial: Trial) -> None:
    running = trial.start(SLEEP)
    trial.said(running, "ready")
    running.freeze()

    assert running.stop().cause is EndCause.STOPPED


def test_cpu_time_counts_threads_and_stays_after_the_end(trial: Trial) -> None:
    script = """
import threading, time
def spin():
    while time.thread_time() < 0.1: pass
threads = [threading.Thread(target=spin) for _ in range(2)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""
    running = trial.run(script)

    used = running.cpu_us()
    running.stop()

    assert used >= 200_000
    assert running.cpu_us() >= used
