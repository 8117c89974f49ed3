"""The check of a bot: real processes, in the sandbox that isolates nothing, so that it runs anywhere."""

import os
import re
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.author.check_report import CheckReport, Step
from arena.bootstrap import check_block
from arena.bootstrap.bot_check import check_bot
from arena.bootstrap.check_block import scratch_folder
from arena.core.errors import ConfigError
from arena.roster.bot_version import load_bot
from arena.sandbox.folders import InstanceFolders
from tests.author.bots import write_program


def checked(folder: Path) -> CheckReport:
    return check_bot(folder, sandbox="process", tell=lambda _: None, build_seconds=20)


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Have all temporary files below one folder with a short path, since sockets need one."""
    with tempfile.TemporaryDirectory(prefix="c-") as folder:
        Path(folder).chmod(0o711)
        monkeypatch.setenv("TMPDIR", folder)
        monkeypatch.setattr(tempfile, "tempdir", folder)
        yield Path(folder)


def failed(report: CheckReport) -> Step:
    """Return the only step that failed."""
    (step,) = [step for step in report.steps if not step.ok]
    assert not report.ok
    assert step.name in report.reason
    return step


def test_a_manifest_that_is_missing_is_the_first_to_be_named(tmp_path: Path) -> None:
    step = failed(checked(tmp_path))

    assert step.name == "manifest"
    assert "bot.toml is missing" in step.seen
    assert "docs/write_a_bot.md" in step.advice


def test_a_manifest_that_can_not_be_read_is_named_with_its_mistake(tmp_path: Path) -> None:
    bot = write_program(tmp_path / "mine")
    (bot / "bot.toml").write_text("name = mine\n", encoding="utf-8")

    step = failed(checked(bot))

    assert step.name == "manifest"
    assert "is not TOML" in step.seen


def test_a_game_that_there_is_not_is_answered_with_those_that_there_are(tmp_path: Path) -> None:
    step = failed(checked(write_program(tmp_path / "mine", games=("chess",))))

    assert step.name == "manifest"
    assert "games can't be ['chess']; it is a list of games" in step.seen


def test_a_link_among_the_files_is_refused(tmp_path: Path) -> None:
    bot = write_program(tmp_path / "mine")
    (bot / "tables").symlink_to("/etc/passwd")

    step = failed(checked(bot))

    assert step.name == "files"
    assert "tables is a link" in step.seen
    assert ".arenaignore" in step.advice


def test_a_build_step_that_fails_is_named_with_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    bot = write_program(tmp_path / "mine")
    with (bot / "bot.toml").open("a", encoding="utf-8") as manifest:
        manifest.write('build = ["python", "-c", "raise SystemExit(\'no table today\')"]\n')

    step = failed(checked(bot))

    assert step.name == "packages"
    assert "no table today" in step.seen


def test_a_build_step_has_so_long_and_no_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    bot = write_program(tmp_path / "mine")
    with (bot / "bot.toml").open("a", encoding="utf-8") as manifest:
        manifest.write('build = ["python", "-c", "while True: pass"]\n')

    report = check_bot(bot, sandbox="process", tell=lambda _: None, build_seconds=0)

    assert "takes longer than 0 s" in failed(report).seen


def test_a_bot_that_ends_at_its_start_is_shown_with_what_it_wrote(tmp_path: Path) -> None:
    report = checked(write_program(tmp_path / "mine", before="sys.exit('my tables are gone')"))

    step = failed(report)
    assert step.name == "start"
    assert "it ended before its hello: exited, exit code 1" in step.seen
    assert report.output == "my tables are gone"


def test_a_missing_package_is_named_with_the_line_to_add(tmp_path: Path) -> None:
    report = checked(write_program(tmp_path / "mine", before="import there_is_no_such_package.deep"))

    step = failed(report)
    assert step.name == "start"
    assert 'Add "there_is_no_such_package==VERSION" to requirements' in step.advice
    assert "ModuleNotFoundError" in report.output


@pytest.mark.parametrize(
    ("before", "advice"),
    [("os._exit(0)", "does the program call serve()?"), ("1 / 0", "the last line of the traceback below")],
    ids=["silent", "raises"],
)
def test_a_bot_that_ends_before_its_hello_is_told_why(tmp_path: Path, before: str, advice: str) -> None:
    step = failed(checked(write_program(tmp_path / "mine", before=before)))

    assert step.name == "start"
    assert advice in step.advice


def test_a_sandbox_that_there_is_not_is_no_fault_of_the_bot(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no sandbox 'moat'"):
        check_bot(write_program(tmp_path / "mine"), sandbox="moat", tell=lambda _: None)


def test_each_step_is_told_when_it_is_done(tmp_path: Path) -> None:
    told: list[Step] = []

    report = check_bot(
        write_program(tmp_path / "mine", before="sys.exit(1)"), sandbox="process", tell=told.append
    )

    assert [step.name for step in told] == ["manifest", "files", "packages", "start"]
    assert report.steps == tuple(told)


def test_what_a_check_that_was_killed_left_is_swept_by_the_next_arena() -> None:
    dead = InstanceFolders()
    dead._owner = f"{(Path('/proc/self/ns/pid')).stat().st_ino}-{os.getpid()}-1"  # this pid, long ago
    left = dead.make("scratch-of-the-dead")

    with scratch_folder() as lent:
        InstanceFolders().sweep()

        assert not left.exists()
        assert lent.is_dir()
    assert not lent.exists()


@pytest.mark.slow
def test_a_silent_bot_is_told_to_say_hello(tmp_path: Path) -> None:
    step = failed(checked(write_program(tmp_path / "mine", before="time.sleep(600)")))

    assert step.name == "start"
    assert "it said no valid hello within 10 s" in step.seen
    assert "send a hello" in step.advice


@pytest.mark.slow
def test_a_good_bot_passes_every_step_and_leaves_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], temporary: Path
) -> None:
    told: list[Step] = []
    good = write_program(tmp_path / "house-1")

    def check() -> None:
        check_bot(good, sandbox="process", tell=told.append)

    thread = threading.Thread(target=check)  # as a server does
    thread.start()
    thread.join()

    assert [(step.name, step.ok) for step in told] == [
        (name, True) for name in ("manifest", "files", "packages", "start", "color_elevator")
    ]
    assert "4 matches of a block" in told[-1].seen
    assert "no fault" in told[-1].seen
    assert capfd.readouterr() == ("", "")
    assert not [path for path in temporary.rglob("*") if not path.is_dir()]


@pytest.mark.slow
def test_a_block_that_takes_too_long_is_abandoned_and_leaves_nothing(
    tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_block, "SECONDS", 0.0)

    step = failed(checked(write_program(tmp_path / "mine")))

    assert step.name == "color_elevator"
    assert step.seen == "a block was not over after 0 s"
    assert not [path for path in temporary.rglob("*") if not path.is_dir()]


@pytest.mark.slow
def test_an_illegal_move_is_shown_with_its_turn_what_was_legal_and_what_was_played(tmp_path: Path) -> None:
    absent = "from arena.bot import Placement\nheld = set(view.hand)\n"
    bot = write_program(
        tmp_path / "mine",
        absent + "return Placement(next(Card(c) for c in range(52) if Card(c) not in held), 0)",
    )

    report = checked(bot)

    step = failed(report)
    assert step.name == "color_elevator"
    assert re.search(r"check/0/\d, move \d+, seat \d: illegal_move, answered", step.seen)
    assert "legal were: " in step.seen
    assert "the house played " in step.seen
    assert "and 1 more fault" in step.seen
    assert "Answer one of the legal moves" in step.advice
    assert report.record.startswith("match check/0/0: color_elevator")


@pytest.mark.slow
def test_a_crash_is_shown_with_its_traceback_and_what_the_bot_wrote(tmp_path: Path) -> None:
    report = checked(write_program(tmp_path / "mine", "print('my hand is', view.hand)\nreturn 1 / 0"))

    step = failed(report)
    assert "crash" in step.seen
    assert "ZeroDivisionError" in step.seen
    assert "my hand is" in report.output


@pytest.mark.slow
def test_a_slow_bot_is_told_how_long_it_may_think(tmp_path: Path) -> None:
    step = failed(checked(write_program(tmp_path / "mine", "time.sleep(20)")))

    assert step.name == "color_elevator"
    assert "time_out" in step.seen
    assert "a move has 0.5 s" in step.advice


@pytest.mark.slow
def test_a_game_that_the_bot_claims_and_can_not_play_is_named(tmp_path: Path) -> None:
    bot = write_program(tmp_path / "mine", method="color_elevator", games=("linger_longer",))

    step = failed(checked(bot))

    assert step.name == "linger_longer"
    assert "Give the bot a method linger_longer(self, view), or take linger_longer out" in step.advice


@pytest.mark.slow
@pytest.mark.parametrize("name", ["greedy_bot", "elevator_bot"])
def test_the_bots_of_the_house_pass(name: str) -> None:
    report = checked(load_bot(f"sample:{name}").directory)

    assert report.ok, report.reason
