"""The `arena` command, and `python -m arena`, which is the same."""

import sys


def start() -> None:
    """Run the command line and leave the process.

    Importing it takes some tenths of a second: whoever stops it meanwhile is told nothing either.
    """
    try:
        from arena.cli.main import run_command_line  # noqa: PLC0415 -- see above

        code = run_command_line()
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


if __name__ == "__main__":
    start()
