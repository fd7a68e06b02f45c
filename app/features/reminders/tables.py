"""The reminders that browsers have asked for."""

from sqlalchemy import Column, Index, String, UniqueConstraint

from app.core.store.metadata import characters, count, milliseconds, reference, table
from app.core.store.types import IsoDay

reminder = table(
    "reminder",
    Column("token", String(32), primary_key=True),
    reference("player_id", to="player.id"),
    characters("endpoint", 1000),
    characters("p256dh", 87),
    characters("auth", 22),
    count("hour"),
    characters("zone", 64),
    milliseconds("made_at"),
    milliseconds("due_at"),
    Column("last_day", IsoDay),
    count("failures", "0"),
    UniqueConstraint("endpoint"),
    Index(None, "player_id"),
    Index(None, "due_at"),
)
"""The browsers to remind. Whoever has the token can end the reminder. `last_day` is the last day in the player's zone
for which the reminder was taken, and `failures` says how often sending has failed in a row."""
