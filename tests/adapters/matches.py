"""Settings that show all that environments have to do with, and random walks through their matches."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

SETTINGS: list[tuple[str, str, dict[str, Any]]] = [
    ("linger_longer", "standard", {}),
    ("linger_longer", "lift_smoke", {"players": 2, "first_to": 3}),
    ("linger_longer", "grand_coup", {"players": 6}),
    ("linger_longer", "long_hand", {"players": 3, "draw": "per_card", "chips": "per_trick"}),
    ("color_elevator", "standard", {}),
    ("color_elevator", "top_up", {"players": 3, "first_to": 2}),
    ("color_elevator", "pick_up", {"players": 2}),
    ("color_elevator", "original", {"players": 2}),
]
several = pytest.mark.parametrize(("game", "preset", "values"), SETTINGS)


def walk(environment: Any, rng: Random) -> Iterator[str]:
    """Play random legal moves, and stop at each agent before its move."""
    while environment.agents:
        yield environment.agent_selection
        seen, _, over, _, _ = environment.last()
        environment.step(None if over else rng.choice(list(np.flatnonzero(seen["action_mask"]))))
