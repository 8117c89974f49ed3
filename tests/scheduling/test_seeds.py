"""Seeds follow from the secret and a label, and from nothing else."""

import hashlib
import hmac

from hypothesis import given
from hypothesis import strategies as st

from arena.core.ids import MatchId
from arena.scheduling.seeds import bot_seed, commitment, deal_seed, secret_from_seed

SECRET = bytes(range(32))
STAGES = st.from_regex(r"[a-z0-9][a-z0-9_-]{0,31}", fullmatch=True)
LABELS = st.tuples(STAGES, st.integers(0, 1000)) | st.tuples(
    STAGES, st.integers(0, 1000), st.integers(0, 7), st.integers(0, 7)
)


def test_a_deal_seed_is_the_hmac_of_its_stage_and_block() -> None:
    expected = hmac.new(SECRET, b"deal/main/17", hashlib.sha256).digest()

    assert deal_seed(SECRET, "main", 17) == expected


def test_a_bot_seed_is_the_hmac_of_its_match_and_seat() -> None:
    expected = hmac.new(SECRET, b"bot/main/17/2/3", hashlib.sha256).digest()

    assert bot_seed(SECRET, MatchId("main", 17, 2), 3) == expected


@given(st.sets(LABELS, min_size=2, max_size=20))
def test_every_label_has_a_seed_of_its_own(labels: set[tuple[str, int] | tuple[str, int, int, int]]) -> None:
    seeds = {
        deal_seed(SECRET, *label) if len(label) == 2 else bot_seed(SECRET, MatchId(*label[:3]), label[3])
        for label in labels
    }

    assert len(seeds) == len(labels)


def test_another_secret_gives_another_seed() -> None:
    assert deal_seed(SECRET, "main", 0) != deal_seed(bytes(32), "main", 0)


def test_the_commitment_is_the_hex_sha256_of_the_secret() -> None:
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_a_practice_secret_follows_from_the_seed() -> None:
    assert secret_from_seed("grünkohl") == secret_from_seed("grünkohl")
    assert secret_from_seed("1") != secret_from_seed("2")
    assert len(secret_from_seed("1")) == 32


def test_a_practice_secret_is_pinned() -> None:
    # Practice tournaments are repeated from their file: another derivation would deal other cards.
    assert (
        secret_from_seed("quickstart").hex()
        == "8e34efafe00f2545e5b516a8e07531b272d9eb5e3481847d8f58296d5e1575f9"
    )
