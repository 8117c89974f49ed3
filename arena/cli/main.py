"""The `arena` command: the list of commands, and what every one of them shares: errors and exit codes."""

import os
import sys
import traceback
from collections.abc import Collection, Sequence
from importlib import import_module
from typing import Any

import typer
from rich.console import Console
from rich.text import Text

import arena
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

COMMANDS = (
    "run", "match", "plan", "tournaments", "standings", "matches", "replay", "logs", "export", "verify",
    "games", "bench", "watch", "serve", "login", "logout", "submit", "submissions", "withdraw",
)  # fmt: skip
"""Every command; the file of the same name has it, `logout` that of `login`."""
GROUPS = ("sandbox", "bot", "db", "account", "league")
"""Commands that have commands of their own; a file each."""
_ELSEWHERE = {"logout": "login"}


def command_of(name: str) -> Any:
    """Import a command, or a group of commands."""
    return getattr(import_module(f"arena.cli.{_ELSEWHERE.get(name, name)}"), name)


def _add(names: Collection[str]) -> None:
    """Add commands in the order of the lists above; importing one takes some tenths of a second."""
    for name in filter(names.__contains__, COMMANDS):
        app.command(name)(command_of(name))
    for name in filter(names.__contains__, GROUPS):
        app.add_typer(command_of(name), name=name)


def _wanted(arguments: Sequence[str]) -> Collection[str]:
    """Return the command that is called; all of them if it is none of them, or if the shell asks for them."""
    first = arguments[0] if arguments else ""
    if first == "--version":
        return ()
    is_command = first in COMMANDS or first in GROUPS
    return (first,) if is_command and "_ARENA_COMPLETE" not in os.environ else (*COMMANDS, *GROUPS)


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
        app.registered_commands.clear()
        app.registered_groups.clear()
        _add(_wanted(sys.argv[1:]))
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
