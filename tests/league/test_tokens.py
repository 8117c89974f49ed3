import pytest

from arena.core.errors import StorageError
from arena.league.tokens import (
    Token,
    hash_token,
    is_right,
    make_decoy,
    make_token,
    read_token,
    without_tokens,
)
from tests.league.reception import key_of


def test_a_token_is_read_as_it_was_made() -> None:
    token = make_token("anna")

    assert read_token(token.text) == token


def test_two_tokens_of_an_account_differ_and_have_32_bytes_each() -> None:
    one, other = make_token("anna"), make_token("anna")

    assert one.secret != other.secret
    assert len(one.secret) == 43  # 32 bytes in base64 without padding


@pytest.mark.parametrize(
    "text",
    ["", "anna", "anna.", ".abc", "anna.short", f"Anna.{'x' * 43}", f"anna.{'x' * 42}é", f"an.na.{'x' * 43}"],
)
def test_another_form_is_no_token(text: str) -> None:
    assert read_token(text) is None


def test_its_hash_recognises_a_token_and_no_other() -> None:
    token, token_hash = key_of("anna")

    assert is_right(token, token_hash)
    assert not is_right(make_token("anna"), token_hash)


def test_a_hash_is_scrypt_with_its_parameters_and_a_salt_of_its_own() -> None:
    token, token_hash = key_of("anna")

    again = hash_token(token)

    assert again.startswith("scrypt$16384$8$1$")
    assert again != token_hash
    assert token.secret not in again


@pytest.mark.parametrize(
    "stored", ["", "plain", "scrypt$1$2$3", "scrypt$x$8$1$AA==$AA==", "md5$1$1$1$AA==$AA=="]
)
def test_what_is_no_hash_is_the_storages_fault_and_says_what_to_do(stored: str) -> None:
    with pytest.raises(StorageError, match="arena account new-token anna"):
        is_right(make_token("anna"), stored)


def test_a_secret_is_in_no_representation() -> None:
    token = make_token("anna")

    assert token.secret not in repr(token)
    assert token.secret not in f"{token}"


def test_tokens_are_hidden_wherever_they_stand() -> None:
    token = make_token("anna")

    assert without_tokens(f"no league '{token.text}', {token.text}") == "no league 'anna.***', anna.***"


def test_other_text_stays_as_it_is() -> None:
    text = "there is no league main.second in v1.2.3"

    assert without_tokens(text) == text


def test_digests_differ_by_name_and_secret() -> None:
    token = make_token("anna")

    assert token.digest() != Token("bert", token.secret).digest()
    assert token.digest() == Token("anna", token.secret).digest()


def test_no_token_is_right_for_a_decoy() -> None:
    assert not is_right(make_token("anna"), make_decoy())
