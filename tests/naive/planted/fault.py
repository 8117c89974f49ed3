"""Planted faults: one wrong text in one module of the engine, in this process alone.

Nothing here imports the arena, so that a fault is planted before the engine is imported.
"""

import sys
import tomllib
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

ROOT = Path(__file__).parents[3]


class Fault(NamedTuple):
    """A mistake that a person could make in the engine."""

    clause: str
    """The clause of the rules that it breaks; for what is no rule, `view`, `log`, `clone` and so on."""
    wrong: str
    """What goes wrong, in words."""
    module: str
    """Where, as `arena.games.linger_longer.state`."""
    right: str
    """The right text; the module has it exactly once."""
    planted: str
    """The wrong text."""
    test: str = ""
    """The test that finds it, where random matches don't: playouts, samples, refused options."""


def faults_of(game: str) -> list[Fault]:
    """Return all faults of a game, in their order in the file."""
    text = (Path(__file__).parent / f"{game}.toml").read_text(encoding="utf-8")
    return [Fault(**fields) for fields in tomllib.loads(text)["fault"]]


def path_of(module: str) -> Path:
    """Return the file of a module of the arena."""
    return ROOT.joinpath(*module.split(".")).with_suffix(".py")


def source_of(module: str) -> str:
    """Return the right source of a module."""
    return path_of(module).read_text(encoding="utf-8")


def plant(fault: Fault) -> None:
    """Plant a fault for the rest of this process.

    Raises:
        ValueError: the module is imported already, or doesn't have the right text exactly once.
    """
    if fault.module in sys.modules:
        raise ValueError(f"{fault.module} is imported already; plant the fault before")
    if source_of(fault.module).count(fault.right) != 1:
        raise ValueError(f"{fault.module} doesn't have this text exactly once: {fault.right}")
    sys.meta_path.insert(0, PlantingFinder(fault))


class PlantingLoader(SourceFileLoader):
    """Loads a module with the fault in it."""

    fault: Fault

    def get_code(self, fullname: str) -> CodeType:
        source = source_of(fullname).replace(self.fault.right, self.fault.planted)
        return compile(source, self.path, "exec")


class PlantingFinder(MetaPathFinder):
    """Finds one module for the loader above; the others are found as ever."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.fault.module:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None:
            spec.loader = PlantingLoader(fullname, str(path_of(fullname)))
            spec.loader.fault = self.fault
        return spec
