"""Wheels made for tests, honest and hostile."""

import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path


def make_wheel(
    folder: Path,
    name: str = "cards",
    files: Mapping[str, str | bytes] | None = None,
    *,
    version: str = "1",
    requires: str = "",
    compression: int = zipfile.ZIP_DEFLATED,
) -> Path:
    """Write a wheel with some files besides its metadata."""
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    requirement = f"Requires-Dist: {requires}\n" if requires else ""
    with zipfile.ZipFile(wheel, "w", compression) as archive:
        archive.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{requirement}"
        )
        archive.writestr(
            f"{info}/WHEEL",
            "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        archive.writestr(f"{info}/RECORD", "")
        for path, content in (files or {}).items():
            archive.writestr(path, content)
    return wheel


def add_link(wheel: Path, path: str, target: str) -> None:
    """Add a symbolic link, as zip files of Unix have them."""
    entry = zipfile.ZipInfo(path)
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.writestr(entry, target)


def understate(wheel: Path, size: int, said: int) -> None:
    """Make the archive say that a file is smaller than it is."""
    content = wheel.read_bytes()
    true, false = size.to_bytes(4, "little"), said.to_bytes(4, "little")
    assert true in content
    wheel.write_bytes(content.replace(true, false))
