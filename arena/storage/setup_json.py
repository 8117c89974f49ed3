"""A tournament's setup as JSON values, all but its secret."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from arena.core.errors import RulesError, StorageError
from arena.games.options import choices
from arena.games.registry import find_game
from arena.tournament.setup import StageSetup, TournamentSetup

_SETUP = TypeAdapter(TournamentSetup)


def dump_setup(setup: TournamentSetup) -> dict[str, Any]:
    """Return the setup as JSON values; the secret is left out."""
    stages = tuple(replace(stage, options=None) for stage in setup.stages)
    document: dict[str, Any] = _SETUP.dump_python(replace(setup, secret=b"", stages=stages), mode="json")
    del document["secret"]
    for entry, stage in zip(document["stages"], setup.stages, strict=True):
        names = choices(type(stage.options))
        entry["options"] = {name: getattr(stage.options, name) for name in names}
        entry["preset"] = stage.options.preset
    return document


def load_setup(document: Mapping[str, Any], *, secret: bytes) -> TournamentSetup:
    """Build the setup that was dumped, with its secret.

    Raises:
        StorageError: the stored values make no setup for this version.
    """
    try:
        setup = _SETUP.validate_python({**document, "secret": secret})
        stages = tuple(
            _with_options(stage, entry["preset"])
            for stage, entry in zip(setup.stages, document["stages"], strict=True)
        )
    except (ValidationError, RulesError, KeyError) as error:
        raise StorageError(f"the stored setup can't be read by this version of the arena: {error}") from error
    return replace(setup, stages=stages)


def _with_options(stage: StageSetup, preset: str) -> StageSetup:
    """Replace the plain values by the game's own options."""
    return replace(stage, options=find_game(stage.game).options(preset, stage.options))
