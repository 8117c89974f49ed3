"""How much CPU time an instance has used: exact for its first process, near for its children.

It is asked for twice a batch, so the usual case, a bot without children, is one system call. Who
else belongs to an instance is found by one look through /proc for all instances together, rarely.
"""

import time
from collections import defaultdict
from typing import Protocol

from arena.core.clock import Clock
from arena.sandbox.proc import Process, processes, read_label, read_process

CENSUS_US = 1_000_000
"""How old the list of members may be. A look through 300 processes takes some milliseconds."""


class Members(Protocol):
    """Knows who belongs to an instance besides its first process."""

    def refresh(self) -> int:
        """Look again if the last look is old; return the number of the look."""
        ...

    def others(self, leader: int, label: str) -> dict[int, Process]:
        """Return the members of an instance besides its leader, by pid."""
        ...


class Census:
    """The members of every instance of one sandbox, as they were at the last look."""

    def __init__(self, clock: Clock) -> None:
        self.number = 0
        """Goes up with every look, so that instances know when to ask again."""
        self._clock = clock
        self._due = 0
        self._labels: dict[tuple[int, int], str | None] = {}
        self._by_label: dict[str | None, list[Process]] = {}
        self._by_group: dict[int, list[Process]] = {}

    def refresh(self) -> int:
        """Look again if the last look is old; return the number of the look."""
        now = self._clock.micros()
        if now >= self._due or not self.number:
            self._due = now + CENSUS_US
            self._look()
            self.number += 1
        return self.number

    def _look(self) -> None:
        """Read every process's stat, and the environment of those not seen before."""
        labels = {}
        by_label = defaultdict(list)
        by_group = defaultdict(list)
        for process in processes():
            key = (process.pid, process.start)
            labels[key] = self._labels[key] if key in self._labels else read_label(process.pid)
            by_label[labels[key]].append(process)
            by_group[process.group].append(process)
        self._labels, self._by_label, self._by_group = labels, dict(by_label), dict(by_group)

    def others(self, leader: int, label: str) -> dict[int, Process]:
        """Return the members of an instance besides its leader, by pid."""
        found = self._by_group.get(leader, []) + self._by_label.get(label, [])
        return {process.pid: process for process in found if process.pid != leader}


class CpuMeter:
    """Adds up the CPU time of one instance; what was counted once stays counted."""

    def __init__(self, leader: int, label: str, census: Members) -> None:
        self._leader = leader
        self._label = label
        self._census = census
        self._look = 0
        self._others: dict[int, Process] = {}
        self._readings: dict[int, int] = {}
        self._ended_us = 0
        self._has_children = False
        self._most = 0

    @property
    def others(self) -> dict[int, Process]:
        """The members besides the leader, as of the last look."""
        return self._others

    def read(self) -> int:
        """Return microseconds used so far; never less than before."""
        look = self._census.refresh()
        if look != self._look:
            self._look = look
            self._take(self._census.others(self._leader, self._label))
        used = read_cpu_clock(self._leader)
        if used is None:
            return self._most
        if self._has_children:
            used += self._children_us()
        self._most = max(self._most, used)
        return self._most

    def _take(self, others: dict[int, Process]) -> None:
        """Use a new list of members; those that are gone keep their last reading."""
        for pid, process in self._others.items():
            if pid not in others or others[pid].start != process.start:
                self._ended_us += self._readings.pop(pid, 0)
        self._others = others
        leader = read_process(self._leader)
        self._has_children |= bool(others) or (leader is not None and leader.reaped_us > 0)

    def _children_us(self) -> int:
        """Return what the others used: the living by their clocks, the ended by the better of two accounts.

        One is the last reading of each; the other what the living have been charged for children
        that they waited for, which misses orphans but knows children too short-lived to be seen.
        """
        for pid in self._others:
            reading = read_cpu_clock(pid)
            if reading is not None:
                self._readings[pid] = reading
        reaped = 0
        for pid in (self._leader, *self._others):
            process = read_process(pid)
            reaped += process.reaped_us if process is not None else 0
        return sum(self._readings.values()) + max(self._ended_us, reaped)


def read_cpu_clock(pid: int) -> int | None:
    """Return the CPU time of a process with all its threads, in microseconds; None if it is gone.

    The clock's number is what clock_getcpuclockid(3) computes. It still runs for a zombie.
    """
    try:
        return time.clock_gettime_ns((~pid << 3) | 2) // 1000
    except OSError:
        return None
