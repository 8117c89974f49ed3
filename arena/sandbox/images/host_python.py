"""A base made of this machine's own Python: for where no registry can be reached, and quick everywhere."""

import json
import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from arena.core.errors import HostError
from arena.sandbox.images.libraries import library_closure
from arena.sandbox.images.target import ask
from arena.sandbox.images.tree import Tree

_FACTS = """
import json, sys, sysconfig
name = "python%d.%d" % sys.version_info[:2]
print(json.dumps([sys.platlibdir, name, *map(sysconfig.get_path, ("stdlib", "platstdlib"))]))
"""
_TOOLS = {"bin/sh": "sh", "usr/bin/env": "env"}
"""What programs expect to find besides Python."""
_INTERPRETERS = {"usr/local/bin/node": "node"}
"""Other languages that bots can be written in where this machine has them."""
_UNWANTED = {
    "EXTERNALLY-MANAGED",
    "__pycache__",
    "dist-packages",
    "ensurepip",
    "idlelib",
    "lib2to3",
    "pydoc_data",
    "site-packages",
    "test",
    "tests",
    "tkinter",
    "turtledemo",
}
_UNWANTED_PATTERN = re.compile(r"config-\d.*|(_tkinter|_test.*|_ctypes_test.*|_?xx.*)\..*\.so|.*\.(a|pyc)")
_TEXTS = {
    "etc/passwd": b"root:x:0:0:root:/:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/sh\n",
    "etc/group": b"root:x:0:\nnogroup:x:65534:\n",
    "etc/nsswitch.conf": b"passwd: files\ngroup: files\nhosts: files\n",
}


def base_executable() -> str:
    """Return the interpreter that runs us, outside any virtual environment."""
    return str(Path(getattr(sys, "_base_executable", sys.executable)).resolve())


def host_tree(executable: str) -> Tree:
    """Gather an interpreter, its standard library, `sh` and `env`, and Node where this machine has it.

    `libraries_of` has what they need besides.

    Args:
        executable: An interpreter outside any virtual environment; in the image it is /usr/local/bin/python.

    Raises:
        HostError: it can't be run, or a tool is missing.
    """
    tree = Tree(texts=dict(_TEXTS), folders={"tmp": 0o1777, "proc": 0o755, "sys": 0o755, "dev": 0o755})
    library, name, *sources = json.loads(ask(executable, _FACTS))
    for source in dict.fromkeys(sources):
        tree.add_folder(Path(source), f"usr/local/{library}/{name}", _is_wanted)
    tree.files[f"usr/local/bin/{name}"] = Path(executable)
    tree.links |= dict.fromkeys(("usr/local/bin/python", "usr/local/bin/python3"), name)
    tree.files |= {place: _tool(tool) for place, tool in _TOOLS.items()}
    tree.files |= {
        place: Path(found).resolve() for place, name in _INTERPRETERS.items() if (found := shutil.which(name))
    }
    return tree


def libraries_of(tree: Tree, executable: str, compiled: Iterable[Path]) -> dict[str, Path]:
    """Return the libraries of this machine that a host tree needs, and that other compiled modules do.

    Raises:
        HostError: the interpreter is not linked to glibc.
    """
    modules = [file for file in tree.files.values() if file.suffix == ".so"]
    tools = [tree.files[place] for place in (*_TOOLS, *_INTERPRETERS) if place in tree.files]
    return library_closure(Path(executable), [*modules, *tools, *compiled])


def _is_wanted(name: str) -> bool:
    return name not in _UNWANTED and _UNWANTED_PATTERN.fullmatch(name) is None


def _tool(name: str) -> Path:
    found = shutil.which(name)
    if found is None:
        raise HostError(f"there is no {name} on the PATH, which the base image needs; install it")
    return Path(found).resolve()
