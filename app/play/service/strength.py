"""How hard a player wants the deals of each game; kept with the player, a guest's too."""

from sqlalchemy import Connection

from app.people.service import players
from app.play.values.strength import Strength, strengths_of
from engine.games import GAMES
from engine.rules import Game

SETTING = "strength"
"""The name under which the choices are kept, each by the slug of its game."""


def strength_of(connection: Connection, player_id: str | None, game: Game) -> Strength:
    """Return how hard a player wants the deals of a game: as chosen last, or else as usual."""
    player = players.find(connection, player_id) if player_id else None
    kept = players.choices_of(player, SETTING).get(game.slug) if player else None
    offered = strengths_of(game)
    return next((one for one in offered if one == kept), offered[0])


def choose(connection: Connection, player_id: str, game: Game, strength: Strength, now: int) -> None:
    """Keep how hard a player wants the deals of a game, if the game offers that choice."""
    if strength in strengths_of(game) and strength_of(connection, player_id, game) is not strength:
        kept = players.choices_of(players.ensure(connection, player_id, now), SETTING)
        known = {slug: value for slug, value in kept.items() if slug in GAMES}
        players.keep_choices(connection, player_id, SETTING, known | {game.slug: strength.value})
