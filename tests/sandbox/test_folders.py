"""Folders of instances, when several arenas of one user come and go at once."""

import subprocess
import sys

from arena.sandbox.folders import InstanceFolders

COMES_AND_GOES = """
from arena.sandbox.folders import InstanceFolders
folders = InstanceFolders()
print("ready", flush=True)
while True:
    folders.remove(folders.make("instance"))
"""


def test_arenas_that_come_and_go_meanwhile_do_not_disturb_a_sweep() -> None:
    folders = InstanceFolders()
    with subprocess.Popen([sys.executable, "-c", COMES_AND_GOES], stdout=subprocess.PIPE) as other:
        try:
            assert other.stdout is not None
            other.stdout.readline()
            for _ in range(2_000):
                folders.sweep()
            assert other.poll() is None
        finally:
            other.kill()
