"""The environment of a bot: the same in every sandbox, and nothing of the host's."""

from pathlib import PurePath

SOCKET = "bot.sock"
"""The gateway's socket, in the folder that a sandbox shows to the bot."""
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "GOMAXPROCS")


def bot_environment(*, socket_directory: PurePath, token: str, temporary: PurePath) -> dict[str, str]:
    """Return what every bot is given; paths are those that the bot sees.

    What is missing is the sandbox's own: where programs and Python's modules are.
    """
    return {
        "HOME": str(temporary),
        "TMPDIR": str(temporary),
        "LANG": "C.UTF-8",
        "PYTHONUNBUFFERED": "1",
        "ARENA_ADDRESS": f"unix:{socket_directory / SOCKET}",
        "ARENA_TOKEN": token,
        **dict.fromkeys(_ONE_THREAD, "1"),
    }
