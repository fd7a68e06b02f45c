"""Tokens, with which a program acts for a player: what each allows, and its text.

The server draws each text once, and then knows it only by its digest.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from secrets import choice
from string import ascii_letters, digits


class Scope(StrEnum):
    """What a token may be used for."""

    PLAY = "play"
    """Begin and play games and dailies, ask about positions."""
    RACE = "race"
    """Make and join races and other events, and begin their deals. Playing in them needs `play` as well."""
    PUZZLE = "puzzle"
    """Ask for puzzles and attempt them."""
    READ = "read"
    """Look at the player's own games and races, and at boards, without changing anything."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token, without its text: the server stores only a digest of the text."""

    id: str
    player_id: str
    description: str
    """What its owner wants it for."""
    scopes: frozenset[Scope]
    made_at: int
    expires_at: int | None
    """None if it never expires."""
    revoked_at: int | None = None

    def works(self, now: int) -> bool:
        """Return whether the token still works."""
        return self.revoked_at is None and not self.has_expired(now)

    def has_expired(self, now: int) -> bool:
        """Return whether its time is up."""
        return self.expires_at is not None and self.expires_at <= now

    def may(self, allowed: Collection[Scope]) -> bool:
        """Return whether the token has at least one of these scopes."""
        return not self.scopes.isdisjoint(allowed)


@dataclass(frozen=True, slots=True)
class Use:
    """The requests with a token in one hour, at one kind of address."""

    hour: int
    """The hour's first millisecond."""
    what: str
    """The verb and the pattern of the address, such as `POST /api/v1/sessions`."""
    last_at: int
    times: int


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
