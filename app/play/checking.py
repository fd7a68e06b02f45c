"""What `rampart check` compares beyond sessions and their logs: each feature says what it stores, and checks it.

The fault is a value that names no cards: a deal may still be a secret.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection

Read = Callable[[Any], object]
"""Reads a text of a row; raises if it cannot be read."""
Texts = Mapping[str, Mapping[str, Read]]
"""How to read the texts that stand for values, by table and column."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something stored that does not follow from the logs."""

    place: str
    """What it is about, such as `session 06b…` or `daily 2026-11-20 fortress`."""
    reason: str
    """What is wrong, in a sentence. It names no cards: a deal may still be a secret."""

    def __str__(self) -> str:
        """Return the fault in one line."""
        return f"{self.place}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Claim:
    """What an event has stored about the end of one of its sessions."""

    session_id: str
    event: str
    """Its kind, such as `daily`."""
    steps: int
    won: bool
    home: int | None = None
    """Cards on the foundations; None if they are not stored."""
    undos: int | None = None
    """None if they are not stored."""
    closes_at: int | None = None
    """From when on a win does not count; None if it always does."""


Claims = Callable[[Connection, Sequence[str]], list[Claim]]
"""Returns what an event has stored about the ends of these sessions."""


class Check(NamedTuple):
    """Things of one kind that a feature checks, one at a time."""

    rank: int
    """The check with the lowest rank comes first."""
    words: str
    """What they are, before their number; empty if nobody need know how many there are."""
    find: Callable[[Connection], Sequence[Any]]
    """Lists the things."""
    check: Callable[[Connection, Any], list[Fault]]
    """Checks one of them."""
