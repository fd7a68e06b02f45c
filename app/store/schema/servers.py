"""What servers know of one another."""

from sqlalchemy import Column, String, false

from app.store.schema.metadata import characters, flag, milliseconds, table

server_time = table(
    "server_time",
    Column("server", String(16), primary_key=True),
    characters("boot", 36, ""),
    milliseconds("elapsed", "0"),
    milliseconds("now", "0"),
    flag("sure", false()),
)
"""What each process that serves said last about its time; see `app.model.clock.Told`."""
