"""The kit needs grpcio and protobuf, and no other package that somebody would have to install."""

import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
sys.path.insert(0, {root!r})

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {forbidden!r}:
            raise ModuleNotFoundError(f"no {{name}} in a bot's sandbox", name=name)

sys.meta_path.insert(0, Refuse())
{statement}
"""


def run(statement: str) -> subprocess.CompletedProcess[str]:
    """Run a statement where every installed package but grpcio and protobuf is missing."""
    allowed = {"grpcio", "protobuf", "arena-of-cards"}
    forbidden = {
        module for module, owners in packages_distributions().items() if not allowed.intersection(owners)
    }
    # typing_extensions is what grpcio itself requires.
    program = PROGRAM.format(root=str(ROOT), forbidden=forbidden - {"typing_extensions"}, statement=statement)
    return subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=False)


def test_the_kit_is_imported_with_grpcio_and_protobuf_alone() -> None:
    ended = run("import arena.bot, arena.bot.testing")

    assert (ended.returncode, ended.stderr) == (0, "")


def test_this_test_would_notice_another_package() -> None:
    assert "no pydantic in a bot's sandbox" in run("import arena.tournament.spec").stderr
