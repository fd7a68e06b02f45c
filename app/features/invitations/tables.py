"""Invitations to make an account."""

from sqlalchemy import BigInteger, CheckConstraint, Column, Index, String, UniqueConstraint

from app.core.store.metadata import characters, count, milliseconds, table, text

account_invitation = table(
    "account_invitation",
    Column("id", String(16), primary_key=True),
    characters("digest", 64),
    text("note"),
    count("places"),
    count("taken"),
    milliseconds("made_at"),
    milliseconds("ends_at"),
    Column("withdrawn_at", BigInteger),
    UniqueConstraint("digest"),
    CheckConstraint("taken BETWEEN 0 AND places", name="taken"),
    Index(None, "ends_at"),
)
"""Links with which a number of people can make an account until a day. Only the digest of a link's secret is kept."""
