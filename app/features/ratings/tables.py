"""How strong players are at each game, judging by races and dailies."""

from sqlalchemy import Column, Index, Text

from app.core.store.metadata import count, foreign_key, milliseconds, number, numbered_key, table
from app.core.store.types import IsoDay, Patience

game_rating = table(
    "game_rating",
    foreign_key("player_id", by="player.id"),
    Column("game", Patience, primary_key=True),
    number("rating"),
    number("deviation"),
    count("results"),
    milliseconds("changed_at"),
    Index(None, "game", "rating"),
)
"""Ratings of players with an account. A row without a result is about to get its first."""

rating_change = table(
    "rating_change",
    foreign_key("player_id", by="player.id"),
    Column("game", Patience, primary_key=True),
    Column("event", Text, primary_key=True),
    numbered_key("heat"),
    milliseconds("rated_at"),
    number("before"),
    number("rating"),
    number("deviation"),
    count("rule", "1"),
    Index(None, "player_id", "game", "rated_at"),
)
"""How each rating came about. The key lets the database refuse to count a result twice."""

deal_rating = table(
    "deal_rating",
    Column("day", IsoDay, primary_key=True),
    Column("game", Patience, primary_key=True),
    Column("options", Text, primary_key=True),
    number("rating"),
    number("deviation"),
    count("results"),
    milliseconds("changed_at"),
)
"""How hard the deals of dailies turned out to be, under the options they were played with."""
