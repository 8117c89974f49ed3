"""Attacks by system calls, made raw. Numbers are those of x86-64."""

import ctypes
import errno
import fcntl
import mmap
import os
import resource
import socket
import struct
from itertools import product

from attacks import ATTACKS, attack, in_child, outcome, refusals

LIBC = ctypes.CDLL(None, use_errno=True)
NEW_USER, NEW_NET, NEW_NS, NEW_TIME = 0x10000000, 0x40000000, 0x20000, 0x80
AF_NETLINK, AF_PACKET, AF_ALG, AF_VSOCK = 16, 17, 38, 40
TIOCSTI, TIOCLINUX = 0x5412, 0x541C


def call(number, *arguments):
    """Make a system call; an error is raised."""
    result = LIBC.syscall(number, *[ctypes.c_long(each) for each in arguments])
    if result == -1:
        raise OSError(ctypes.get_errno(), "refused")
    return result


def pointer(content):
    """Return the address of some bytes, which stay."""
    buffer = ctypes.create_string_buffer(content)
    KEPT.append(buffer)
    return ctypes.addressof(buffer)


KEPT = []


def enter(name, *calls):
    """Enter an attack that makes calls, which all must be refused."""

    def try_them():
        outcomes = set()
        for number, *arguments in calls:
            try:
                outcomes.add(f"got {call(number, *arguments)}")
            except OSError as error:
                outcomes.add(errno.errorcode[error.errno])
        return ", ".join(sorted(outcomes))

    ATTACKS[name] = try_them


enter("io_uring", (425, 8, pointer(bytes(120))))
enter("ptrace", (101, 16, os.getppid(), 0, 0), (101, 0, 0, 0, 0))
enter("process_vm", (310, os.getppid(), 0, 0, 0, 0, 0), (311, os.getppid(), 0, 0, 0, 0, 0))
enter("take_a_descriptor", (438, 0, 1, 0), (312, 1, os.getpid(), 0, 0, 0))
enter("mount", (165, pointer(b"none"), pointer(b"/tmp"), pointer(b"tmpfs"), 0, 0))
enter(
    "mount_anew",
    (430, pointer(b"tmpfs"), 0),
    (428, -100, pointer(b"/"), 1),
    (429, 0, 0, 0, 0, 0),
    (442, 0, 0, 0, 0, 0),
)
enter(
    "pivot_root",
    (155, pointer(b"/tmp"), pointer(b"/tmp")),
    (161, pointer(b"/tmp")),
    (166, pointer(b"/proc"), 2),
)
enter("unshare", *((272, flag) for flag in (NEW_USER, NEW_NET, NEW_NS, NEW_TIME)))
enter(
    "clone_namespaces",
    *((56, flag | 17, 0, 0, 0, 0) for flag in (NEW_USER, NEW_NET, NEW_NS, 0x2000000, 0x20000000)),
)
enter("clone3", (435, pointer(struct.pack("<11Q", NEW_USER, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0)), 88))
enter("keyrings", (250, 0, -3, 1), (248, pointer(b"user"), pointer(b"key"), pointer(b"x"), 1, -3))
enter("bpf", (321, 0, pointer(bytes(72)), 72))
enter("perf_event_open", (298, pointer(struct.pack("<II", 1, 112) + bytes(104)), 0, -1, -1, 0))
enter("userfaultfd", (323, 1))
enter("open_by_handle", (304, -100, pointer(struct.pack("<II", 8, 1) + bytes(8)), 0), (300, 0, 0))
enter("load_a_module", (175, 0, 0, 0), (313, 0, 0, 0), (246, 0, 0, 0, 0), (169, 0xFEE1DEAD, 672274793, 0, 0))
enter("raw_ports", (172, 3), (173, 0x70, 1, 1), (154, 0, 0, 0))
enter("watch_files", (253,), (294, 0), (254, 0, pointer(b"/bot"), 0x3FF), (300, 0, 0))
enter(
    "leave_signs_on_files", *((72, 0, command, pointer(bytes(32))) for command in (5, 36, 1024, 1026, 1036))
)
enter("look_into_the_page_cache", (27, 0, 4096, pointer(bytes(1))))
enter("own_filter", (317, 1, 8, 0), (446, 0, 0, 0, 0))
enter(
    "system_v_memory",
    (29, 0, 1 << 20, 0o1600),
    (64, 0, 1, 0o1600),
    (68, 0, 0o1600),
    (240, pointer(b"/q"), 0o102, 0o600, 0),
)
enter(
    "clocks",
    (164, pointer(bytes(16)), 0),
    (227, 0, pointer(bytes(16))),
    (159, pointer(bytes(208))),
    (305, 0, pointer(bytes(208))),
)
enter(
    "real_time_priority",
    (144, 0, 1, pointer(struct.pack("<i", 50))),
    (314, 0, pointer(bytes(48)), 0),
    (251, 1, 0, 0x2000),
)


@attack
def open_sockets():
    """Make sockets of every family but the one it needs."""
    kinds = product(set(range(50)) - {socket.AF_UNIX}, (1, 2, 3))
    return refusals(**{f"{each}": lambda each=each: socket.socket(*each) for each in kinds})


@attack
def vsock():
    """Reach the hypervisor, which no network namespace keeps away."""
    return refusals(
        socket=lambda: call(41, AF_VSOCK, 1, 0),
        with_high_bits=lambda: call(41, AF_VSOCK | 1 << 32, 1, 0),
        pair=lambda: call(53, AF_VSOCK, 1, 0, pointer(bytes(8))),
    )


@attack
def netlink():
    """Speak with the kernel of routes, devices, packets and ciphers."""
    return refusals(
        **{
            str(family): lambda family=family: call(41, family, 3, 0)
            for family in (AF_NETLINK, AF_PACKET, AF_ALG)
        }
    )


@attack
def network():
    """Reach other machines, and the host's own ports."""
    udp = (socket.AF_INET, socket.SOCK_DGRAM)
    return refusals(
        tcp=lambda: socket.create_connection(("127.0.0.1", 22), 1),
        udp=lambda: socket.socket(*udp).sendto(b"x", ("8.8.8.8", 53)),
        names=lambda: socket.getaddrinfo("example.org", 80),
        raw=lambda: call(41, 2, 3, 1),
    )


@attack
def abstract_sockets():
    """Dial every abstract socket of the host that it hears of; they lie in no file system."""
    with open("/proc/net/unix") as table:
        seen = {
            words[7][1:] for words in map(str.split, table) if len(words) > 7 and words[7].startswith("@")
        }
    named = seen | {"/tmp/.X11-unix/X0", "/containerd-shim/x.sock", "arena-zoo"}
    return refusals(
        **{name: lambda name=name: socket.socket(socket.AF_UNIX).connect(f"\0{name}") for name in named}
    )


@attack
def system_calls_of_32_bits():
    """Make a call by the door of another architecture, where numbers mean other calls."""

    def by_int_80():
        code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # mov eax, 20 (getpid); int 0x80; ret
        address = ctypes.addressof(ctypes.c_char.from_buffer(code))
        return ctypes.CFUNCTYPE(ctypes.c_int)(address)()

    return in_child(by_int_80)


@attack
def system_calls_of_x32():
    """Make a call of the third table of x86-64."""
    how = in_child(lambda: call(0x40000000 | 41, AF_VSOCK, 1, 0))
    return "refused" if how != "child did it" else how


@attack
def take_more_of_the_processor():
    """Raise its priority, and its limits."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return refusals(
        priority=lambda: os.setpriority(os.PRIO_PROCESS, 0, -20),
        open_files=lambda: os_error(lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (hard + 1, hard + 1))),
        core_dumps=lambda: os_error(lambda: resource.setrlimit(resource.RLIMIT_CORE, (1 << 20, 1 << 20))),
        file_size=lambda: os_error(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))),
        parents_limits=lambda: call(302, os.getppid(), 7, pointer(struct.pack("<QQ", 1 << 20, 1 << 20)), 0),
    )


@attack
def leave_its_core():
    """Run on the core of other bots."""
    before = os.sched_getaffinity(0)
    outcome(lambda: os.sched_setaffinity(0, set(range(os.cpu_count())) - before or before))
    return "stayed" if os.sched_getaffinity(0) == before else "left it"


@attack
def type_at_the_terminal():
    """Put words into the terminal of whoever started the arena."""

    def inject(path):
        def action():
            terminal = os.open(path, os.O_RDWR | os.O_NOCTTY)
            fcntl.ioctl(terminal, TIOCSTI, b"x")

        return action

    return refusals(
        controlling=inject("/dev/tty"),
        console=inject("/dev/console"),
        screen=inject("/dev/tty1"),
        input=lambda: fcntl.ioctl(0, TIOCSTI, b"x"),
        output=lambda: fcntl.ioctl(1, TIOCSTI, b"x"),
        screen_control=lambda: fcntl.ioctl(2, TIOCLINUX, b"\2"),
    )


def os_error(action):
    """Do something; a ValueError of the module `resource` is the kernel's refusal in other words."""
    try:
        action()
    except ValueError as error:
        raise OSError(errno.EPERM, str(error)) from error
