"""What a hostile bot tries to use up, and to leave behind."""

import time
import uuid
from pathlib import Path

import pytest

from arena.tournament.ports import Bound, EndCause, ExitStatus, Limits
from tests.sandbox.attacks import REPORT, holding
from tests.sandbox.trial import Members, Trial, running_with, wait_until


@holding(Bound.PROCESSES)
@pytest.mark.parametrize("kind", ["processes", "threads"])
def test_number_of_processes_is_limited(trial: Trial, kind: str) -> None:
    script = """
import threading, time
born = 0
try:
    for _ in range(500):
        if sys.argv[1] == "threads":
            threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
        elif os.fork() == 0:
            time.sleep(600)
        born += 1
except (OSError, RuntimeError):
    pass
print(born, flush=True)
os._exit(0)
"""
    running = trial.run(REPORT + script, kind, limits=Limits(processes=40))

    assert 20 < int(running.output()) < 40


@holding(Bound.MEMORY)
def test_memory_of_all_processes_together_is_limited(trial: Trial) -> None:
    script = """
import time
children = []
for _ in range(6):
    reader, writer = os.pipe()
    children.append(os.fork())
    if children[-1] == 0:
        cards = bytearray(30 << 20)
        os.write(writer, b"x")
        time.sleep(600)
    os.close(writer)
    os.read(reader, 1)
print(sum(os.waitpid(child, os.WNOHANG) == (0, 0) for child in children), flush=True)
os._exit(0)
"""
    running = trial.run(REPORT + script, limits=Limits(memory_bytes=96 << 20))

    assert 1 <= int(running.output()) <= 3
    assert running.exit_status() == ExitStatus(EndCause.EXITED, 0)  # children died of it, and it did not


@holding(Bound.MEMORY)
def test_memory_of_temporary_files_counts(trial: Trial) -> None:
    script = """
import tempfile
with open(tempfile.gettempdir() + "/cards", "wb") as file:
    file.write(bytes(60 << 20))
print("written", flush=True)
cards = bytearray(60 << 20)
print("held", flush=True)
"""
    limits = Limits(memory_bytes=96 << 20, temporary_bytes=90 << 20, file_bytes=90 << 20)
    running = trial.run(script, limits=limits)

    assert running.exit_status() == ExitStatus(EndCause.OUT_OF_MEMORY, 137)
    assert running.output() == "written\n"


@holding(Bound.MEMORY)
def test_child_that_runs_out_of_memory_is_not_the_bots_end(trial: Trial) -> None:
    script = """
if os.fork() == 0:
    cards = bytearray(1 << 30)
    os._exit(0)
print(os.waitstatus_to_exitcode(os.wait()[1]), flush=True)
raise SystemExit(5)
"""
    running = trial.run(REPORT + script)

    assert running.output() == "-9\n"
    assert running.exit_status() == ExitStatus(EndCause.EXITED, 5)


@holding(Bound.TEMPORARY)
def test_temporary_files_are_limited_in_all(trial: Trial) -> None:
    script = """
import tempfile
def fill(folder):
    written = 0
    try:
        for number in range(100):
            with open(f"{folder}/{number}", "wb", buffering=0) as file:
                written += file.write(bytes(1 << 19))
    except OSError:
        pass
    return written
print(sum(map(fill, (tempfile.gettempdir(), "/dev/shm"))))
"""
    running = trial.run(REPORT + script, limits=Limits(temporary_bytes=4 << 20))

    assert 3 << 20 <= int(running.output()) <= 6 << 20


@holding(Bound.MEMORY)
def test_empty_files_have_an_end_too(trial: Trial) -> None:
    script = """
import tempfile
for number in range(200_000):
    try:
        os.close(os.open(f"{tempfile.gettempdir()}/{number}", os.O_CREAT))
    except OSError:
        raise SystemExit(f"refused {number}")
print("had them all")
"""
    running = trial.run(REPORT + script, limits=Limits(memory_bytes=48 << 20))

    out_of_memory = running.exit_status() == ExitStatus(EndCause.OUT_OF_MEMORY, 137)
    assert out_of_memory or running.output().startswith("refused")


@holding(Bound.OUTPUT)
def test_output_is_limited_whatever_it_does_to_its_file(trial: Trial) -> None:
    script = """
for descriptor in 1, 2, os.open("/proc/self/fd/1", os.O_WRONLY):
    try:
        while True: os.write(descriptor, bytes(4096))
    except OSError:
        pass
try:
    os.pwrite(1, b"x", 1 << 30)
except OSError:
    os._exit(7)
"""
    running = trial.run(REPORT + script, limits=Limits(file_bytes=1 << 16))

    assert running.exit_status() == ExitStatus(EndCause.EXITED, 7)
    assert len(running.output(1 << 20)) <= 1 << 16


@holding(Bound.NEIGHBOURS)
def test_timers_which_lie_in_one_list_of_the_kernels_are_few(trial: Trial) -> None:
    script = """
timer = ctypes.c_void_p()
made = 0
while made < 200_000 and libc.timer_create(1, None, ctypes.byref(timer)) == 0: made += 1
print(made)
"""
    assert 100 < int(trial.run(REPORT + script).output()) <= 1_024


@holding(Bound.OUTPUT)
def test_its_output_takes_no_room_that_its_length_does_not_show(trial: Trial) -> None:
    """fallocate(2) that keeps a file's length, and its older forms by ioctl(2), disregard RLIMIT_FSIZE."""
    script = """
import fcntl, struct, time
room = struct.pack("<hhiqqiI4i", 0, 0, 0, 0, 64 << 20, 0, 0, 0, 0, 0, 0)
attempt("take it by fallocate", lambda: os.posix_fallocate(1, 0, 64 << 20))
libc.fallocate(1, 1, ctypes.c_long(0), ctypes.c_long(64 << 20))
for number in 0x40305828, 0x4030582A, 0x40305839:
    attempt(f"take it by ioctl {number:#x}", lambda: fcntl.ioctl(1, number, room))
print("tried", flush=True)
time.sleep(600)
"""
    running = trial.start(REPORT + script, limits=Limits(file_bytes=1 << 20))
    trial.said(running, "tried")

    assert running.output() == "tried\n"
    assert running.output_file.stat().st_blocks * 512 <= 1 << 20


@holding(Bound.CPU)
def test_many_processes_get_one_core_together(trial: Trial) -> None:
    script = """
import time
for _ in range(7):
    if os.fork() == 0:
        while True: pass
print("ready", flush=True)
end = time.monotonic() + 1.5
while time.monotonic() < end: pass
print(time.monotonic(), flush=True)
while True: pass
"""
    running = trial.start(REPORT + script)
    trial.said(running, "ready")
    began, used = time.monotonic(), running.cpu_us()
    wait_until(lambda: len(running.output().split()) == 2)

    seconds = time.monotonic() - began
    cores = (running.cpu_us() - used) / 1e6 / seconds

    assert cores < 1.2


@holding(Bound.CHILDREN)
def test_no_child_outlives_it_wherever_it_hides(trial: Trial) -> None:
    marker = uuid.uuid4().hex
    script = """
import time
for _ in range(2):
    if os.fork():
        time.sleep(0.05)
        while not os.path.exists("end"): time.sleep(0.001)
        os._exit(0)
    os.setsid()
os.execve(sys.executable, [sys.executable, "-c", "import time; time.sleep(600)", sys.argv[1][4:]], {})
"""
    running = trial.start(REPORT + script, f"for {marker}")
    wait_until(lambda: bool(running_with(marker)))
    (trial.folder / "bot" / "end").touch()
    wait_until(lambda: running.exit_status() is not None)

    running.stop()

    assert running_with(marker) == []


@holding(Bound.CHILDREN)
def test_no_child_outlives_it_that_has_become_another_program(trial: Trial) -> None:
    marker = uuid.uuid4().hex
    script = """
import time
reading, writing = os.pipe()
for _ in range(2):
    if os.fork():
        while not os.path.exists("end"): time.sleep(0.001)
        os._exit(0)
    os.setsid()
os.dup2(reading, 0)
os.set_inheritable(writing, True)
os.execve("/bin/sh", ["sh", "-c", "echo hidden; read never"], {})
"""
    running = trial.start(REPORT + script, marker)
    trial.said(running, "hidden")
    members = Members.of(marker)
    programs = [Path(f"/proc/{pid}/cmdline").read_bytes() for pid in members.living()]
    assert sum(words.startswith(b"sh\0-c\0echo hidden") for words in programs) == 1
    (trial.folder / "bot" / "end").touch()
    wait_until(lambda: running.exit_status() is not None)

    running.stop()

    assert members.living() == []
