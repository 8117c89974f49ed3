"""What a hostile bot tries, for every bound that a backend says it holds; the others must be owned up to."""

import os
import platform
import re
import socket
import time
import uuid
from contextlib import closing

import pytest

from arena.sandbox.backends import BACKENDS, make_sandbox
from arena.tournament.ports import Bound, EndCause, ExitStatus, Limits
from tests.sandbox.trial import Trial, running_with, wait_until

OWNED_UP = {
    Bound.FILES: "read your files",
    Bound.NETWORK: "use the network",
    Bound.NEIGHBOURS: "disturb each other",
    Bound.SYSTEM_CALLS: "isolates nothing",
    Bound.PROCESSES: "processes|and nothing else",
    Bound.MEMORY: "memory.*per process|total memory",
    Bound.TEMPORARY: "temporary files|and nothing else",
    Bound.OUTPUT: "output|and nothing else",
    Bound.CPU: "cpu|processor|and nothing else",
    Bound.CHILDREN: "children|isolates nothing",
}
"""How a promise names what it does not bound."""
TRIED: set[Bound] = set()
CLONE = 56
NO_BOTS_CALLS = {
    "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "pidfd_getfd": 438, "kcmp": 312,
    "unshare": 272, "setns": 308, "clone3": 435,
    "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161, "open_tree": 428, "move_mount": 429,
    "fsopen": 430, "fsmount": 432, "mount_setattr": 442, "mknod": 133, "open_by_handle_at": 304,
    "fanotify_init": 300, "quotactl": 179, "swapon": 167, "acct": 163,
    "keyctl": 250, "add_key": 248, "request_key": 249,
    "bpf": 321, "perf_event_open": 298, "userfaultfd": 323,
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "io_setup": 206,
    "init_module": 175, "finit_module": 313, "delete_module": 176, "kexec_load": 246, "reboot": 169,
    "iopl": 172, "ioperm": 173, "modify_ldt": 154, "syslog": 103, "sethostname": 170,
    "settimeofday": 164, "clock_settime": 227, "adjtimex": 159,
    "shmget": 29, "semget": 64, "msgget": 68, "mq_open": 240,
    "sched_setscheduler": 144, "mbind": 237, "move_pages": 279, "seccomp": 317,
}  # fmt: skip
"""Numbers of system calls on x86-64."""

REPORT = """
import ctypes, errno, os, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
def attempt(name, action):
    try:
        action()
    except (OSError, ImportError) as error:
        return
    print("could", name, flush=True)
"""
"""The beginning of scripts that print what should have failed and did not."""


def holding(bound: Bound) -> pytest.MarkDecorator:
    """Run a test on the backends that say they hold a bound."""
    TRIED.add(bound)
    names = [name for name in sorted(BACKENDS) if bound in make_sandbox(name).bounds]
    return pytest.mark.parametrize("trial", names, indirect=True)


def attack(trial: Trial, script: str, *arguments: str, limits: Limits | None = None) -> str:
    """Run a script with `attempt` in it to its good end, and return what it could do."""
    running = trial.run(REPORT + script + "\nprint('tried')", *arguments, limits=limits)
    output = running.output()
    assert running.exit_status() == ExitStatus(EndCause.EXITED, 0), output
    assert output.endswith("tried\n"), output
    return output.removesuffix("tried\n")


@pytest.mark.parametrize("name", sorted(BACKENDS))
def test_promise_names_what_is_not_bounded(name: str) -> None:
    sandbox = make_sandbox(name)

    hidden = [bound for bound in Bound if bound not in sandbox.bounds and not named(bound, sandbox.promise)]

    assert hidden == []


def named(bound: Bound, promise: str) -> bool:
    return re.search(OWNED_UP[bound], promise, re.IGNORECASE) is not None


def test_every_bound_is_tried() -> None:
    assert set(Bound) == TRIED


@holding(Bound.FILES)
def test_files_of_the_host_are_not_there(trial: Trial) -> None:
    secret = trial.folder / "secret"
    secret.write_text("hush")
    script = """
attempt("read a file of the host's", lambda: open(sys.argv[1]).read())
attempt("read it by way of another process", lambda: open("/proc/1/root" + sys.argv[1]).read())
attempt("list the folder beside its own", lambda: os.listdir(os.path.dirname(sys.argv[1])))
attempt("leave by its working directory", lambda: open("../" * 9 + sys.argv[1]).read())
"""
    assert attack(trial, script, str(secret)) == ""


@holding(Bound.FILES)
def test_nothing_outside_its_temporary_folder_can_be_changed(trial: Trial) -> None:
    spec = trial.spec()
    (spec.directory / "mine.txt").write_text("as it was")
    (spec.directory / "mine.txt").chmod(0o666)
    spec.directory.chmod(0o777)
    (spec.socket_directory / "bot.sock").touch()
    script = """
places = "/ /bot /etc /usr /usr/bin /home /var/tmp /run /dev /proc/sys/kernel /sys /sys/fs/cgroup".split()
for place in [*places, os.path.dirname(os.environ["ARENA_ADDRESS"].removeprefix("unix:")), os.getcwd()]:
    attempt("make a file in " + place, lambda: open(place + "/planted", "w"))
attempt("change its code", lambda: open("mine.txt", "w"))
attempt("remove its code", lambda: os.remove("mine.txt"))
attempt("remove its socket", lambda: os.remove(os.environ["ARENA_ADDRESS"].removeprefix("unix:")))
attempt("name what runs on a crash", lambda: open("/proc/sys/kernel/core_pattern", "w"))
attempt("change the kernel's mind", lambda: open("/proc/sysrq-trigger", "w"))
score = os.open("/proc/self/oom_score_adj", os.O_RDWR)
attempt("hide from the OOM killer", lambda: os.write(score, b"-1"))
"""
    assert attack(trial, script) == ""
    assert (spec.directory / "mine.txt").read_text() == "as it was"


@holding(Bound.NETWORK)
def test_network_is_out_of_reach(trial: Trial) -> None:
    with (
        closing(socket.create_server(("127.0.0.1", 0))) as tcp,
        closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as udp,
        closing(socket.socket(socket.AF_UNIX)) as abstract,
    ):
        udp.bind(("127.0.0.1", 0))
        name = f"arena-{uuid.uuid4().hex}"
        abstract.bind(f"\0{name}")
        abstract.listen()
        script = """
tcp, udp, name = int(sys.argv[1]), int(sys.argv[2]), "\\0" + sys.argv[3]
attempt("dial TCP", lambda: socket.create_connection(("127.0.0.1", tcp), 1))
attempt("send UDP", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", udp)))
attempt("resolve a name", lambda: socket.getaddrinfo("example.org", 80))
attempt("dial an abstract socket", lambda: socket.socket(socket.AF_UNIX).connect(name))
for family in set(range(50)) - {socket.AF_UNIX}:
    for kind in socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET:
        attempt(f"make a socket of family {family}", lambda: socket.socket(family, kind))
"""
        ports = str(tcp.getsockname()[1]), str(udp.getsockname()[1])

        assert attack(trial, script, *ports, name) == ""


@holding(Bound.NETWORK)
def test_its_socket_is_within_reach(trial: Trial) -> None:
    path = trial.spec().socket_directory / "bot.sock"
    with closing(socket.socket(socket.AF_UNIX)) as server:
        server.bind(str(path))
        path.chmod(0o666)
        server.listen()
        script = """
client = socket.socket(socket.AF_UNIX)
client.connect(os.environ["ARENA_ADDRESS"].removeprefix("unix:"))
client.send(b"hello")
"""
        assert attack(trial, script) == ""
        with closing(server.accept()[0]) as accepted:
            assert accepted.recv(5) == b"hello"


@holding(Bound.NEIGHBOURS)
def test_processes_of_others_are_neither_seen_nor_signalled(trial: Trial) -> None:
    marker = uuid.uuid4().hex
    other = trial.start("import time; time.sleep(600)", marker)
    wait_until(lambda: bool(running_with(marker)))
    script = """
for entry in os.listdir("/proc"):
    if entry.isdigit():
        print(open(f"/proc/{entry}/cmdline").read())
attempt("signal a process of the host", lambda: os.kill(int(sys.argv[1]), 0))
attempt("look at a process of the host", lambda: os.listdir("/proc/" + sys.argv[1]))
try:
    os.kill(-1, 9)
except OSError:
    pass
"""
    said = attack(trial, script, str(os.getpid()))

    assert "attempt" in said
    assert marker not in said
    assert "could " not in said.replace(REPORT, "").replace(script, "")
    assert other.exit_status() is None


@pytest.mark.skipif(platform.machine() != "x86_64", reason="system calls are numbered for x86-64")
@holding(Bound.SYSTEM_CALLS)
def test_system_calls_that_no_bot_needs_are_refused(trial: Trial) -> None:
    script = f"""
for name, number in {NO_BOTS_CALLS}.items():
    ctypes.set_errno(0)
    result = libc.syscall(number, *[ctypes.c_long(0)] * 6)
    if result != -1 or ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS):
        print(name, result, errno.errorcode.get(ctypes.get_errno()))
for flag in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000):
    if libc.syscall({CLONE}, ctypes.c_long(flag | 17), 0, 0, 0, 0) != -1:
        print("clone", hex(flag))
"""
    assert attack(trial, script) == ""


@holding(Bound.SYSTEM_CALLS)
def test_what_bots_do_need_works(trial: Trial) -> None:
    script = """
import asyncio, grpc, multiprocessing, subprocess, tempfile, threading
asyncio.run(asyncio.sleep(0))
with multiprocessing.get_context("fork").Pool(2) as pool:
    assert pool.map(abs, [-1, -2]) == [1, 2]
queue = multiprocessing.get_context("fork").Queue()
queue.put(1)
assert queue.get() == 1
assert subprocess.run([sys.executable, "-c", "print(7)"], capture_output=True).stdout == b"7\\n"
thread = threading.Thread(target=grpc.insecure_channel, args=("unix:/nowhere",))
thread.start()
thread.join()
with tempfile.TemporaryDirectory() as folder, open(folder + "/file", "w") as file:
    os.posix_fallocate(file.fileno(), 0, 5000)
os.sched_setaffinity(0, os.sched_getaffinity(0))
"""
    assert attack(trial, script) == ""


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
