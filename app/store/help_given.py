"""Statements about the hints that a player has had."""

from dataclasses import asdict, dataclass

from sqlalchemy import ColumnElement, Connection, and_, func, insert, select, update

from app.store.schema import help_given


@dataclass(frozen=True, slots=True)
class HelpGiven:
    """A row of `help_given`; the fields stand in the order of the columns."""

    session_id: str
    seq: int
    sight: str
    """Whether the helper saw what the player sees (`fair`) or face-down cards too (`all`)."""
    rung: int
    """How far up the ladder, from 1."""
    at: int


def rung(connection: Connection, session_id: str, seq: int, sight: str) -> int:
    """Return how far up the ladder the player went there; 0 without a hint."""
    here = select(help_given.c.rung).where(_is(session_id, seq, sight))
    return connection.execute(here).scalar_one_or_none() or 0


def climb(connection: Connection, reached: HelpGiven) -> None:
    """Store how far up the ladder the player now is."""
    climbed = update(help_given).where(_is(reached.session_id, reached.seq, reached.sight))
    if not connection.execute(climbed.values(rung=reached.rung, at=reached.at)).rowcount:
        connection.execute(insert(help_given), asdict(reached))


def count(connection: Connection, session_id: str) -> int:
    """Count the places of a session at which the player had help."""
    return connection.execute(select(func.count()).where(help_given.c.session_id == session_id)).scalar_one()


def _is(session_id: str, seq: int, sight: str) -> ColumnElement[bool]:
    return and_(help_given.c.session_id == session_id, help_given.c.seq == seq, help_given.c.sight == sight)
