"""A tournament's setup as JSON, all but its secret."""

import json
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


def load_setup(tournament: str, text: str, *, secret: bytes) -> TournamentSetup:
    """Build the setup that was dumped, with its secret, which is put in last: no error can tell it.

    Raises:
        StorageError: the stored text makes no setup for this version.
    """
    try:
        document = json.loads(text)
        setup = _SETUP.validate_python({**document, "secret": b""})
        stages = tuple(
            _with_options(stage, entry["preset"])
            for stage, entry in zip(setup.stages, document["stages"], strict=True)
        )
    except ValidationError as error:
        raise _unreadable(tournament, _wrong_values(error)) from None
    except (RulesError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise _unreadable(tournament, f"{type(error).__name__}: {error}") from error
    return replace(setup, stages=stages, secret=secret)


def _with_options(stage: StageSetup, preset: str) -> StageSetup:
    """Replace the plain values by the game's own options."""
    return replace(stage, options=find_game(stage.game).options(preset, stage.options))


def _wrong_values(error: ValidationError) -> str:
    """Say which keys are wrong and how, without the values."""
    details = error.errors(include_input=False, include_url=False, include_context=False)
    return "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in details)


def _unreadable(tournament: str, why: str) -> StorageError:
    return StorageError(
        f"the setup of {tournament} can't be read by this version of the arena: {why}; "
        "use the version that made it, or restore the database from a backup"
    )
