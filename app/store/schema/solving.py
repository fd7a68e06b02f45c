"""Questions to the solvers, their answers, and the deals they have proved winnable."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    false,
)

from app.store.schema.metadata import metadata

question = Table(
    "question",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("kind", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("player_id", String(16), ForeignKey("player.id"), nullable=False),
    Column("asked_at", BigInteger, nullable=False),
    Column("wanted_until", BigInteger, nullable=False),
    Column("taken_until", BigInteger, nullable=False, server_default="0"),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("line_at", BigInteger, nullable=False, server_default="0"),
    CheckConstraint("kind IN ('judge', 'guess', 'review')", name="kind"),
    Index(None, "player_id"),
    sqlite_with_rowid=False,
)
"""What solver processes have been asked and have not answered yet."""

answer = Table(
    "answer",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("words", Text, nullable=False),
    Column("used_at", BigInteger, nullable=False),
    Index(None, "used_at"),
    sqlite_with_rowid=False,
)
"""What they answered, JSON, by the key of the question, so that nothing is solved twice; `used_at` is when it was made
or, give or take a day, last asked for."""

deal_verdict = Table(
    "deal_verdict",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("deck", String(104)),
    Column("attempts", Integer, nullable=False),
    Column("due_at", BigInteger),
    Column("verdict", Text),
    Column("judged_at", BigInteger),
    Index(None, "due_at"),
    Index(None, "judged_at"),
    sqlite_with_rowid=False,
)
"""Whether the deals of lost games can be won, by the key of that question: kept for good, unlike answers, and small.
`due_at` and `deck` are there until it is known."""

bookmark = Table(
    "bookmark",
    metadata,
    Column("name", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("after", String(16), nullable=False),
    sqlite_with_rowid=False,
)
"""How far walks through a table have come that are made a page at a time."""

stock = Table(
    "stock",
    metadata,
    Column("game", Text, primary_key=True),
    Column("options", Text, primary_key=True),
    Column("deal", Text, primary_key=True),
    Column("band", Text, nullable=False),
    Column("taken", Boolean, nullable=False, server_default=false()),
    CheckConstraint("band IN ('gentle', 'steady', 'stern')", name="band"),
    Index(None, "taken", "game", "options", "band"),
    sqlite_with_rowid=False,
)
"""Deals proved winnable under every choice that these options leave open. What has been dealt stays, as proved."""

race_deal = Table(
    "race_deal",
    metadata,
    Column("game", Text, primary_key=True),
    Column("options", Text, primary_key=True),
    Column("deal", Text, primary_key=True),
    sqlite_with_rowid=False,
)
"""Deals proved winnable for races; nobody has seen one."""

wish = Table(
    "wish",
    metadata,
    Column("game", Text, primary_key=True),
    Column("options", Text, primary_key=True),
    Column("band", Text, primary_key=True),
    Column("until", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""For which shelves of the stock somebody waits, each until when."""
