"""What the people who run a server say on its front page."""

from sqlalchemy import BigInteger, CheckConstraint, Column, Text

from app.core.store.metadata import milliseconds, numbered_key, table, text

host_word = table(
    "host_word",
    Column("kind", Text, primary_key=True),
    numbered_key("number"),
    text("text"),
    milliseconds("at"),
    Column("ends_at", BigInteger),
    CheckConstraint("kind IN ('name', 'greeting', 'message')", name="kind"),
)
"""A log, to which we only ever add: of each kind, the line with the highest number stands. The key lets the database
refuse a line of somebody who has not seen the last one."""
