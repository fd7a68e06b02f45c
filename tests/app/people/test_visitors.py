"""The signed cookie."""

import pytest

from app.people.visitors import Visit, cookie_name, sign, signed_visit, visit_of

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


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize(
    ("cookies", "found"),
    [
        ("{}={}", True),
        ('look=theme:dark; {}="{}"; other', True),
        ("a=b;{}={}", True),
        ("{0}=nonsense; {0}={1}", True),
        ("x{}={}", False),
        ("{}={}x", False),
        ("a={}={}", False),
        ("nothing", False),
    ],
)
def test_our_cookie_is_found_among_others(scheme: str, cookies: str, found: bool) -> None:
    sent = cookies.format(cookie_name(scheme), sign(SECRET, VISIT)).encode()
    scope = {"type": "http", "scheme": scheme, "headers": [(b"host", b"x"), (b"cookie", sent)]}
    assert visit_of(SECRET, scope) == (VISIT if found else None)


def test_without_tls_the_cookie_of_tls_says_nothing() -> None:
    sent = f"{cookie_name('https')}={sign(SECRET, VISIT)}".encode()
    assert visit_of(SECRET, {"type": "http", "scheme": "http", "headers": [(b"cookie", sent)]}) is None


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_of_two_cookies_of_ours_the_last_counts(scheme: str) -> None:
    name, other = cookie_name(scheme), Visit("fedcba9876543210", 2)
    sent = f"{name}={sign(SECRET, VISIT)}; {name}={sign(SECRET, other)}".encode()
    assert visit_of(SECRET, {"type": "http", "scheme": scheme, "headers": [(b"cookie", sent)]}) == other
