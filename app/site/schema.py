"""Every table, so that `metadata` knows them all. A change to a table also needs a migration; a test compares the two.

Times are whole milliseconds since the beginning of 1970 in UTC.
"""

from importlib import import_module

from app.core.store.metadata import metadata

__all__ = ["metadata"]

for _module in (
    "app.core.store.tables",
    "app.features.daily.tables",
    "app.features.moderation.tables",
    "app.features.open_data.tables",
    "app.features.profiles.tables",
    "app.features.puzzles.tables.lessons",
    "app.features.puzzles.tables.puzzles",
    "app.features.races.tables",
    "app.features.ratings.tables",
    "app.features.tournaments.tables",
    "app.people.tables",
    "app.play.tables.games",
    "app.play.tables.solving",
):
    import_module(_module)
