"""`arena bot duel`: which of some bots is better, and how clear that is."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Annotated

import typer

from arena.author.clarity import Verdict
from arena.author.duel import Duel, Pair
from arena.bootstrap.check_block import Blind, scratch_folder
from arena.bootstrap.duel import DuelPlan, Terms, plan_duel, play_duel
from arena.bootstrap.seated_names import who_is_who
from arena.bootstrap.workers import worker_count
from arena.cli.arguments import Format, FormatOption
from arena.cli.listing import say, show
from arena.cli.match import option_of
from arena.cli.run import (
    PlainOption,
    QuietOption,
    SandboxOption,
    WorkersOption,
    next_commands,
    stop_on_signals,
)
from arena.cli.watching import watcher_for
from arena.core.clock import SystemClock
from arena.core.errors import Interrupted
from arena.dashboard.listing import Listing, Row, wrapped_table
from arena.dashboard.watching import Watching
from arena.dashboard.words import plural
from arena.roster.bot_version import SAMPLE
from arena.tournament.ports import Watcher
from arena.tournament.runner import StopRequest

KEYS = ("first", "second", "better", "verdict", "blocks", "lead", "low", "high", "p")
_HEADINGS = {"verdict": "", "lead": "places ahead", "bounds": "surely between", "p": "p"}


def duel(
    bots: Annotated[
        list[str],
        typer.Argument(help="Folders of bots, or sample:NAME.", metavar="BOT", show_default=False),
    ],
    game: Annotated[str, typer.Option("--game", "-g", help="The game; `arena games` lists them.")],
    blocks: Annotated[
        int, typer.Option("--blocks", "-n", min=1, max=1_000_000, help="At most so many blocks.")
    ] = 960,
    sure: Annotated[
        float, typer.Option("--sure", min=0.5, max=0.9999, help="How sure a verdict is to be.")
    ] = 0.95,
    seats: Annotated[
        int | None,
        typer.Option("--seats", min=2, max=6, help="Seats at the table, shared evenly.", show_default=False),
    ] = None,
    preset: Annotated[str, typer.Option("--preset", help="One of the game's presets.")] = "standard",
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="An option of the game, as name=value.")
    ] = None,
    seed: Annotated[str | None, typer.Option("--seed", help="Play the same deals again: practice.")] = None,
    db: Annotated[
        str | None,
        typer.Option(
            "--db", help="Keep the matches in this database; else none is kept.", show_default=False
        ),
    ] = None,
    form: FormatOption = Format.TABLE,
    workers: WorkersOption = None,
    sandbox: SandboxOption = None,
    plain: PlainOption = False,
    quiet: QuietOption = False,
) -> None:
    """Play bots against each other until it is clear who is better.

    Every deal is played from every seat (a block). After each block the duel asks whether a difference is
    clear, by a test that may be asked so often, and whether it can become clear within -n. It ends when
    every pair is decided; what runs then is finished. With fewer bots than seats each sits there more than
    once. Folders that you name run as if you had started them yourself; --sandbox auto isolates them.

    \b
    Examples:
      arena bot duel ./mybot sample:greedy_bot --game color_elevator
      arena bot duel ./v1 ./v2 --game linger_longer -n 2400 --sure 0.99
      arena bot duel ./a ./b ./c --game linger_longer --format json
    """
    terms = Terms(
        game,
        preset=preset,
        options=dict(option_of(text) for text in option or []),
        seats=seats,
        blocks=blocks,
        seed=seed,
        sandbox=sandbox,
    )
    count = worker_count(workers)
    plan = plan_duel(bots, terms, workers=count)
    for line in who_is_who(bots, plan.bots):
        say(line)
    own = [bot for bot in bots if not bot.startswith(SAMPLE)]
    if own and sandbox is None:
        say(f"{', '.join(own)}: run as if you had started them yourself; --sandbox auto isolates them")
    with ExitStack() as stack:
        database = db or str(stack.enter_context(scratch_folder()) / "duel.db")
        stop = stack.enter_context(stop_on_signals())
        clock = SystemClock()
        watcher: Watcher = Blind()
        if form is Format.TABLE:
            watcher = stack.enter_context(watcher_for(clock, plain=plain, quiet=quiet))
        ended = play_duel(
            plan,
            database,
            sure=sure,
            watcher=watcher,
            workers=count,
            stop=stop,
            clock=clock,
            tell=say,
        )
    if isinstance(watcher, Watching) and watcher.snapshot.faults:
        say(next_commands(watcher.snapshot, db) if db else "to see more of the faults: add --db duel.db")
    show([_listing(ended)], form, footnote="\n".join(_words(ended, plan)))
    _refuse_stopped(ended, stop)


def _listing(ended: Duel) -> Listing:
    pairs = ended.pairs()
    rows: list[Row] = [_row(pair) for pair in pairs]
    title = f"After {plural(ended.blocks, 'block')}, {100 * ended.sure:.6g} % sure"
    return Listing(title, KEYS, rows, wrapped_table(_HEADINGS, [_shown(pair) for pair in pairs]))


def _row(pair: Pair) -> Row:
    return {
        "first": pair.first,
        "second": pair.second,
        "better": pair.better,
        "verdict": "clear" if pair.better else pair.verdict.value,
        "blocks": pair.blocks,
        "lead": round(pair.lead, 4),
        "low": round(pair.low, 4),
        "high": round(pair.high, 4),
        "p": float(f"{pair.p:.3g}"),
    }


def _shown(pair: Pair) -> Row:
    """Write a pair for people, the one that is ahead first."""
    is_turned = pair.better == pair.second if pair.better else pair.lead < 0
    sign = -1 if is_turned else 1
    ahead, behind = (pair.second, pair.first) if is_turned else (pair.first, pair.second)
    low, high = sorted((sign * pair.low, sign * pair.high))
    yet = "" if pair.verdict is Verdict.HOPELESS else " yet"
    return {
        "verdict": f"{ahead} is better than {behind}"
        if pair.better
        else f"{ahead}, {behind}: not clear{yet}",
        "lead": f"{sign * pair.lead:.3f}",
        "bounds": f"{low:+.3f} and {high:+.3f}",
        "p": "<0.0001" if pair.p < 0.0001 else f"{pair.p:.4f}",
    }


def _words(ended: Duel, plan: DuelPlan) -> Iterator[str]:
    """Say what the figures mean."""
    if plan.copies > 1:
        yield f"Each bot had {plan.copies} of the {ended.seats} seats."
    yield (
        "Places ahead: by how much its place in a match is better, on average. p: the chance of as much "
        "evidence between equal bots, however often one looks."
    )
    if len(ended.pairs()) > 1:
        yield (
            "The bounds hold for all pairs together (Bonferroni); so do the verdicts (Holm, a bit sharper)."
        )
    if ended.blocks < ended.most and any(pair.verdict is Verdict.HOPELESS for pair in ended.pairs()):
        yield (
            f"What is not clear would have become so within -n {ended.most} with a chance below 1 %, even if "
            "the truth were the most favourable that can't be excluded; a larger -n may tell."
        )


def _refuse_stopped(ended: Duel, stop: StopRequest) -> None:
    """Leave as a run does that was stopped by hand."""
    if stop.times and not ended.is_over:
        raise Interrupted("stopped before it was decided; the figures above are those of the blocks played")
