"""Every stored text that stands for a value, and a walk over all rows for those that cannot be read.

Sessions and their logs are not among them: the check plays those again.
"""

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

from sqlalchemy import Connection, String, Table, select, type_coerce

from app.core.store.unreadable import NOT_READ, key_text
from app.features.daily.values.daily import ClosingStage
from app.features.daily.values.story import Story
from app.features.moderation.values import Kind as Decided
from app.features.open_data.values import Month
from app.features.profiles.values import Part
from app.features.puzzles.values import task
from app.features.puzzles.values.puzzle import RunKind
from app.features.races.values import race
from app.features.study.values import State
from app.features.tournaments.values import tournament
from app.people.token import Scope
from app.people.venues import Venue
from app.play.rows.texts import allowed_of, bounds_of, deck_of, event_of, lines_of, moves_of, variants_of
from app.play.values.question import Kind
from app.play.values.shelf import Band
from app.site.schema import metadata
from engine.automatic import Automatic
from engine.games import find
from engine.puzzles.goals import read_goal
from engine.rules import read_options

Read = Callable[[Any], object]

_LIKENESS = 52
_A_STREAM = 1000
_ANYWHERE: dict[str, Read] = {
    "game": lambda row: find(row.game),
    "options": lambda row: find(row.game).variants(read_options(row.options))[0],
    "deal": lambda row: int(row.deal),
    "deck": lambda row: deck_of(row.deck),
    "day": lambda row: date.fromisoformat(row.day),
    "band": lambda row: Band(row.band),
    "event": lambda row: event_of(row.event),
    "likeness": lambda row: [mark for _, mark in zip(range(_LIKENESS), row.likeness, strict=True)],
}
"""How to read a column of that name in any table."""
_IN: dict[str, dict[str, Read]] = {
    "access_token": {"scopes": lambda row: [Scope(word) for word in row.scopes.split()]},
    "certificate": {"state": lambda row: State(row.state)},
    "daily": {
        "lines": lambda row: lines_of(find(row.game), row.lines),
        "bounds": lambda row: bounds_of(find(row.game), row.bounds),
        "stage": lambda row: ClosingStage(row.stage),
        "allowed": lambda row: allowed_of(row.allowed),
    },
    "data_month": {"month": lambda row: Month.read(row.month)},
    "decision": {"kind": lambda row: Decided(row.kind)},
    "player": {"automatic": lambda row: Automatic(row.automatic)},
    "profile": {"shown": lambda row: [Part(word) for word in row.shown.split()]},
    "puzzle": {
        "moves": lambda row: moves_of(row.moves),
        "way": lambda row: moves_of(row.way),
        "goal": lambda row: read_goal(row.goal),
    },
    "puzzle_run": {"kind": lambda row: RunKind(row.kind), "game": lambda row: row.game and find(row.game)},
    "question": {"kind": lambda row: Kind(row.kind)},
    "puzzle_attempt": {"outcome": lambda row: task.Outcome(row.outcome)},
    "run": {"outcome": lambda row: race.Outcome(row.outcome)},
    "standing": {"game": lambda row: row.game and find(row.game)},
    "story": {"words": lambda row: Story.read(row.words)},
    "task": {"outcome": lambda row: task.Outcome(row.outcome)},
    "title_report": {"venue": lambda row: Venue.read(row.venue)},
    "tournament_try": {"outcome": lambda row: tournament.Outcome(row.outcome)},
    "tournament": {
        "form": lambda row: tournament.Form(row.form),
        "variants": lambda row: variants_of(row.variants),
    },
}
_PLAYED_AGAIN = {"session", "entry", "packed_log"}
TABLES = [table for table in metadata.sorted_tables if table.name not in _PLAYED_AGAIN]


def unreadable_rows(connection: Connection, table: Table) -> Iterator[tuple[str, str]]:
    """Yield the key of each row of a table with a text that cannot be read, and the name of the text's column."""
    reading = {name: read for name, read in _ANYWHERE.items() if name in table.columns} | _IN.get(table.name, {})
    if not reading:
        return
    needed = {column.name: column for column in (*table.primary_key, *(table.c[name] for name in reading))}
    if "game" in table.columns:
        needed["game"] = table.c.game
    written = select(*(type_coerce(column, String).label(name) for name, column in needed.items()))
    for row in connection.execute(written.execution_options(yield_per=_A_STREAM)):
        for name, read in reading.items():
            if getattr(row, name) is not None and not _is_read(read, row):
                yield key_text(table, (getattr(row, column.name) for column in table.primary_key)), name


def _is_read(read: Read, row: object) -> bool:
    try:
        read(row)
    except NOT_READ:
        return False
    return True
