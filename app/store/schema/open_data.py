"""The files of the open data."""

from sqlalchemy import BigInteger, Column, String

from app.store.schema.metadata import characters, count, milliseconds, table, text

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
"""The months whose games are published, and by whom the file is made. `due_at` is there until it is: when its maker
must have died, so that another may begin again. What stands after it is filled in at the end."""
