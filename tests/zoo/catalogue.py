"""Every attack of the zoo: what holds it, what it observes then, and what it is charged with in a tournament.

docs/zoo.md is made of this; `test_stopped.py` and `test_bystanders.py` hold what is observed and charged.
"""

from dataclasses import dataclass

from arena.tournament.ports import Bound

OUT_OF_MEMORY = "out_of_memory, code 137"
NO_FAULT = ""
BY_CHANCE = "by chance"
"""Whether it is charged with something depends on what else the machine does."""


@dataclass(frozen=True)
class Attack:
    """A hostile bot that tries to break a bound of its sandbox."""

    name: str
    """Of its function in `bot/`."""
    bound: Bound
    held_by: str
    """The setting that stops it in Docker."""
    observed: str
    """What it says that it observed, or how it ends."""
    in_bubblewrap: str = ""
    """The same there, if that differs."""
    charged: str = NO_FAULT
    """The kind of fault that its matches have in a tournament."""

    def observed_in(self, sandbox: str) -> str:
        """What it observes in a sandbox."""
        return (self.in_bubblewrap if sandbox == "bubblewrap" else "") or self.observed


@dataclass(frozen=True)
class Peer:
    """A hostile bot that breaks the protocol."""

    name: str
    held_by: str
    charged: str = NO_FAULT
    """The kind of fault that its matches have; if none, that it got nowhere."""


_FILTER = "system calls: the list"
_UNIX = "system calls: `socket` for AF_UNIX alone"
_CONFINED = "ran, as confined as the bot"
_ROOT = "read-only root, mounts and user"

REFUSED_CALLS = (
    "io_uring",
    "ptrace",
    "process_vm",
    "take_a_descriptor",
    "mount",
    "mount_anew",
    "pivot_root",
    "unshare",
    "clone_namespaces",
    "keyrings",
    "bpf",
    "perf_event_open",
    "userfaultfd",
    "open_by_handle",
    "load_a_module",
    "raw_ports",
    "watch_files",
    "leave_signs_on_files",
    "look_into_the_page_cache",
    "own_filter",
    "system_v_memory",
    "clocks",
    "real_time_priority",
)
FILES = (
    Attack("plant_files", Bound.FILES, _ROOT, "refused"),
    Attack("read_host_files", Bound.FILES, "a root of its own, masked /proc and /dev", "refused"),
    Attack("link_out_of_tmp", Bound.FILES, "links lead nowhere outside its own root", "refused"),
    Attack("replace_socket", Bound.FILES, "its folder is mounted read-only", "refused"),
    Attack("turn_kernel_knobs", Bound.FILES, "read-only /proc/sys and /sys, another user", "refused"),
    Attack(
        "run_a_set_uid_copy",
        Bound.SYSTEM_CALLS,
        "no programs in /tmp, no-new-privileges",
        "EACCES",
        _CONFINED,
    ),
    Attack(
        "run_a_program_from_memory", Bound.SYSTEM_CALLS, "nothing has to: limits are inherited", _CONFINED
    ),
    Attack("read_tokens_of_others", Bound.NEIGHBOURS, "a process namespace of its own", "only its own"),
    Attack("look_at_the_host", Bound.NEIGHBOURS, "a process namespace of its own, masked /proc", "refused"),
)
CALLS = (
    *(Attack(name, Bound.SYSTEM_CALLS, _FILTER, "EPERM") for name in REFUSED_CALLS),
    Attack("clone3", Bound.SYSTEM_CALLS, _FILTER, "ENOSYS"),
    Attack(
        "system_calls_of_32_bits",
        Bound.SYSTEM_CALLS,
        "system calls: one architecture",
        "child killed by SIGSYS",
    ),
    Attack("system_calls_of_x32", Bound.SYSTEM_CALLS, "system calls: one architecture", "refused"),
    Attack("open_sockets", Bound.NETWORK, _UNIX, "refused"),
    Attack("vsock", Bound.NETWORK, _UNIX, "refused"),
    Attack("netlink", Bound.NETWORK, _UNIX, "refused"),
    Attack("network", Bound.NETWORK, "no network, and " + _UNIX, "refused"),
    Attack("abstract_sockets", Bound.NETWORK, "a network namespace of its own", "refused"),
    Attack("take_more_of_the_processor", Bound.CPU, "another user without rights, hard limits", "refused"),
    Attack("leave_its_core", Bound.SYSTEM_CALLS, "system calls: the arena says which core", "stayed"),
    Attack("type_at_the_terminal", Bound.FILES, "no terminal in its root", "refused"),
)
PROCESSES = (
    Attack("fork_bomb", Bound.PROCESSES, "pids limit 64", "EAGAIN within 64", charged=BY_CHANCE),
    Attack("thread_bomb", Bound.PROCESSES, "pids limit 64", "EAGAIN within 64", charged=BY_CHANCE),
    Attack("fork_without_end", Bound.PROCESSES, "pids limit 64", "outlived it", charged=BY_CHANCE),
    Attack(
        "kill_everybody", Bound.NEIGHBOURS, "a process namespace of its own", "alone with its first process"
    ),
    Attack("signal_others", Bound.NEIGHBOURS, "a process namespace of its own", "ESRCH"),
    Attack("storm_of_signals", Bound.NEIGHBOURS, "its first process is deaf to them", "sent"),
    Attack("leave_a_daemon", Bound.CHILDREN, "a container ends as a whole", "started"),
    Attack("spin_8_processes", Bound.CPU, "one core in all", "spins", charged=BY_CHANCE),
)
USING_UP = (
    Attack(
        "allocate_4_gib",
        Bound.MEMORY,
        "memory limit 256 MiB, no swap",
        OUT_OF_MEMORY,
        charged="start_failure",
    ),
    Attack("let_a_child_allocate", Bound.MEMORY, "memory limit 256 MiB, no swap", "child killed by SIGKILL"),
    Attack(
        "fill_memory_files",
        Bound.MEMORY,
        "memory limit 256 MiB, no swap",
        OUT_OF_MEMORY,
        charged="start_failure",
    ),
    Attack("fill_tmp", Bound.TEMPORARY, "size of /tmp, 16 MiB", "ENOSPC within 16 MiB"),
    Attack("fill_shared_memory", Bound.TEMPORARY, "size of /dev/shm, 1 MiB", "ENOSPC within 1 MiB"),
    Attack("fill_inodes", Bound.MEMORY, "files in /tmp, 1,024", "ENOSPC within 1024", "made 5000"),
    Attack(
        "fill_descriptors",
        Bound.PROCESSES,
        "64 open files a process",
        "EMFILE within 64",
        charged="start_failure",
    ),
    Attack("pass_descriptors", Bound.PROCESSES, "64 open files under way a user", "ETOOMANYREFS within 80"),
    Attack("fill_socket_buffers", Bound.MEMORY, "64 open files, memory limit", "EMFILE within 32 MiB"),
    Attack("queue_signals", Bound.PROCESSES, "1,024 pending signals, a user of its own", "EAGAIN"),
    Attack("make_timers", Bound.PROCESSES, "1,024 pending signals, a user of its own", "EAGAIN"),
    Attack("lock_memory", Bound.MEMORY, "nothing may be locked", "EPERM", "ENOMEM"),
    Attack(
        "write_a_gigabyte",
        Bound.OUTPUT,
        "size of a file, 16 MiB; nothing goes through the engine",
        "EFBIG within 16 MiB",
    ),
    Attack("reserve_disk", Bound.OUTPUT, "size of a file; few forms of `fallocate` and `ioctl`", "refused"),
    Attack("dump_core", Bound.FILES, "core size 1, which no call changes", "no core, limit 1"),
)
ATTACKS = (*FILES, *CALLS, *PROCESSES, *USING_UP)

_LIMIT = "512 KiB a message"
_ONE = "one stream an instance"
_TIME = "its limit of time"
WORDS = (
    Peer("garbage", "the gateway reads messages itself", "malformed_message"),
    Peer("garbage_for_a_hello", "a hello or nothing", "start_failure"),
    Peer("no_http", "a server of its own for each bot"),
    Peer("oversized", _LIMIT, "oversized_message"),
    Peer("oversized_for_grpc", "4 MiB in gRPC itself", "disconnect"),
    Peer("bomb", "4 MiB in gRPC itself, unpacked", "disconnect"),
    Peer("flood_of_choices", "256 unasked between batches", "flood"),
    Peer("flood_of_empty_messages", "256 unasked between batches", "flood"),
    Peer("unasked", "only the first answer counts", "unknown_turn"),
    Peer("choice_before_hello", "a hello or nothing", "start_failure"),
    Peer("second_hello", "one hello a stream", "malformed_message"),
    Peer("wrong_token", "a token for each instance", "start_failure"),
    Peer("illegal", "the referee", "illegal_move"),
    Peer("answer_byte_by_byte", "messages may hold any number of answers"),
    Peer("notes_of_escapes", "control characters written out"),
    Peer("huge_notes", "1 KiB of a note is kept"),
)
STREAMS = (
    Peer("second_stream", _ONE, "malformed_message"),
    Peer("hundreds_of_streams", "8 streams under way", BY_CHANCE),
    Peer("silence_before_hello", "`start_ms`", "start_failure"),
    Peer("silence", _TIME, "time_out"),
    Peer("never_reads", _TIME, "time_out"),
    Peer("stop_itself", _TIME, "time_out"),
    Peer("hang_up", "an incident", "disconnect"),
    Peer("close_politely", "an incident", "disconnect"),
    Peer("exit_in_a_message", "an incident", "crash"),
    Peer("evidence_of_escapes", "control characters written out", "crash"),
    Peer("half_a_frame", "8 connections an instance", "start_failure"),
    Peer("many_connections", "8 connections an instance", BY_CHANCE),
    Peer("connections_in_a_row", "8 connections an instance"),
    Peer("flood_of_pings", "gRPC itself"),
    Peer("reset_streams", "8 streams under way", BY_CHANCE),
    Peer("huge_header", "gRPC itself"),
    Peer("fork_in_the_middle", _ONE),
)
PEERS = (*WORDS, *STREAMS)
