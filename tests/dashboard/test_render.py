import pytest

from arena.dashboard.render import LiveView
from arena.dashboard.snapshot import Snapshot
from arena.tournament.events import Draining, StageInfo, TournamentStarted
from tests.dashboard.golden import check_golden
from tests.dashboard.runs import STARTED, drawn, fault, finished, halfway, snapshot_of

NOW = 8_200_000
HALFWAY = snapshot_of(halfway())
MANY_STAGES = TournamentStarted(
    "many-1",
    tuple(StageInfo(f"stage{number}", "linger_longer", "standard", 4, 10, 40) for number in range(30)),
    ("a", "b", "c", "d"),
    2,
    (),
    (0,) * 30,
)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (80, 40), (200, 24), (200, 50), (80, 12)])
def test_live_view_as_text(width: int, height: int) -> None:
    text = drawn(LiveView(HALFWAY, NOW), width=width, height=height)

    check_golden(f"live-{width}x{height}", text)


@pytest.mark.parametrize(
    "snapshot",
    [Snapshot(), snapshot_of([(0, STARTED)]), HALFWAY, snapshot_of([(0, MANY_STAGES)])],
    ids=["nothing yet", "started", "halfway", "many stages"],
)
@pytest.mark.parametrize("width", [10, 40, 79, 80, 149, 150, 200, 400])
def test_view_is_never_larger_than_the_screen(snapshot: Snapshot, width: int) -> None:
    for height in (1, 2, 3, 4, 5, 8, 13, 24, 30, 50, 100):
        lines = drawn(LiveView(snapshot, NOW), width=width, height=height).splitlines()

        assert len(lines) <= max(1, height - 1)
        assert max(map(len, lines)) <= width


def test_every_table_is_shown_when_there_is_room() -> None:
    text = drawn(LiveView(HALFWAY, NOW), width=80, height=60)

    assert text.count("card_counter  ") >= 2
    assert "more bot" not in text


def test_current_stage_keeps_its_table_on_a_short_screen() -> None:
    text = drawn(LiveView(HALFWAY, NOW), width=80, height=14)

    assert "linger_longer standard" in text
    assert "color_elevator standard" not in text


def test_bots_that_do_not_fit_are_counted() -> None:
    text = drawn(LiveView(HALFWAY, NOW), width=80, height=12)

    assert "and 3 more bots" in text


def test_results_name_every_bot_with_its_place() -> None:
    snapshot = snapshot_of([*halfway()])

    text = drawn(LiveView(snapshot, NOW), width=200, height=60)

    assert finished(1, 4) in snapshot.latest
    assert "elevator/4/0  1 " in text
    assert "sleeper (forfeit)" in text


def test_draining_is_said() -> None:
    text = drawn(LiveView(snapshot_of([*halfway(), (8100, Draining())]), NOW), width=80)

    assert "stopping when running matches end" in text
    assert "time left unknown" in text


@pytest.mark.parametrize("evidence", ["[/]", "[bold]x[/bold]", "[red", "\\[x]", ":warning:"])
def test_evidence_is_never_markup(evidence: str) -> None:
    snapshot = snapshot_of([*halfway(), (8100, fault(evidence))])

    assert f"time_out: {evidence}" in drawn(LiveView(snapshot, NOW), width=200)


def test_evidence_cannot_reach_the_terminal() -> None:
    snapshot = snapshot_of([*halfway(), (8100, fault("\x1b[2J\x1b]0;own\x07\u202eevil\x9b1m\nsecond\r"))])

    text = drawn(LiveView(snapshot, NOW), width=200)

    assert "evil" in text
    assert not {"\x1b", "\x07", "\u202e", "\x9b", "\r"} & set(text)
