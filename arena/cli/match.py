"""`arena match`: some bots at one table, without a file."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from arena.bootstrap.seated_names import seated_names, who_is_who
from arena.bootstrap.tournaments import begin, enrol_content
from arena.bootstrap.workers import worker_count
from arena.cli.database import DatabaseOption
from arena.cli.listing import say
from arena.cli.run import PlainOption, QuietOption, SandboxOption, WorkersOption, play_and_show
from arena.core.errors import ConfigError
from arena.roster.bot_version import SAMPLE
from arena.storage.store import open_store
from arena.tournament.enrol import Enrolment
from arena.tournament.spec import parse

STAGE = "table"


def match(
    bots: Annotated[
        list[str],
        typer.Argument(
            help="Folders of bots, or sample:NAME; one a seat.", metavar="BOT", show_default=False
        ),
    ],
    game: Annotated[str, typer.Option("--game", "-g", help="The game; `arena games` lists them.")],
    preset: Annotated[str, typer.Option("--preset", help="One of the game's presets.")] = "standard",
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="An option of the game, as name=value.")
    ] = None,
    deals: Annotated[int, typer.Option("--deals", min=1, help="Deals; each is played in every seat.")] = 1,
    seed: Annotated[str | None, typer.Option("--seed", help="Play the same deals again: practice.")] = None,
    db: DatabaseOption = "arena.db",
    workers: WorkersOption = None,
    sandbox: SandboxOption = None,
    plain: PlainOption = False,
    quiet: QuietOption = False,
) -> None:
    """Play some bots against each other at one table.

    Every deal is played once from every seat. The matches are stored like a tournament's: see them with
    `arena matches`, `arena replay`.

    Folders that you name count as your own programs: they run as if you had started them yourself. For
    somebody else's bot add --sandbox auto, which takes the best sandbox that works here.

    \b
    Examples:
      arena match sample:greedy_bot sample:random_bot --game color_elevator -o turn_limit=200
      arena match ./mybot sample:random_bot sample:random_bot --game linger_longer --deals 100
      arena match ./theirs sample:greedy_bot --game color_elevator --sandbox auto
    """
    if len(bots) < 2:
        raise ConfigError("a match takes two bots or more; name another one, for example sample:random_bot")
    if any(text.split("=")[0].strip() == "players" for text in option or []):
        raise ConfigError("leave the option `players` out: it is the number of bots you name")
    names = seated_names(bots)
    content = parse(
        _content(
            bots,
            names,
            game=game,
            preset=preset,
            options=option or [],
            deals=deals,
            seed=seed,
            sandbox=sandbox,
        ),
        where="arena match",
    )
    count = worker_count(workers)
    with open_store(db) as store:
        setup = enrol_content(content, Enrolment("arena match", Path.cwd()), workers=count)
        for line in who_is_who(bots, names):
            say(line)
        own = [bot for bot in bots if not bot.startswith(SAMPLE)]
        if own and sandbox is None:
            say(
                f"{', '.join(own)}: run as if you had started them yourself, not isolated; for somebody "
                "else's bot add --sandbox auto"
            )
        prepared = replace(begin(setup, "", store), deals_option="--deals")
        play_and_show(prepared, store, workers=count, plain=plain, quiet=quiet, resume_command="")


def _content(
    bots: list[str],
    names: list[str],
    *,
    game: str,
    preset: str,
    options: list[str],
    deals: int,
    seed: str | None,
    sandbox: str | None,
) -> dict[str, Any]:
    """Write the words of the command as a tournament file would.

    Without --sandbox the bots count as the operator's own (docs/security.md, "Whom you trust").
    """
    entries = [
        {"path": bot, "name": name, "trusted": sandbox is None} for bot, name in zip(bots, names, strict=True)
    ]
    stage = {
        "name": STAGE,
        "game": game,
        "preset": preset,
        "options": dict(option_of(text) for text in options),
        "seats": len(bots),
        "deals": deals,
    }
    content: dict[str, Any] = {"name": "match", "bots": entries, "stages": [stage]}
    if sandbox is not None:
        content["sandbox"] = sandbox
    if seed is not None:
        content["seed"] = seed
    return content


def option_of(text: str) -> tuple[str, str | int]:
    """Read `name=value`; a value of digits is a number."""
    name, separator, value = text.partition("=")
    if not separator or not name:
        raise ConfigError(f"--option {text!r}: write it as name=value, for example --option first_to=3")
    return name.strip(), int(value) if value.strip().isdecimal() else value.strip()
