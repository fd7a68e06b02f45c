"""Tournaments: their deals, their entrants, and the games played in them."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    String,
    Text,
    UniqueConstraint,
    false,
)
from sqlalchemy import text as sql

from app.core.store.metadata import (
    characters,
    count,
    flag,
    foreign_key,
    milliseconds,
    numbered_key,
    reference,
    table,
    text,
)
from app.features.moderation.tables import decision

_UNSETTLED = sql("closed_at IS NULL")

tournament = table(
    "tournament",
    Column("code", String(6), primary_key=True),
    text("name"),
    text("form"),
    text("variants"),
    count("deals"),
    milliseconds("length_ms"),
    flag("one_try"),
    flag("blind"),
    flag("bots"),
    Column("maker_id", String(16), ForeignKey("player.id")),
    Column("slot", Text),
    milliseconds("made_at"),
    milliseconds("opens_at"),
    milliseconds("closes_at"),
    characters("salt", 32),
    Column("drawn_at", BigInteger),
    Column("closing_since", BigInteger),
    Column("closed_at", BigInteger),
    Column("due_at", BigInteger),
    count("failures", "0"),
    flag("set_aside", false()),
    text("walked_to", ""),
    characters("whence", 16, ""),
    count("scoring", "1"),
    CheckConstraint("form IN ('arena', 'deals')", name="form"),
    UniqueConstraint("slot"),
    Index(None, "due_at"),
    Index(None, "closed_at"),
    Index("tournament_unsettled_ix", "code", sqlite_where=_UNSETTLED, postgresql_where=_UNSETTLED),
)
"""`slot` names a tournament that opens by itself, so no two processes can open the same one. `whence` marks the network
that its maker came from; it is emptied after the end, as those of its entrants are."""

# Moderators may replace the name of a tournament; their table knows no tournaments.
decision.append_constraint(ForeignKeyConstraint(["tournament_code"], ["tournament.code"]))

tournament_deal = table(
    "tournament_deal",
    foreign_key("code", by="tournament.code", length=6),
    numbered_key("number"),
    text("game"),
    text("options"),
    Column("deal", Text),
    Column("deck", String(104)),
    Column("likeness", String(52)),
    Index(None, "likeness"),
)
"""The columns after `options` are null until the deal is drawn."""

entrant = table(
    "entrant",
    foreign_key("code", by="tournament.code", length=6),
    foreign_key("player_id", by="player.id"),
    text("name"),
    text("skeleton"),
    Column("group_code", String(10)),
    Column("group_name", Text),
    milliseconds("joined_at"),
    count("points", "0"),
    count("won", "0"),
    milliseconds("steps", "0"),
    milliseconds("ms", "0"),
    characters("whence", 16, ""),
    flag("guest", false()),
    UniqueConstraint("code", "skeleton"),
    Index(None, "player_id"),
)
"""The people in a tournament, with the names that they use in it and the sums over their games won. The name of a group
stays even if the group does not. `guest` marks those who began their first game without an account."""

tournament_try = table(
    "tournament_try",
    foreign_key("session_id", by="session.id"),
    Column("code", String(6), ForeignKey("tournament.code"), nullable=False),
    reference("player_id", to="player.id"),
    count("number"),
    count("attempt"),
    milliseconds("began_at"),
    Column("outcome", Text),
    count("steps", "0"),
    milliseconds("ms", "0"),
    CheckConstraint("outcome IN ('won', 'given-up', 'stopped')", name="outcome"),
    UniqueConstraint("code", "player_id", "number", "attempt"),
    Index(None, "code", "session_id"),
    Index(None, "player_id"),
)
"""The games in a tournament. The columns after `began_at` are filled in when a game ends."""
