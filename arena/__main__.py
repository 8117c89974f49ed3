"""`python -m arena` is the same as the `arena` command."""

from arena.cli.main import start

if __name__ == "__main__":
    start()
