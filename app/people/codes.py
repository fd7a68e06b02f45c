"""Codes for venues, and for links that one person passes to another."""

from collections.abc import Callable
from secrets import choice

LETTERS = "BCDFGHJKMNPRSTVWXZ"
"""The letters of codes: none looks like another or like a digit, and without vowels no code is a word."""
_OPEN_LENGTH, _SECRET_LENGTH = 6, 10


def free_code(is_taken: Callable[[str], object]) -> str:
    """Return a short code that is free, for something that everybody who has the code may see."""
    code = _draw(_OPEN_LENGTH)
    while is_taken(code):
        code = _draw(_OPEN_LENGTH)
    return code


def secret_code() -> str:
    """Return a new code so long that nobody finds it by trying."""
    return _draw(_SECRET_LENGTH)


def _draw(length: int) -> str:
    return "".join(choice(LETTERS) for _ in range(length))
