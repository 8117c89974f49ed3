"""What a database says of a tournament, for whoever exports or verifies it."""

from arena.storage import Archive, StoredTournament
from arena.verification.claim import Claim, claim_of


def stored_claim(archive: Archive, found: StoredTournament, *, secret: bytes) -> Claim:
    """Return it; what is read later, matches above all, can only be newer.

    Raises:
        CheckFailed: something of it is damaged.
    """
    checkpoint, skipped = archive.checkpoint_and_skips(found)
    return claim_of(
        found.id,
        found.setup,
        secret=secret,
        commitment=found.commitment,
        is_finished=found.is_finished,
        skipped=skipped,
        checkpoint=checkpoint,
    )
