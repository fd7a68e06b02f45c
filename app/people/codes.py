"""The codes of races, tournaments and groups, and of links that one person gives another."""

from collections.abc import Callable
from secrets import choice

LETTERS = "BCDFGHJKMNPRSTVWXZ"
"""What codes are made of: none of these looks like another or like a digit, and no code is a word."""
_OPEN_LENGTH, _SECRET_LENGTH = 6, 10


def free_code(is_taken: Callable[[str], object]) -> str:
    """Draw a short code, for what may be seen by everybody who has it, until one is not taken."""
    code = _drawn(_OPEN_LENGTH)
    while is_taken(code):
        code = _drawn(_OPEN_LENGTH)
    return code


def secret_code() -> str:
    """Draw a code so long that nobody finds it by trying."""
    return _drawn(_SECRET_LENGTH)


def _drawn(length: int) -> str:
    return "".join(choice(LETTERS) for _ in range(length))
