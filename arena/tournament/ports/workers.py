"""Worker processes: what the runner needs of them."""

from concurrent.futures import Future
from typing import Protocol

from arena.tournament.job import Job, JobResult


class ShardProcess(Protocol):
    """A worker process with its instances, on a core of its own."""

    def exchange(self, job: Job | None) -> Future[list[JobResult]]:
        """Give it one more job, and get the results of jobs that have ended meanwhile.

        The future is done when one more job would be of use: jobs overlap, so that the last matches of
        one don't leave the core idle. Without a job it is done when one under way has ended.

        Raises:
            BrokenProcessPool: the process has ended.
        """
        ...

    def drain(self) -> None:
        """Start no new match from now on; what is not started comes back as unplayed."""
        ...

    def is_stuck(self) -> bool:
        """Tell whether it has shown no sign of life for a minute, although it has work."""
        ...

    def close(self) -> None:
        """End its instances, then the process."""
        ...

    def kill(self) -> None:
        """End the process at once, and everything it started."""
        ...
