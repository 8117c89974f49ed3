"""Faults to be planted in the engine of Color Elevator, by clause."""

from tests.naive.planted.fault import Fault

_FOLDER = "arena.games.color_elevator"
FAULTS: list[Fault] = []
