"""The texts of tokens: drawn once, and known by their digest from then on."""

import re
from hashlib import sha256
from secrets import choice
from string import ascii_letters, digits

PREFIX = "rpt_"
"""By this, programs that look for secrets in places where they do not belong find ours."""
_LETTERS = ascii_letters + digits
_LENGTH = 40
"""Some 238 bits: nobody finds one by trying, so its digest needs no salt and no slow hash."""
_TEXT = re.compile(rf"{PREFIX}[{_LETTERS}]{{{_LENGTH}}}")


def draw_token() -> str:
    """Draw the text of a new token."""
    return PREFIX + "".join(choice(_LETTERS) for _ in range(_LENGTH))


def token_digest(text: str) -> str | None:
    """Return what the server keeps of a token; None if the text can be none.

    A look by digest takes no more or less time for a text that is nearly right, since its digest is not.
    """
    return sha256(text.encode()).hexdigest() if _TEXT.fullmatch(text) else None
