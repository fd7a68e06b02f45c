"""How the server stores passwords and recovery codes."""

import asyncio
import re
from collections.abc import Iterator

import pytest

from app.core.refusals import Malformed
from app.people.passwords import CODES, Passwords, code_digest, draw_codes, read_password

PASSWORD = "päss wörd"


@pytest.fixture
def passwords() -> Iterator[Passwords]:
    made = Passwords()
    yield made
    made.close()


def test_what_is_kept_matches_its_password_and_no_other(passwords: Passwords) -> None:
    kept = asyncio.run(passwords.hash(PASSWORD))
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert asyncio.run(passwords.matches(kept, PASSWORD))
    assert not asyncio.run(passwords.matches(kept, f"{PASSWORD} "))


def test_the_same_password_is_never_kept_the_same_way_twice(passwords: Passwords) -> None:
    assert asyncio.run(passwords.hash(PASSWORD)) != asyncio.run(passwords.hash(PASSWORD))


@pytest.mark.parametrize("kept", [None, "", "not Argon2's", "$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA"])
def test_no_password_matches_where_none_was_kept(passwords: Passwords, kept: str | None) -> None:
    assert not asyncio.run(passwords.matches(kept, PASSWORD))


def test_a_check_against_nobody_is_a_check_all_the_same(passwords: Passwords, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[tuple[str, str]] = []

    def agree(kept: str, password: str) -> bool:
        checked.append((kept, password))
        return True

    monkeypatch.setattr(passwords, "_verify", agree)
    assert not asyncio.run(passwords.matches(None, PASSWORD))
    assert [(kept[:31], password) for kept, password in checked] == [("$argon2id$v=19$m=19456,t=2,p=1$", PASSWORD)]


@pytest.mark.parametrize("text", ["", "seven77", "x" * 201])
def test_a_password_has_its_bounds(text: str) -> None:
    with pytest.raises(Malformed):
        read_password(text)


@pytest.mark.parametrize("text", ["eight888", "x" * 200, "        ", "密码密码密码密码"])
def test_within_them_every_character_is_allowed(text: str) -> None:
    assert read_password(text) == text


def test_recovery_codes_are_many_different_and_easy_to_copy() -> None:
    codes = draw_codes()
    assert len(set(codes)) == CODES
    assert all(re.fullmatch(r"[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}", code) for code in codes)


@pytest.mark.parametrize(
    "typed", ["01ab-cdef-ghjk-mnpq", "01ABCDEFGHJKMNPQ", " oiab cdef ghjk mnpq ", "OLAB-CDEF-GHJK-MNPQ"]
)
def test_a_code_is_the_same_however_it_is_typed(typed: str) -> None:
    assert code_digest(typed) == code_digest("01ab-cdef-ghjk-mnpq")
