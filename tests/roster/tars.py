"""Archives made byte by byte, as nobody's tools would make them."""

import gzip

BLOCK = 512


def entry(
    name: bytes = b"bot.py",
    content: bytes = b"print()",
    *,
    kind: bytes = b"0",
    mode: bytes = b"0000644",
    size: bytes | None = None,
    link: bytes = b"",
    magic: bytes = b"ustar\x0000",
    prefix: bytes = b"",
) -> bytes:
    """Make an entry with a right checksum, whatever else is in it; `size` is what it says of itself."""
    said = b"%011o" % len(content) if size is None else size
    header = b"".join(
        [
            name.ljust(100, b"\0"),
            mode.ljust(8, b"\0"),
            b"0000000\0" * 2,
            said.ljust(12, b"\0"),
            b"00000000000\0",
            b" " * 8,
            kind,
            link.ljust(100, b"\0"),
            magic,
            b"\0" * 80,
            prefix.ljust(155, b"\0"),
        ]
    ).ljust(BLOCK, b"\0")
    checksum = b"%06o\0 " % sum(header)
    return header[:148] + checksum + header[156:] + content + b"\0" * (-len(content) % BLOCK)


def extended(key: bytes, value: bytes) -> bytes:
    """Make an extended header that sets one key for the next entry."""
    body = b" %s=%s\n" % (key, value)
    length = len(body) + 1
    while len(str(length)) + len(body) != length:
        length += 1
    return entry(b"pax", str(length).encode() + body, kind=b"x")


def packed(*entries: bytes, end: bytes = b"\0" * 2 * BLOCK) -> bytes:
    """Zip entries, with an archive's end."""
    return gzip.compress(b"".join(entries) + end, mtime=0)
