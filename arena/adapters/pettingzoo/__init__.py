"""Both games as PettingZoo environments, to train agents with: `docs/train_an_agent.md` shows how."""

try:
    import gymnasium  # noqa: F401
    import numpy as np  # noqa: F401
    import pettingzoo  # noqa: F401
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"arena.adapters.pettingzoo needs {missing.name}, which is not installed; "
        "run: pip install 'arena-of-cards[pettingzoo]'",
        name=missing.name,
    ) from missing

from arena.adapters.pettingzoo.environment import CardGameEnv, env, raw_env

__all__ = ["CardGameEnv", "env", "raw_env"]
