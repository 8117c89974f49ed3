"""The floor of a shard: how many matches may be open at once, over all jobs under way.

When a job has no match left to begin, the next job's matches take the free places, so that the bots'
batches stay full from job to job.
"""

from typing import Protocol


class Opening(Protocol):
    """A job that has matches to begin."""

    def open_matches(self) -> None:
        """Begin matches while there is room for them."""
        ...


class Floor:
    """Places for open matches; the oldest job is served first."""

    __slots__ = ("_is_again", "_is_filling", "_jobs", "_places")

    def __init__(self, places: int) -> None:
        """Begin empty, with so many places."""
        self._places = places
        self._jobs: list[Opening] = []
        self._is_filling = False
        self._is_again = False

    @property
    def has_room(self) -> bool:
        """Tell whether one more match may be open."""
        return self._places > 0

    def take_place(self) -> None:
        """Open a match."""
        self._places -= 1

    def free_place(self) -> None:
        """Close a match, and begin others in its place."""
        self._places += 1
        self.fill()

    def add(self, job: Opening) -> None:
        """Serve one more job."""
        self._jobs.append(job)
        self.fill()

    def remove(self, job: Opening) -> None:
        """Serve a job no longer."""
        self._jobs.remove(job)

    def fill(self) -> None:
        """Let jobs begin matches; a match that ends as it begins only has it done once more."""
        self._is_again = True
        if self._is_filling:
            return
        self._is_filling = True
        try:
            while self._is_again:
                self._is_again = False
                for job in tuple(self._jobs):
                    job.open_matches()
        finally:
            self._is_filling = False
