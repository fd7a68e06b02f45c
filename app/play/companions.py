"""Companions: what features show at a table beside its own parts.

The page of a table has two places for them, its head and the words beside the board. A feature fills them in its module
`companion.py`, and a table without the feature is whole.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from fastapi import Request
from markupsafe import Markup
from sqlalchemy import Connection

from app.core.slots import Slot
from app.core.store.database import Database
from app.play.values.session import Turn


class Piece(NamedTuple):
    """Something shown beside a board."""

    place: Literal["head", "words"]
    markup: Markup
    styles: tuple[str, ...] = ()
    """The style sheets that it needs, by their names in `static/`."""
    scripts: tuple[str, ...] = ()
    """The scripts that it needs, likewise."""


class Companion:
    """What a feature does at the table of any session; this class does nothing."""

    async def without_script(self, request: Request, turn: Turn) -> None:
        """Wait a moment for what only a script would ask for later, before a page shows the table again."""

    def beside(self, connection: Connection, turn: Turn, player_id: str | None, now: int) -> Piece | None:
        """Return what to show beside a board to somebody at the table; None for nothing."""
        return None

    def at_the_end(self, connection: Connection, turn: Turn, player_id: str | None, now: int) -> Markup:
        """Return what to show in the panel of a game that its player has just finished; empty for nothing."""
        return Markup()

    async def studied(self, database: Database, turn: Turn, player_id: str | None, now: int) -> Piece | None:
        """Return the same as `beside`, if it takes reading a whole log.

        Raises:
            NotFound, Withheld: there is nothing to show now, and the page says why.
        """
        return None


COMPANIONS = Slot[Companion]("the companions of tables")


def files(named: Iterable[tuple[str, ...]]) -> list[str]:
    """Return the names of files that several pieces need, each once, in the order in which they first come."""
    return list(dict.fromkeys(name for names in named for name in names))
