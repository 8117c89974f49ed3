"""Every seed of a tournament: it follows from the secret and a label (docs/architecture.md)."""

import hashlib
import hmac

from arena.core.ids import MatchId


def secret_from_seed(seed: str) -> bytes:
    """Derive the 32-byte secret of a practice tournament, which anyone who knows the seed can do."""
    return hashlib.sha256(f"practice/{seed}".encode()).digest()


def commitment(secret: bytes) -> str:
    """Return what is published before the entrants are frozen: the secret's SHA-256 in hex."""
    return hashlib.sha256(secret).hexdigest()


def deal_seed(secret: bytes, stage_name: str, block: int) -> bytes:
    """Return the 32-byte seed of a block's deal, the same in all its rotations."""
    return hmac.digest(secret, f"deal/{stage_name}/{block}".encode("ascii"), "sha256")


def bot_seed(secret: bytes, match: MatchId, seat: int) -> bytes:
    """Return the 32-byte seed for the own random numbers of the bot in a seat of a match."""
    return hmac.digest(secret, f"bot/{match}/{seat}".encode("ascii"), "sha256")
