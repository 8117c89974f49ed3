"""The words that start a bot."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.sandbox.bubblewrap.command import Descriptors, Launch, inner_options, outer_command
from arena.sandbox.bubblewrap.host import Means
from arena.sandbox.bubblewrap.view import View
from arena.tournament.ports import LaunchSpec, Limits

TOOLS = {name: f"/usr/bin/{name}" for name in ("sh", "taskset", "prlimit", "setpriv", "bwrap")}
ROOT = Means(tools=TOOLS, is_root=True, counts_processes=True, place=None)
FILES = Descriptors(options=7, filter=8, status=9)
EMPTY = 2 * 4096
"""Of what is covered, no room for a bot: it is read-only."""
VIEW = View(
    mounts=(("/usr/bin", "/usr/bin"), ("/home/me/kit", "/opt/kit")),
    links=(("usr/bin", "/bin"),),
    hidden=(),
    covered_files=("/proc/stat",),
    covered_folders=("/proc/fs",),
)
SPEC = LaunchSpec(
    name="a1",
    directory=Path("/home/me/bots/fox"),
    command=("python", "bot.py", "--fast"),
    socket_directory=Path("/run/s"),
    token="secret-token",
    limits=Limits(),
    core=None,
)
AS_ROOT = Launch("label", user=1900000000)
AS_USER = Launch("label", user=None)


def options(spec: LaunchSpec = SPEC, launch: Launch = AS_ROOT) -> list[str]:
    return inner_options(spec, launch, VIEW, FILES).decode().split("\0")[:-1]


def followed_by(words: list[str], word: str) -> list[list[str]]:
    """Return the two words after each place where a word is."""
    return [words[place + 1 : place + 3] for place, each in enumerate(words) if each == word]


def test_command_line_ends_with_the_bots_own_and_holds_no_secret() -> None:
    words = outer_command(SPEC, AS_ROOT, ROOT, FILES)

    assert words[-3:] == ["python", "bot.py", "--fast"]
    assert "secret-token" not in " ".join(words)
    assert ["ARENA_TOKEN", "secret-token"] in followed_by(options(), "--setenv")


def test_root_becomes_another_user_and_gives_up_all_rights() -> None:
    words = outer_command(SPEC, AS_ROOT, ROOT, FILES)

    assert {"--reuid=1900000000", "--regid=1900000000", "--clear-groups", "--bounding-set=-all"} < set(words)
    assert "--unshare-user" not in options()
    assert followed_by(options(), "--cap-drop")[0][0] == "ALL"


def test_others_have_a_user_namespace_in_which_no_more_can_be_made() -> None:
    words = options(launch=AS_USER)

    assert {"--unshare-user", "--disable-userns"} < set(words)
    assert "--cap-add" not in words
    assert "/usr/bin/setpriv" not in outer_command(SPEC, AS_USER, replace(ROOT, is_root=False), FILES)


def test_every_namespace_is_the_bots_own() -> None:
    spaces = {"ipc", "pid", "net", "uts", "cgroup"}

    assert {f"--unshare-{name}" for name in spaces} < set(options())


@pytest.mark.parametrize("hidden", [(), ("/usr/lib/python3/dist-packages",)])
def test_every_temporary_file_system_has_a_size(hidden: tuple[str, ...]) -> None:
    words = inner_options(SPEC, AS_ROOT, replace(VIEW, hidden=hidden), FILES).decode().split("\0")
    places = [place for place, word in enumerate(words) if word == "--tmpfs"]

    assert len(places) == 4 + len(hidden)
    assert all(words[place - 2] == "--size" for place in places)


def test_temporary_files_share_one_limit() -> None:
    words = options(replace(SPEC, limits=Limits(temporary_bytes=5 << 20)))

    sizes = [int(size) for size, _ in followed_by(words, "--size")]
    assert sum(sizes) == (5 << 20) + EMPTY


def test_what_it_sees_of_the_host_is_read_only_and_listed() -> None:
    words = options(replace(SPEC, packages=Path("/home/me/packages")))

    assert followed_by(words, "--ro-bind") == [
        ["/usr/bin", "/usr/bin"],
        ["/home/me/kit", "/opt/kit"],
        ["/home/me/bots/fox", "/bot"],
        ["/run/s", "/run/arena"],
        ["/home/me/packages", "/opt/packages"],
        ["/dev/null", "/proc/stat"],
        ["/dev/null", "/dev/tty"],
    ]
    assert not {"--bind", "--dev-bind", "--share-net"} & set(words)


def test_folders_on_the_way_to_a_mount_are_for_everybody() -> None:
    words = options()
    folders = [place for place, word in enumerate(words) if word == "--dir"]

    assert [words[place + 1] for place in folders] == ["/opt", "/run", "/usr"]
    assert all(words[place - 2 : place] == ["--perms", "0755"] for place in folders)


def test_packages_are_on_the_module_path_after_the_kit() -> None:
    words = options(replace(SPEC, packages=Path("/home/me/packages")))

    assert ["PYTHONPATH", "/opt/arena/site:/opt/packages"] in followed_by(words, "--setenv")


def test_control_groups_are_joined_first_and_make_limits_of_a_process_needless() -> None:
    doors = ["/sys/fs/cgroup/arena:x/cgroup.procs"]
    with_groups = outer_command(SPEC, replace(AS_ROOT, groups=doors), ROOT, FILES)
    without = outer_command(SPEC, AS_ROOT, ROOT, FILES)

    assert with_groups[3:6] == ["sh", *doors, "--"]
    assert not [word for word in with_groups if word.startswith(("--nproc", "--data"))]
    assert {"--nproc=64", f"--data={256 << 20}"} < set(without)


def test_processes_are_not_limited_where_the_limit_would_count_strangers() -> None:
    means = replace(ROOT, is_root=False, counts_processes=False)

    assert "--nproc" not in " ".join(outer_command(SPEC, AS_USER, means, FILES))


def test_core_is_set_before_anything_is_forked() -> None:
    words = outer_command(replace(SPEC, core=3), AS_ROOT, ROOT, FILES)

    assert words.index("/usr/bin/taskset") < words.index("/usr/bin/bwrap")
    assert followed_by(words, "/usr/bin/taskset") == [["-c", "3"]]
