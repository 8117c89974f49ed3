"""Attacks on files: the host's, its own, other bots', the kernel's."""

import os
import re
import shutil
import socket
import subprocess

from attacks import attack, refusals, secret_file

SOCKET = os.environ.get("ARENA_ADDRESS", "").removeprefix("unix:")
FOLDER = os.path.dirname(SOCKET)
TOKEN = re.compile(rb"ARENA_TOKEN[=\0]([^\0\n]*)")
TELL = """while read name value more; do
case $name in Uid:|Seccomp:|NoNewPrivs:) echo $name$value;; esac; done </proc/self/status"""


def write(path):
    return lambda: os.close(os.open(path, os.O_WRONLY | os.O_CREAT))


def read(path):
    return lambda: open(path, "rb").read(1)


@attack
def plant_files():
    """Write wherever a file could do harm."""
    places = "/ /bot /etc /usr /usr/bin /home /root /var/tmp /run /dev /proc/sys/kernel /sys /sys/fs/cgroup"
    actions = {place: write(f"{place}/planted") for place in places.split()}
    return refusals(
        **actions,
        code=write("/bot/bot.py"),
        code_removed=lambda: os.remove("/bot/bot.py"),
        code_renamed=lambda: os.rename("/bot/bot.py", "/bot/not.py"),
        shell=write("/bin/sh"),
    )


@attack
def read_host_files():
    """Read the host's files by every way there may be."""
    secret = secret_file()
    return refusals(
        directly=read(secret),
        by_the_root_of_another=read(f"/proc/1/root{secret}"),
        by_a_working_directory=read(f"/proc/1/cwd/../../../../..{secret}"),
        upwards=read("../" * 9 + secret),
        beside_its_socket=lambda: os.listdir(f"{FOLDER}/../{os.path.basename(os.path.dirname(secret))}"),
        secrets=read("/root/arena.db.secrets"),
        engine=lambda: socket.socket(socket.AF_UNIX).connect("/var/run/docker.sock"),
        disk=read("/dev/sda"),
        memory=read("/dev/mem"),
        kernel_memory=read("/proc/kcore"),
        kernel_log=read("/dev/kmsg"),
    )


@attack
def link_out_of_tmp():
    """Lay links in its own folder that lead out of it, for itself and for whoever cleans up."""
    for number, target in enumerate(
        (secret_file(), "/", "/proc/1/root", FOLDER, "/../../.." + os.path.dirname(secret_file()))
    ):
        os.symlink(target, f"/tmp/link{number}")
    return refusals(
        read_through_a_link=read("/tmp/link0"),
        write_through_a_link=write("/tmp/link1/planted"),
        write_to_the_sockets=write("/tmp/link3/planted"),
        leave_by_a_link=read(f"/tmp/link4/{os.path.basename(secret_file())}"),
        hard_link_its_code=lambda: os.link("/bot/bot.py", "/tmp/hard"),
        put_a_link_in_place_of_its_output=lambda: os.rename("/tmp/link0", "/run/out"),
    )


@attack
def replace_socket():
    """Take the gateway's socket away, and put one of its own there."""
    own = socket.socket(socket.AF_UNIX)
    return refusals(
        remove=lambda: os.remove(SOCKET),
        rename=lambda: os.rename(SOCKET, f"{FOLDER}/old"),
        replace=lambda: os.replace("/tmp/link", SOCKET) if os.path.exists("/tmp/link") else own.bind(SOCKET),
        bind_beside=lambda: socket.socket(socket.AF_UNIX).bind(f"{FOLDER}/mine.sock"),
        lock_others_out=lambda: os.chmod(SOCKET, 0),
        close_the_folder=lambda: os.chmod(FOLDER, 0),
        plant=write(f"{FOLDER}/planted"),
    )


@attack
def read_tokens_of_others():
    """Look for tokens in whatever /proc shows of others: variables, and words that set them."""
    found = {}
    for process in filter(str.isdigit, os.listdir("/proc")):
        for file in "environ", "cmdline", "mountinfo":
            try:
                with open(f"/proc/{process}/{file}", "rb") as opened:
                    text = opened.read()
            except OSError:
                continue
            for token in TOKEN.findall(text):
                found.setdefault(token, f"/proc/{process}/{file}")
    print("in detail:", found, flush=True)
    own = os.environb[b"ARENA_TOKEN"]
    return "only its own" if found.keys() == {own} else f"found {len(found)}"


@attack
def turn_kernel_knobs():
    """Write to the files by which a kernel is told what to do."""
    knobs = [
        "/proc/sys/kernel/core_pattern",
        "/proc/sys/kernel/modprobe",
        "/proc/sys/vm/overcommit_memory",
        "/proc/sys/fs/file-max",
        "/proc/sysrq-trigger",
        "/proc/irq/default_smp_affinity",
        "/sys/kernel/uevent_helper",
        "/sys/power/state",
        "/sys/fs/cgroup/cgroup.procs",
        "/sys/fs/cgroup/memory/tasks",
        "/sys/kernel/mm/transparent_hugepage/enabled",
        "/dev/cpu_dma_latency",
    ]

    def hide_from_the_oom_killer():
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("-1000")

    def become_root():
        with open("/proc/self/uid_map", "w") as file:
            file.write("0 0 1")

    actions = {knob: lambda knob=knob: os.close(os.open(knob, os.O_WRONLY)) for knob in knobs}
    return refusals(**actions, hide=hide_from_the_oom_killer, become_root=become_root)


@attack
def run_a_set_uid_copy():
    """Make a program of its own that changes the user, and run it."""
    shutil.copy("/bin/sh", "/tmp/sh")
    os.chmod("/tmp/sh", 0o6777)
    try:
        told = subprocess.run(["/tmp/sh", "-c", TELL], capture_output=True, text=True, check=False).stdout
    except PermissionError:
        return "EACCES"
    return judge_confinement(told)


@attack
def run_a_program_from_memory():
    """Run a program that is in no file, by memfd_create and execveat."""
    program = os.memfd_create("program", os.MFD_CLOEXEC)
    with open("/bin/sh", "rb") as shell:
        os.sendfile(program, shell.fileno(), 0, 1 << 24)
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.dup2(writing, 1)
        os.execve(program, ["sh", "-c", TELL], {})
    os.close(writing)
    with open(reading) as told:
        return judge_confinement(told.read())


def judge_confinement(told):
    """Compare what a program tells of itself with what holds the bot."""
    own = f"Uid:{os.getuid()} NoNewPrivs:1 Seccomp:2"
    return "ran, as confined as the bot" if sorted(told.split()) == sorted(own.split()) else f"ran as {told}"
