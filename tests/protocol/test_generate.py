"""The committed protocol code is what protos/ gives, and the command that says so can say no."""

import shutil
from pathlib import Path

import pytest

from arena.core.errors import CheckFailed, ConfigError
from arena.protocol import generate


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what the generator reads and writes."""
    shutil.copytree(generate.ROOT / "protos", tmp_path / "protos")
    shutil.copytree(generate.ROOT / generate.PACKAGE, tmp_path / generate.PACKAGE)
    return tmp_path


def test_committed_code_is_fresh() -> None:
    assert generate.stale_files() == []


def test_check_names_the_file_whose_source_changed(checkout: Path) -> None:
    proto = checkout / "protos" / generate.PACKAGE / "linger_longer.proto"
    proto.write_text(proto.read_text().replace("uint32 stock = 7;", "uint32 pile = 7;"))

    with pytest.raises(CheckFailed, match=r"linger_longer_pb2\.py, .*python -m arena\.protocol\.generate"):
        generate.check(root=checkout)


def test_check_names_a_file_without_source(checkout: Path) -> None:
    (checkout / generate.PACKAGE / "chess_pb2.py").write_text("")

    assert generate.stale_files(root=checkout) == ["chess_pb2.py"]


def test_generating_repairs_stale_code(checkout: Path) -> None:
    (checkout / generate.PACKAGE / "bot_pb2.py").write_text("")

    generate.generate(checkout, root=checkout)

    assert generate.stale_files(root=checkout) == []


def test_a_wrong_proto_file_is_a_config_error(checkout: Path) -> None:
    (checkout / "protos" / generate.PACKAGE / "bot.proto").write_text("nonsense")

    with pytest.raises(ConfigError, match="protoc refused"):
        generate.generate(checkout, root=checkout)


def test_without_protos_it_says_that_this_is_no_checkout(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="in a checkout"):
        generate.generate(tmp_path, root=tmp_path)
