"""The `arena` command: the list of commands, and what every one of them shares: errors and exit codes."""

import os
import sys
import traceback
from collections.abc import Callable

import typer
from rich.console import Console
from rich.text import Text

import arena
from arena.cli import (
    account,
    bench,
    bot,
    db,
    export,
    games,
    league,
    login,
    logs,
    match,
    matches,
    plan,
    replay,
    run,
    sandbox,
    serve,
    standings,
    submissions,
    submit,
    tournaments,
    verify,
    watch,
    withdraw,
)
from arena.core.errors import ArenaError
from arena.core.text import harmless

# Rich's markup in help texts would eat brackets; typer's own pretty tracebacks would hide ours.
app = typer.Typer(
    name="arena",
    help="Tournaments of card-playing bots: fair deals, honest ratings, live standings.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    add_completion=True,
    epilog="Start with: arena run tournaments/quickstart.toml",
)

COMMANDS: dict[str, Callable[..., None]] = {
    "run": run.run,
    "match": match.match,
    "plan": plan.plan,
    "tournaments": tournaments.tournaments,
    "standings": standings.standings,
    "matches": matches.matches,
    "replay": replay.replay,
    "logs": logs.logs,
    "export": export.export,
    "verify": verify.verify,
    "games": games.games,
    "bench": bench.bench,
    "watch": watch.watch,
    "serve": serve.serve,
    "login": login.login,
    "logout": login.logout,
    "submit": submit.submit,
    "submissions": submissions.submissions,
    "withdraw": withdraw.withdraw,
}
"""Every command by name; its file has the same name, and `logout` is beside `login`."""
GROUPS: dict[str, typer.Typer] = {
    "sandbox": sandbox.sandbox,
    "bot": bot.bot,
    "db": db.db,
    "account": account.account,
    "league": league.league,
}
"""Commands that have commands of their own; a file each."""

for name, command in COMMANDS.items():
    app.command(name)(command)
for name, group in GROUPS.items():
    app.add_typer(group, name=name)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"arena {arena.__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Show the version and leave."
    ),
) -> None:
    """Tournaments of card-playing bots: fair deals, honest ratings, live standings."""
    del version


def run_command_line() -> int:
    """Run the command line and return the exit code (docs/architecture.md, "Whose fault")."""
    try:
        app(standalone_mode=True)
    except ArenaError as error:
        _print_error(str(error))
        return error.exit_code
    except BrokenPipeError:
        # The reader has enough (`| head`); closing stdout again at exit would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else 1
    except Exception:  # noqa: BLE001 -- whatever is left is our bug, and must be reported as one
        traceback.print_exc()
        _print_error("this is a bug in the arena; please report it with the lines above")
        return 70
    return 0


def _print_error(message: str) -> None:
    """Print an error to stderr, with foreign text made harmless line by line."""
    text = "\n".join(harmless(line, 2_000) for line in message.splitlines())
    Console(stderr=True, soft_wrap=True).print(Text.assemble(("error: ", "bold red"), text))


def start() -> None:
    """Run the command line and leave the process."""
    sys.exit(run_command_line())
