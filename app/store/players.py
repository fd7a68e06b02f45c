"""Statements about players."""

from dataclasses import asdict, dataclass

from sqlalchemy import Connection, bindparam, insert, select, update

from app.store.schema import player


@dataclass(frozen=True, slots=True)
class Player:
    """A row of `player`; the fields stand in the order of the columns."""

    id: str
    made_at: int
    automatic: str
    """Which cards go to the foundations by themselves: `off`, `safe` or `all`."""
    settings: str
    """JSON."""
    generation: int = 0
    """Counts how often every device was signed out; cookies of an earlier generation count for nothing."""


_GENERATION = select(player.c.generation).where(player.c.id == bindparam("which"))
"""Nearly every request asks for it, so it is written once."""


def add(connection: Connection, added: Player) -> None:
    """Add a player."""
    connection.execute(insert(player), asdict(added))


def find(connection: Connection, player_id: str) -> Player | None:
    """Return the player of that id, None if there is none."""
    row = connection.execute(select(player).where(player.c.id == player_id)).first()
    return Player(*row) if row else None


def hold(connection: Connection, player_id: str) -> None:
    """Keep other transactions that hold the player out until this one ends."""
    connection.execute(select(player.c.id).where(player.c.id == player_id).with_for_update(key_share=True)).all()


def generation(connection: Connection, player_id: str) -> int:
    """Return the generation of cookies that counts for a player, 0 before there is such a player."""
    return connection.execute(_GENERATION, {"which": player_id}).scalar() or 0


def next_generation(connection: Connection, player_id: str) -> int:
    """End all the player's cookies; return the generation of the next one."""
    ended = update(player).where(player.c.id == player_id).values(generation=player.c.generation + 1)
    following: int = connection.execute(ended.returning(player.c.generation)).scalar_one()
    return following


def keep_automatic(connection: Connection, player_id: str, automatic: str) -> None:
    """Store which cards go to the foundations by themselves."""
    connection.execute(update(player).where(player.c.id == player_id).values(automatic=automatic))


def keep_settings(connection: Connection, player_id: str, json_text: str) -> None:
    """Store the player's other settings."""
    connection.execute(update(player).where(player.c.id == player_id).values(settings=json_text))
