"""Statements about the hints that a player has had."""

from dataclasses import dataclass, fields

from sqlalchemy import Connection, bindparam, func, insert, select, update

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


_FIELDS = tuple(field.name for field in fields(HelpGiven))
_HERE = (
    help_given.c.session_id == bindparam("whose"),
    help_given.c.seq == bindparam("place"),
    help_given.c.sight == bindparam("by"),
)
_ADD = insert(help_given).values({name: bindparam(name) for name in _FIELDS})
_RUNG = select(help_given.c.rung).where(*_HERE)
_CLIMB = update(help_given).where(*_HERE).values(rung=bindparam("reached"), at=bindparam("now"))
_COUNT = select(func.count()).select_from(help_given).where(help_given.c.session_id == bindparam("whose"))


def rung(connection: Connection, session_id: str, seq: int, sight: str) -> int:
    """Return how far up the ladder the player went there; 0 without a hint."""
    found = connection.execute(_RUNG, {"whose": session_id, "place": seq, "by": sight}).scalar_one_or_none()
    return int(found or 0)


def climb(connection: Connection, reached: HelpGiven) -> None:
    """Store how far up the ladder the player now is."""
    where = {"whose": reached.session_id, "place": reached.seq, "by": reached.sight}
    if not connection.execute(_CLIMB, where | {"reached": reached.rung, "now": reached.at}).rowcount:
        connection.execute(_ADD, {name: getattr(reached, name) for name in _FIELDS})


def count(connection: Connection, session_id: str) -> int:
    """Count the places of a session at which the player had help."""
    return int(connection.execute(_COUNT, {"whose": session_id}).scalar_one())
