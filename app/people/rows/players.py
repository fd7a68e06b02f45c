"""Statements about players."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, bindparam, insert, select, update

from app.core.store.unreadable import NOT_READ, unreadable
from app.people.tables import player


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
    """Grows when all the player's devices are signed out; cookies of an earlier generation no longer work."""
    bot: bool = False
    """Whether the player is a program. Once true, it stays so."""
    kept_out_at: int | None = None
    """The time since which the player's games stay out of the open data; None if they do not."""


_GENERATION = select(player.c.generation).where(player.c.id == bindparam("which"))
"""Nearly every request runs this, so it is built only once."""


def add(connection: Connection, added: Player) -> None:
    """Add a player."""
    connection.execute(insert(player), asdict(added))


def find(connection: Connection, player_id: str) -> Player | None:
    """Return the player with that id, or None if there is none."""
    row = connection.execute(select(player).where(player.c.id == player_id)).first()
    return Player(*row) if row else None


def hold(connection: Connection, player_id: str) -> None:
    """Make other transactions that `hold` the player wait until this one ends."""
    connection.execute(select(player.c.id).where(player.c.id == player_id).with_for_update(key_share=True)).all()


def generation(connection: Connection, player_id: str) -> int:
    """Return a player's current generation of cookies; 0 if there is no such player yet."""
    return connection.execute(_GENERATION, {"which": player_id}).scalar() or 0


def next_generation(connection: Connection, player_id: str) -> int:
    """Make all the player's cookies invalid; return the generation of the next one."""
    ended = update(player).where(player.c.id == player_id).values(generation=player.c.generation + 1)
    following: int = connection.execute(ended.returning(player.c.generation)).scalar_one()
    return following


def keep_automatic(connection: Connection, player_id: str, automatic: str) -> None:
    """Store which cards go to the foundations by themselves."""
    connection.execute(update(player).where(player.c.id == player_id).values(automatic=automatic))


def forget_settings(connection: Connection, player_id: str) -> None:
    """Leave a player no settings but those in columns of their own."""
    connection.execute(update(player).where(player.c.id == player_id).values(settings="{}"))


def setting(kept: Player, name: str) -> str:
    """Return a player's setting of that name; empty if there is none.

    Raises:
        UnreadableRow: the player's settings cannot be read.
    """
    try:
        return str(json.loads(kept.settings).get(name, ""))
    except NOT_READ:
        raise unreadable(player, (kept.id,)) from None


def choices(kept: Player, name: str) -> dict[str, str]:
    """Return a player's setting of that name that is made of choices; empty if there is none. Raises as `setting`."""
    try:
        return dict(json.loads(kept.settings).get(name, {}))
    except NOT_READ:
        raise unreadable(player, (kept.id,)) from None


def keep_setting(connection: Connection, kept: Player, name: str, value: str | Mapping[str, str]) -> None:
    """Store a player's setting of that name; the others stay. Raises as `setting`."""
    try:
        settings = json.loads(kept.settings) | {name: value if isinstance(value, str) else dict(value)}
    except NOT_READ:
        raise unreadable(player, (kept.id,)) from None
    connection.execute(update(player).where(player.c.id == kept.id).values(settings=json.dumps(settings)))


def is_bot(connection: Connection, player_id: str) -> bool:
    """Return whether a player is a program; return False if there is no such player yet."""
    return bool(connection.execute(select(player.c.bot).where(player.c.id == player_id)).scalar())


def hold_alone(connection: Connection, player_id: str) -> None:
    """Make other transactions that `hold` the player, or add something of the player's, wait until this one ends."""
    connection.execute(select(player.c.id).where(player.c.id == player_id).with_for_update()).all()


def become_bot(connection: Connection, player_id: str) -> None:
    """Store that the player is a program, for good."""
    connection.execute(update(player).where(player.c.id == player_id).values(bot=True))


def keep_out(connection: Connection, player_id: str, since: int | None) -> None:
    """Store the time since which a player's games stay out of the open data; None lets them in.

    If they stay out already, the stored time does not change.
    """
    chosen = update(player).where(player.c.id == player_id).values(kept_out_at=since)
    connection.execute(chosen if since is None else chosen.where(player.c.kept_out_at.is_(None)))
