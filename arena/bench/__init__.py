"""Measurements of the arena itself, each beside a limit measured in the same run."""
