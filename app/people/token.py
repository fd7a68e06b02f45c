"""Tokens, with which a program acts for a player, and what each allows."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum


class Scope(StrEnum):
    """What a token may be used for."""

    PLAY = "play"
    """Begin and play games and dailies, ask about positions."""
    RACE = "race"
    """Make and join races and tournaments, and begin their deals. Playing in them needs `play` as well."""
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
