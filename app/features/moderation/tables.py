"""Reports of names, the decisions of moderators, and the appeals of players."""

from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy import text as sql

from app.core.store.metadata import foreign_key, milliseconds, reference, table, text

_OPEN = sql("answered_at IS NULL")

decision = table(
    "decision",
    Column("id", String(16), primary_key=True),
    milliseconds("at"),
    text("moderator"),
    text("kind"),
    reference("player_id", to="player.id"),
    Column("session_id", String(16), ForeignKey("session.id")),
    text("before"),
    text("after"),
    text("reason"),
    Column("undoes", String(16), ForeignKey("decision.id")),
    Column("tournament_code", String(6)),
    Column("group_code", String(10)),
    UniqueConstraint("undoes"),
    CheckConstraint(
        "kind IN ('dismiss', 'rename', 'retitle', 'hide', 'show', 'clear', 'sign-out', 'close', 'undo')", name="kind"
    ),
    Index(None, "player_id", "at"),
    Index(None, "session_id"),
    Index(None, "at"),
)
"""The moderators' log: who decided what about whom, and why. We only ever add to it. Taking back a decision is a line
of its own, and the unique `undoes` lets the database refuse a second one. A decision about the name of a venue has its
code in the column for its kind."""

report = table(
    "report",
    foreign_key("player_id", by="account.player_id"),
    foreign_key("reporter_id", by="account.player_id"),
    text("name"),
    text("reason"),
    milliseconds("reported_at"),
    Column("settled_by", String(16)),
    CheckConstraint("reason IN ('offends', 'pretends', 'other')", name="reason"),
    Index(None, "reporter_id"),
)
"""Reports of players' names to the operator. `settled_by` is the decision about a report, null until there is one."""

title_report = table(
    "title_report",
    Column("venue", String(24), primary_key=True),
    foreign_key("reporter_id", by="account.player_id"),
    text("name"),
    text("reason"),
    milliseconds("reported_at"),
    Column("settled_by", String(16)),
    CheckConstraint("reason IN ('offends', 'pretends', 'other')", name="reason"),
    Index(None, "reporter_id"),
)
"""Reports of the names of venues. `settled_by` is the decision about a report, null until there is one."""

appeal = table(
    "appeal",
    Column("id", String(16), primary_key=True),
    Column("decision_id", String(16), ForeignKey("decision.id"), nullable=False),
    reference("player_id", to="player.id"),
    text("text"),
    milliseconds("made_at"),
    Column("answer", Text),
    Column("answered_at", BigInteger),
    Index("appeal_open_ix", "decision_id", unique=True, sqlite_where=_OPEN, postgresql_where=_OPEN),
    Index(None, "player_id"),
)
"""The appeals of players against decisions about them. Only one at a time against each decision may wait for an
answer."""
