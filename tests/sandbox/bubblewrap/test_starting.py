"""How bubblewrap starts programs, and whose fault it is when it can't."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.core.errors import BotError, HostError
from arena.tournament.ports import EndCause, ExitStatus
from tests.sandbox.namespaces import requires_bubblewrap
from tests.sandbox.trial import Trial, wait_until

pytestmark = requires_bubblewrap
SLEEP = "import time; print('ready', flush=True); time.sleep(600)"


def test_interpreter_is_the_hosts_and_sees_nothing_installed_beside_it(trial: Trial) -> None:
    script = """
import sys, json
missing = []
for name in ("arena.tournament", "arena.storage", "sqlalchemy", "pytest", "pydantic"):
    try: __import__(name)
    except ImportError: missing.append(name)
print(json.dumps([sys.version, missing]))
"""
    version, missing = json.loads(trial.run(script).output())

    assert version == sys.version
    assert missing == ["arena.tournament", "arena.storage", "sqlalchemy", "pytest", "pydantic"]


def test_programs_of_the_system_and_of_the_bot_can_be_started(trial: Trial) -> None:
    program = trial.spec().directory / "fox"
    program.write_text("#!/bin/sh\necho fox >/dev/null && echo $0")
    program.chmod(0o755)
    for command, said in {("./fox",): "./fox\n", ("sh", "-c", "echo shell"): "shell\n"}.items():
        running = trial.sandbox.start(trial.spec(*command))
        trial.started.append(running)
        wait_until(lambda running=running: running.exit_status() is not None)  # type: ignore[misc]

        assert running.output() == said


def test_program_outside_of_what_a_bot_sees_is_its_own_fault(trial: Trial) -> None:
    program = trial.folder / "elsewhere"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)

    with pytest.raises(BotError, match=r"elsewhere.*No such file.*in the bot's directory"):
        trial.sandbox.start(trial.spec(str(program)))


def test_program_whose_interpreter_is_missing_says_so_in_its_output(trial: Trial) -> None:
    program = trial.spec().directory / "fox"
    program.write_text("#!/no/such/interpreter\n")
    program.chmod(0o755)
    running = trial.sandbox.start(trial.spec("./fox"))
    trial.started.append(running)
    wait_until(lambda: running.exit_status() is not None)

    assert running.exit_status() == ExitStatus(EndCause.EXITED, 127)
    assert "./fox" in running.output()


def test_bot_that_writes_like_bwrap_does_not_blame_the_host(trial: Trial) -> None:
    running = trial.run("print('bwrap: execvp bot: No such file'); raise SystemExit(1)")

    assert running.exit_status() == ExitStatus(EndCause.EXITED, 1)


def test_failure_of_bwrap_is_the_hosts(trial: Trial) -> None:
    spec = trial.spec("python", "-c", "")
    spec.socket_directory.rmdir()
    running = trial.sandbox.start(spec)
    try:
        with pytest.raises(HostError, match=r"bwrap can't start a bot: .*No such file"):
            wait_until(lambda: running.exit_status() is not None)
    finally:
        assert running.stop() == ExitStatus(EndCause.EXITED, 1)


def test_core_that_does_not_exist_is_our_fault_and_leaves_nothing(trial: Trial) -> None:
    with pytest.raises(HostError, match="affinity"):
        trial.start(SLEEP, core=4095)

    assert trial.sandbox.start(trial.spec("python", "-c", "")).stop() is not None


def test_user_that_may_make_no_namespaces_is_told_what_to_do(tmp_path: Path) -> None:
    script = """
from arena.core.errors import HostError
from arena.sandbox.bubblewrap.sandbox import BubblewrapSandbox
try:
    BubblewrapSandbox().prepare(print)
except HostError as error:
    print(error)
"""
    forbid = 'echo 0 >/proc/sys/user/max_user_namespaces; exec "$@"'
    command = ["unshare", "--user", "--map-root-user", "sh", "-c", forbid, "sh", sys.executable, "-c", script]

    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[3],
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )

    assert "refuses to make namespaces" in done.stdout, done.stderr
    assert "sysctl user.max_user_namespaces=10000 allows them" in done.stdout
