"""Attacks that use something up: processes, memory, files, descriptors, signals, the processor."""

import array
import ctypes
import errno
import fcntl
import os
import resource
import signal
import socket
import struct
import tempfile
import threading
import time
from contextlib import suppress

from attacks import attack, in_child, outcome, refusals, until_refused, within

LIBC = ctypes.CDLL(None, use_errno=True)
MIB = 1 << 20
TMP = tempfile.gettempdir()
SECONDS = 3
"""How long what was taken is kept, so that it is in the way of others too."""


def checked(result):
    if result == -1:
        raise OSError(ctypes.get_errno(), "refused")


def fork():
    if os.fork() == 0:
        time.sleep(SECONDS)
        os._exit(0)


@attack
def fork_bomb():
    """Fork until it can't."""
    return within_of(until_refused(fork, 500), 64)


def within_of(counted, most):
    count, how = counted
    return within(count, most, how)


@attack
def thread_bomb():
    """Start threads until it can't."""
    started = 0
    try:
        for _ in range(500):
            threading.Thread(target=time.sleep, args=(SECONDS,), daemon=True).start()
            started += 1
    except RuntimeError:
        return within(started, 64, "EAGAIN")
    return f"started {started}"


@attack
def fork_without_end():
    """Fork from every child too, for a second, so that nobody can count them."""
    if os.fork() == 0:
        end = time.monotonic() + 1
        while time.monotonic() < end:
            try:
                os.fork()
            except OSError:
                time.sleep(0.001)
        os._exit(0)
    time.sleep(0.5)
    return "outlived it"


@attack
def allocate_4_gib():
    """Write to 4 GiB of memory."""
    return f"holds {len(b'x' * (4 << 30))}"


@attack
def let_a_child_allocate():
    """Let a child write to 1 GiB, and live on."""
    return in_child(lambda: len(b"x" * (1 << 30)))


@attack
def fill_memory_files():
    """Fill files that lie in memory and count to no file system's size."""

    for _ in range(50):
        file = os.memfd_create("cards")
        for _ in range(15):
            os.write(file, bytes(MIB))
    return "holds 750 MiB"


def fill(folder):
    """Write files of half a MiB until it is refused; return the sum."""
    written = 0
    try:
        for number in range(200):
            with open(f"{folder}/{number}", "wb", buffering=0) as file:
                written += file.write(bytes(MIB // 2))
    except OSError as error:
        return written, error
    return written, None


@attack
def fill_tmp():
    """Fill its temporary folder."""
    written, error = fill(TMP)
    return within(written // MIB, 16, "ENOSPC" if error else "written", " MiB")


@attack
def fill_shared_memory():
    """Fill /dev/shm."""
    written, error = fill("/dev/shm")
    return within(written // MIB, 1, "ENOSPC" if error else "written", " MiB")


@attack
def fill_inodes():
    """Make empty files, which have no size."""
    numbers = iter(range(5000))
    count, how = until_refused(lambda: os.close(os.open(f"{TMP}/{next(numbers)}", os.O_CREAT)), 5000)
    return within(count, 1024, how) if how != "done" else f"made {count}"


@attack
def fill_descriptors():
    """Open 100,000 files."""
    return within_of(until_refused(lambda: os.open("/dev/null", os.O_RDONLY), 100_000), 64)


@attack
def pass_descriptors():
    """Keep open files in messages under way, where no limit of a process counts them."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    ours.setblocking(False)
    files = array.array("i", [os.open("/dev/null", os.O_RDONLY)] * 10)
    count, how = until_refused(
        lambda: ours.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)]), 1000
    )
    return within(10 * count, 80, how) if theirs else ""


@attack
def fill_socket_buffers():
    """Keep memory in the kernel, in sockets that nobody reads."""
    pairs, held = [], 0
    how = "done"
    while how == "done" and len(pairs) < 1000:
        how = outcome(lambda: pairs.append(socket.socketpair()))
        if how == "done":
            pairs[-1][0].setblocking(False)
            held += until_refused(lambda: pairs[-1][0].send(bytes(65536)), 1000)[0] * 65536
    return within(held // MIB, 32, how, " MiB")


def real_time_signal():
    checked(LIBC.sigqueue(os.getpid(), signal.SIGRTMIN, 0))


@attack
def queue_signals():
    """Send itself signals that it never takes."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGRTMIN})
    count, how = until_refused(real_time_signal, 300_000)
    print("in detail:", count)
    return how


@attack
def make_timers():
    """Make timers until it can't."""
    timer = ctypes.c_void_p()
    count, how = until_refused(lambda: checked(LIBC.timer_create(1, None, ctypes.byref(timer))), 300_000)
    print("in detail:", count)
    return how


@attack
def lock_memory():
    """Take memory that can't be taken back."""
    buffer = ctypes.create_string_buffer(32 * MIB)
    return outcome(lambda: checked(LIBC.mlock(buffer, len(buffer))))


@attack
def write_a_gigabyte():
    """Write a gigabyte of output."""
    piece, written, refused = b"x" * 65535 + b"\n", 0, set()
    for _ in range(1 << 14):
        try:
            written += os.write(1, piece)
        except OSError as error:
            refused.add(errno.errorcode[error.errno])
            break
    for _ in range(1 << 14):  # and goes on when it is refused
        outcome(lambda: os.write(1, piece))
    os.ftruncate(1, 0)
    os.lseek(1, 0, os.SEEK_SET)
    return within(written // MIB, 16, ", ".join(sorted(refused)) or "written", " MiB")


@attack
def reserve_disk():
    """Take disk space beyond the end of its output, where no file's size shows it."""
    file = os.open("/proc/self/fd/1", os.O_WRONLY)
    room = struct.pack("<hhiqqiI4i", 0, 0, 0, 0, 1 << 30, 0, 0, 0, 0, 0, 0)
    said = refusals(
        by_the_oldest_way=lambda: fcntl.ioctl(file, 0x4030582A, room),
        by_zeros=lambda: fcntl.ioctl(file, 0x40305839, room),
        beyond_its_end=lambda: checked(LIBC.fallocate(file, 1, ctypes.c_long(0), ctypes.c_long(1 << 30))),
        all_of_it=lambda: os.posix_fallocate(file, 0, 1 << 30),
        by_its_length=lambda: os.ftruncate(file, 1 << 30),
        far_away=lambda: os.pwrite(file, b"x", 1 << 30),
    )
    os.ftruncate(file, 0)  # room for what it observed
    return said


@attack
def dump_core():
    """Crash, with an image of its memory to be kept by the host."""
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    for limit in 0, 1 << 20:  # with 0, the kernel starts a handler of the host's if it has one
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (limit, min(limit, hard)))
    child = os.fork()
    if child == 0:
        signal.raise_signal(signal.SIGSEGV)
    core = "a core" if os.WCOREDUMP(os.waitpid(child, 0)[1]) else "no core"
    return f"{core}, limit {resource.getrlimit(resource.RLIMIT_CORE)[0]}"


@attack
def spin_8_processes():
    """Compute in eight processes."""
    for _ in range(8):
        if os.fork() == 0:
            end = time.monotonic() + SECONDS
            while time.monotonic() < end:
                pass
            os._exit(0)
    return "spins"
