"""The files of the open data."""

from sqlalchemy import BigInteger, Column, String

from app.core.store.metadata import characters, count, milliseconds, table, text

data_month = table(
    "data_month",
    Column("month", String(7), primary_key=True),
    characters("maker", 16),
    Column("due_at", BigInteger),
    text("name", ""),
    count("games", "0"),
    milliseconds("size", "0"),
    characters("digest", 64, ""),
    milliseconds("made_at", "0"),
)
"""The months whose games are published, and who makes each file. `due_at` is when the maker must have died, so another
may start again; it is null once the file is made. The columns after it are filled in at the end."""
