"""Players: guests from their first action."""

from sqlalchemy import Connection

from app.store import players
from app.store.players import Player
from engine.automatic import Automatic


def ensure(connection: Connection, player_id: str, now: int) -> Player:
    """Give the player, made a guest now if this is the first action."""
    player = players.find(connection, player_id)
    if player is None:
        player = Player(id=player_id, made_at=now, automatic=Automatic.OFF, settings="{}")
        players.add(connection, player)
    return player


def find(connection: Connection, player_id: str) -> Player | None:
    """Give the player, or None before the first action."""
    return players.find(connection, player_id)


def choose_automatic(connection: Connection, player_id: str, automatic: Automatic, now: int) -> None:
    """Keep which cards go to the foundations by themselves."""
    ensure(connection, player_id, now)
    players.keep_automatic(connection, player_id, automatic)
