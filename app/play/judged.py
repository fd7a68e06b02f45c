"""Results of games about which moderators decide, and how a decision is taken back."""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple, Protocol

from sqlalchemy import Connection

from app.core.slots import Slot


class Judged(Protocol):
    """Results of one kind, such as those of dailies."""

    kinds: Collection[str]
    """The kinds of decision about them."""

    def hold(self, connection: Connection, session_id: str) -> None:
        """Hold what follows from a session's result, and then its player, before any other player is held."""

    def put_back(self, connection: Connection, session_id: str, before: str) -> None:
        """Make a session's result what it was before a decision, as the decision has it."""


JUDGED = Slot[Judged]("results about which moderators decide")


class Results(NamedTuple):
    """What the command `rampart results` lists and does about results of one kind."""

    rank: int
    """The results with the lowest rank come first."""
    lines: Callable[[Connection, int], list[str]]
    """Returns what waits for a person to judge at a time, a line each, and how much that is."""
    verbs: Mapping[str, Callable[[Connection, str, int], str]] = {}
    """What can be done to the result of a session: gets its id and the time, and returns what has changed."""
