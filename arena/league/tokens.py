"""Tokens, `NAME.SECRET`: how they are made, recognised and kept; nothing here knows who has one.

A secret is 32 bytes of the operating system's randomness, so it can't be guessed. What is stored is its
scrypt hash, so that a stolen database gives nobody a token.
"""

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass, field

from arena.core.errors import StorageError
from arena.core.ids import NAME_PATTERN

SECRET_BYTES = 32
SALT_BYTES = 16
HASH_BYTES = 32
COST = 2**14
BLOCK_SIZE = 8
PARALLELISM = 1
"""scrypt's n, r and p: 16 MiB and some 50 ms of a core."""
_MOST_MEMORY = 64 << 20
_FORM = re.compile(rf"({NAME_PATTERN.pattern})\.([A-Za-z0-9_-]{{43}})")


@dataclass(frozen=True, slots=True)
class Token:
    """What a caller shows: an account's name and the secret that proves it."""

    name: str
    secret: str = field(repr=False)

    @property
    def text(self) -> str:
        """Return it as it is shown; keep it out of every log."""
        return f"{self.name}.{self.secret}"

    def digest(self) -> bytes:
        """Return what tells it from others without giving it away, for memory alone."""
        return hashlib.sha256(self.text.encode()).digest()


def make_token(name: str) -> Token:
    """Make a new token for an account."""
    return Token(name, secrets.token_urlsafe(SECRET_BYTES))


def read_token(text: str) -> Token | None:
    """Return the token that a text is, or None if it has another form."""
    match = _FORM.fullmatch(text)
    return None if match is None else Token(match[1], match[2])


def hash_token(token: Token) -> str:
    """Return what is stored of a token: scrypt's parameters, a new salt and the hash. Takes some 50 ms."""
    salt = secrets.token_bytes(SALT_BYTES)
    hashed = _scrypt(token, salt, COST, BLOCK_SIZE, PARALLELISM)
    return f"scrypt${COST}${BLOCK_SIZE}${PARALLELISM}${_encoded(salt)}${_encoded(hashed)}"


def make_decoy() -> str:
    """Return what looks like a hash and is of no token: to compare with takes as long as with a hash."""
    salt, hashed = secrets.token_bytes(SALT_BYTES), secrets.token_bytes(HASH_BYTES)
    return f"scrypt${COST}${BLOCK_SIZE}${PARALLELISM}${_encoded(salt)}${_encoded(hashed)}"


def is_right(token: Token, token_hash: str) -> bool:
    """Tell whether a stored hash is of this token. Takes some 50 ms.

    Raises:
        StorageError: what is stored is no such hash.
    """
    try:
        kind, cost, block_size, parallelism, salt, hashed = token_hash.split("$")
        if kind != "scrypt":
            raise ValueError(kind)
        found = _scrypt(token, _decoded(salt), int(cost), int(block_size), int(parallelism))
    except ValueError:
        raise StorageError(
            f"what is stored as the token of account {token.name} is no hash of one; give it a new token: "
            f"arena account new-token {token.name}"
        ) from None
    return hmac.compare_digest(found, _decoded(hashed))


def without_tokens(text: str) -> str:
    """Return a text in which whatever has the form of a token is hidden, for logs."""
    return _FORM.sub(r"\1.***", text)


def _scrypt(token: Token, salt: bytes, cost: int, block_size: int, parallelism: int) -> bytes:
    return hashlib.scrypt(
        token.secret.encode(),
        salt=salt,
        n=cost,
        r=block_size,
        p=parallelism,
        maxmem=_MOST_MEMORY,
        dklen=HASH_BYTES,
    )


def _encoded(raw: bytes) -> str:
    return base64.b64encode(raw).decode("ascii")


def _decoded(text: str) -> bytes:
    return base64.b64decode(text, validate=True)
