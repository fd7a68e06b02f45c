"""The signed cookie."""

import pytest

from app.people.visitors import Visit, sign, signed_visit

SECRET = b"a secret for tests alone"
VISIT = Visit("0123456789abcdef", 7)


def test_a_cookie_says_what_was_signed() -> None:
    assert signed_visit(SECRET, sign(SECRET, VISIT)) == VISIT


def test_a_cookie_signed_with_another_secret_says_nothing() -> None:
    assert signed_visit(b"another secret for tests", sign(SECRET, VISIT)) is None


@pytest.mark.parametrize(
    "changed",
    ["0123456789abcdef.8.{}", "0123456789abcdeg.7.{}", "0123456789abcdef.07.{}", "0123456789abcdef.{}", "{}", ".."],
)
def test_a_cookie_that_was_changed_says_nothing(changed: str) -> None:
    signature = sign(SECRET, VISIT).rpartition(".")[2]
    assert signed_visit(SECRET, changed.format(signature)) is None


@pytest.mark.parametrize("signed", ["0123456789abcdef", "0123456789abcdef.", "0123456789abcdef.x", "short.1", ""])
def test_what_is_no_visit_says_nothing_even_signed(signed: str) -> None:
    forged = sign(SECRET, VISIT).rpartition(".")[2]
    assert Visit.read(signed) is None
    assert signed_visit(SECRET, f"{signed}.{forged}") is None
