"""The public pages of players."""

from app.core.store.metadata import foreign_key, table, text

profile = table(
    "profile",
    foreign_key("player_id", by="account.player_id"),
    text("shown"),
)
"""The public pages of players; `shown` names their parts. Most players have none."""
