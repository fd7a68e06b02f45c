"""What servers keep for themselves: how far they have come, and what they know of one another."""

from sqlalchemy import Column, String, Text, false

from app.core.store.metadata import characters, flag, milliseconds, table

server_time = table(
    "server_time",
    Column("server", String(16), primary_key=True),
    characters("boot", 36, ""),
    milliseconds("elapsed", "0"),
    milliseconds("now", "0"),
    flag("sure", false()),
)
"""What each process that serves said last about its time; see `app.core.clock.TimeReport`."""

bookmark = table(
    "bookmark",
    Column("name", Text, primary_key=True),
    milliseconds("at"),
    characters("after", 16),
)
"""How far walks through tables, a page at a time, have come; since when games are published;
which secret is in use; when it was backed up; when a server last tried to write."""
