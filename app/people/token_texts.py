"""The texts of tokens. The server draws each once, and then knows it only by its digest."""

import re
from hashlib import sha256
from secrets import choice
from string import ascii_letters, digits

PREFIX = "rpt_"
"""Helps programs that scan for leaked secrets to find ours."""
_LETTERS = ascii_letters + digits
_LENGTH = 40
"""Some 238 bits: nobody finds one by trying, so its digest needs no salt and no slow hash."""
_TEXT = re.compile(rf"{PREFIX}[{_LETTERS}]{{{_LENGTH}}}")


def draw_token() -> str:
    """Return the text of a new token."""
    return PREFIX + "".join(choice(_LETTERS) for _ in range(_LENGTH))


def token_digest(text: str) -> str | None:
    """Return the digest that the server stores for a token; None if the text cannot be a token.

    Looking up a digest takes no longer for a text that is nearly right, since its digest is nothing like the right one.
    """
    return sha256(text.encode()).hexdigest() if _TEXT.fullmatch(text) else None
