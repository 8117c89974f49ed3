"""Make the Python code of the protocol from `protos/`: `python -m arena.protocol.generate [--check]`.

For people who work on the arena, in a checkout. The code is committed, so nobody else needs the tool.
"""

import argparse
import importlib.util
import sys
import tempfile
from pathlib import Path

from arena.core.errors import CheckFailed, ConfigError

ROOT = Path(__file__).parents[2]
PACKAGE = Path("arena/protocol/v1")
COMMAND = "python -m arena.protocol.generate"


def generate(target: Path, *, root: Path = ROOT) -> None:
    """Write the generated modules under `target`, at their package path.

    Raises:
        ConfigError: this is no checkout, the tool is not installed, or a file in `protos/` is wrong.
    """
    sources = sorted((root / "protos" / PACKAGE).glob("*.proto"))
    if not sources:
        raise ConfigError(f"there are no .proto files in {root / 'protos' / PACKAGE}; run this in a checkout")
    if importlib.util.find_spec("grpc_tools") is None:
        raise ConfigError("grpcio-tools is not installed; run: pip install -e '.[dev]'")
    from grpc_tools import protoc  # type: ignore[import-untyped]  # noqa: PLC0415  (a tool of the dev extra)

    outputs = [f"--{kind}_out={target}" for kind in ("python", "pyi", "grpc_python")]
    code = protoc.main(["protoc", f"--proto_path={root / 'protos'}", *outputs, *map(str, sources)])
    if code != 0:
        raise ConfigError(f"protoc refused the files in {root / 'protos' / PACKAGE} (its words are above)")


def stale_files(*, root: Path = ROOT) -> list[str]:
    """Name the generated files that differ from what `protos/` gives, are missing, or have no source."""
    with tempfile.TemporaryDirectory() as scratch:
        generate(Path(scratch), root=root)
        fresh = _generated(Path(scratch))
    committed = _generated(root)
    return sorted(name for name in fresh | committed if fresh.get(name) != committed.get(name))


def _generated(root: Path) -> dict[str, bytes]:
    """Read the generated files under a root, by their names."""
    return {path.name: path.read_bytes() for path in (root / PACKAGE).glob("*_pb2*.py*")}


def check(*, root: Path = ROOT) -> None:
    """Compare the committed code with `protos/`.

    Raises:
        CheckFailed: they differ; the message names the files.
    """
    stale = stale_files(root=root)
    if stale:
        raise CheckFailed(
            f"{', '.join(stale)} in {PACKAGE} is not what protos/ gives; run {COMMAND} and commit the result"
        )


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(
        prog=COMMAND, description="Make the protocol's Python code from protos/."
    )
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the code is stale")
    options = parser.parse_args(arguments)
    try:
        if options.check:
            check()
        else:
            generate(ROOT)
    except (CheckFailed, ConfigError) as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
