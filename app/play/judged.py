"""Results of games about which moderators decide, and how a decision is taken back."""

from collections.abc import Collection
from typing import Protocol

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
