"""What a user sees for each mistake made before the first match: one line, exit code 2, no traceback."""

from pathlib import Path

import pytest

from tests.end_to_end.arena_command import SAMPLES, arena

STAGE = '[[stages]]\nname = "s"\ngame = "color_elevator"\nseats = 2\ndeals = 1\n'
TWO = f'bots = ["{SAMPLES}/random_bot", "{SAMPLES}/greedy_bot"]\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("this is no toml", "cup.toml is not TOML"),
        (
            f'name = "c"\n{TWO}{STAGE}dealz = 4\n',
            "stages.0.dealz: there is no such key here; known are game,",
        ),
        (f'name = "c"\nbots = ["nowhere", "{SAMPLES}/greedy_bot"]\n{STAGE}', "bots.0: no bot at 'nowhere'"),
        (
            f'name = "c"\nbots = ["{SAMPLES}/greedy_bot", "{SAMPLES}/greedy_bot"]\n{STAGE}',
            "bots.1: two bots are named 'greedy_bot' (the other is bots.0)",
        ),
        (f'name = "c"\n{TWO}{STAGE.replace("= 2", "= 5")}', "players can't be 5; it is one of: 2-4"),
        (f'name = "c"\n{TWO}{STAGE.replace("= 2", "= 3")}', "a table has 3 seats, but only 2 of the bots"),
        (f'name = "c"\n{TWO}{STAGE}[time]\nmove_ms = -1\n', "time.move_ms: should be greater than or equal"),
        (f'name = "c"\n{TWO}{STAGE.replace("color_e", "colour_e")}', "there is no game 'colour_elevator'"),
        (f'name = "c"\n{TWO}{STAGE}preset = "hard"\n', "'hard'"),
        (f'name = "c"\n{TWO}{STAGE}options = {{ refil = "one" }}\n', "color_elevator has no option 'refil'"),
        (f'name = "c"\n{TWO}{STAGE}options = {{ players = 2 }}\n', "say `seats` instead"),
        (f'name = "c"\n{TWO}{STAGE}tables = 2\n', "tables: 2 tables in a round, but 2 bots"),
        (f'name = "c"\nsandbox = "vault"\n{TWO}{STAGE}', "vault"),
        (f'name = "c"\n{TWO}{STAGE}[run]\nmax_matches = 1\n', "over the limit of 1. Either play fewer"),
    ],
    ids=lambda value: value.splitlines()[0][:30] if isinstance(value, str) else None,
)
def test_a_mistake_in_the_file_is_named_before_the_first_match(
    tmp_path: Path, text: str, message: str
) -> None:
    (tmp_path / "cup.toml").write_text(text, encoding="utf-8")

    done = arena(tmp_path, "run", "cup.toml")

    assert done.returncode == 2, done.stdout + done.stderr
    assert message in done.stderr
    assert "cup.toml" in done.stderr or "vault" in message or "plan of" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_table_with_more_seats_than_instances_are_allowed_is_refused(tmp_path: Path) -> None:
    text = f'name = "c"\n{TWO}{STAGE.replace("= 2", "= 3")}[run]\nmax_instances = 2\n'
    text = text.replace("bots = [", f'bots = ["{SAMPLES}/elevator_bot", ')
    (tmp_path / "cup.toml").write_text(text, encoding="utf-8")

    done = arena(tmp_path, "plan", "cup.toml")

    assert done.returncode == 2
    assert "run.max_instances: 2 instances can't fill a table of 3" in done.stderr


def test_a_manifest_without_a_command_is_named(tmp_path: Path) -> None:
    bot = tmp_path / "mute"
    bot.mkdir()
    (bot / "bot.toml").write_text('name = "mute"\nversion = "1"\ngames = ["color_elevator"]\n')

    done = arena(tmp_path, "match", "./mute", "sample:random_bot", "--game", "color_elevator")

    assert done.returncode == 2
    assert "bot.toml" in done.stderr
    assert "command" in done.stderr


def test_a_sample_without_its_prefix_is_explained(tmp_path: Path) -> None:
    done = arena(tmp_path, "match", "random_bot", "sample:greedy_bot", "--game", "color_elevator")

    assert done.returncode == 2
    assert "sample:random_bot" in done.stderr


def test_an_option_that_is_no_pair_is_explained(tmp_path: Path) -> None:
    done = arena(
        tmp_path, "match", "sample:random_bot", "sample:greedy_bot", "-g", "color_elevator", "-o", "refill"
    )

    assert done.returncode == 2
    assert "write it as name=value" in done.stderr


def test_nothing_can_be_resumed_from_a_database_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(f'name = "c"\n{TWO}{STAGE}', encoding="utf-8")

    done = arena(tmp_path, "run", "cup.toml", "--resume")

    assert done.returncode == 2
    assert not (tmp_path / "arena.db").exists()


def test_a_changed_file_is_not_resumed_and_the_line_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(f'name = "c"\n{TWO}{STAGE}', encoding="utf-8")
    assert arena(tmp_path, "run", "cup.toml", "--quiet").returncode == 0
    file.write_text(file.read_text(encoding="utf-8").replace("deals = 1", "deals = 2"), encoding="utf-8")

    done = arena(tmp_path, "run", "cup.toml", "--resume")

    assert done.returncode == 2
    assert "line 7 is 'deals = 2', was 'deals = 1'" in done.stderr


def test_a_changed_bot_is_not_resumed_and_is_named(tmp_path: Path) -> None:
    bot = tmp_path / "mine"
    bot.mkdir()
    for name in ("bot.py", "bot.toml"):
        (bot / name).write_bytes((SAMPLES / "random_bot" / name).read_bytes())
    mine = '{ path = "mine", name = "mine", trusted = true }'
    (tmp_path / "cup.toml").write_text(
        f'name = "c"\nbots = [{mine}, "{SAMPLES}/greedy_bot"]\n{STAGE}', encoding="utf-8"
    )
    assert arena(tmp_path, "run", "cup.toml", "--quiet").returncode == 0
    (bot / "bot.py").write_bytes((bot / "bot.py").read_bytes() + b"# better\n")

    done = arena(tmp_path, "run", "cup.toml", "--resume")

    assert done.returncode == 2
    assert "bot 'mine'" in done.stderr
    assert "has changed since c-1 began" in done.stderr
