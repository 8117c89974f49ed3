"""What a hostile bot tries to reach: files, network, others, system calls."""

import os
import platform
import socket
import uuid
from contextlib import closing

import pytest

from arena.tournament.ports import Bound
from tests.sandbox.attacks import REPORT, attack, holding
from tests.sandbox.trial import Trial, running_with, wait_until

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


@holding(Bound.NEIGHBOURS)
def test_what_the_kernel_counts_for_the_whole_machine_can_not_be_read(trial: Trial) -> None:
    script = """
def read(path):
    with open(path, "rb") as file:
        if not file.read(1): raise OSError("empty")
def look(path):
    if not os.listdir(path): raise OSError("empty")
counts = "buddyinfo crypto diskstats interrupts key-users loadavg locks modules schedstat slabinfo softirqs "
counts += "stat swaps timer_list vmstat zoneinfo sys/kernel/pty/nr sys/kernel/random/entropy_avail "
counts += "sys/fs/aio-nr sys/fs/dentry-state sys/fs/file-nr sys/fs/inode-nr sys/fs/inode-state"
for name in counts.split(): attempt("read " + name, lambda: read("/proc/" + name))
for name in "fs pressure tty sys/fs sys/dev".split():
    attempt("look into " + name, lambda: look("/proc/" + name))
attempt("read memory", lambda: read("/sys/devices/system/node/node0/vmstat"))
for name in "block class devices kernel module fs/ext4 fs/xfs fs/btrfs".split():
    attempt("look into " + name, lambda: look("/sys/" + name))
attempt("open a terminal", lambda: os.openpty())
"""
    assert attack(trial, script) == ""


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


@holding(Bound.NEIGHBOURS)
def test_no_sign_can_be_left_on_a_file_that_instances_share(trial: Trial) -> None:
    """Each lane has instances of its own, so that none knows a deal from another lane: nor may it be told."""
    (trial.spec().directory / "cards.txt").write_text("9c Th As")
    leave = """
import fcntl, time
file = open("cards.txt", "rb")
fcntl.flock(file, fcntl.LOCK_EX)
fcntl.lockf(file, fcntl.LOCK_SH, 987654321, 1234567890123)
print("left", flush=True)
time.sleep(600)
"""
    hear = """
import fcntl
file = open("cards.txt", "rb")
place = os.path.abspath("cards.txt").encode()
def checked(result):
    if result == -1: raise OSError(ctypes.get_errno(), "refused")
try: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
except OSError as error: print("could hear:", error)
attempt("ask for locks", lambda: fcntl.fcntl(file, fcntl.F_GETLK, bytes(32)))
attempt("ask for locks of open files", lambda: fcntl.fcntl(file, fcntl.F_OFD_GETLK, bytes(32)))
attempt("take a lease", lambda: fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK))
attempt("watch", lambda: checked(libc.inotify_init1(0)))
attempt("ask what is in memory", lambda: os.preadv(file.fileno(), [bytearray(1)], 0, os.RWF_NOWAIT))
"""
    trial.said(trial.start(leave), "left")

    assert attack(trial, hear) == ""


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
import asyncio, grpc, fcntl, multiprocessing, sqlite3, subprocess, tempfile, threading
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
    fcntl.lockf(file, fcntl.LOCK_EX)
    assert os.preadv(os.open(file.name, os.O_RDONLY), [bytearray(9)], 0) == 9
    with sqlite3.connect(folder + "/book") as book:
        book.execute("CREATE TABLE openings (card)")
os.sched_setaffinity(0, os.sched_getaffinity(0))
"""
    assert attack(trial, script) == ""
