"""Lessons that players have done."""

from sqlalchemy import Column, Text

from app.core.store.metadata import milliseconds, numbered, owned, table

lesson = table(
    "lesson",
    owned("player_id", by="player.id"),
    Column("game", Text, primary_key=True),
    numbered("number"),
    milliseconds("done_at"),
)
"""When a player first did a lesson of a game. Number 0 stands for dismissing the offer of its lessons."""
