"""Check that ratings follow from the results that changed them."""

from sqlalchemy import Connection

from app.features.ratings import rows
from app.play.checking import Check, Fault
from engine.rules import Game


def check(_connection: Connection, wrong: tuple[str, Game]) -> list[Fault]:
    """Name a rating that is not what its player's last result left."""
    player_id, game = wrong
    return [Fault(f"rating {game.slug}", f"That of player {player_id} is not what its last result left.")]


RATINGS = Check(40, "", rows.disagreeing, check)
