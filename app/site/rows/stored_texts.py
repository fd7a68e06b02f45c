"""Every stored text that stands for a value, and a walk over all rows for those that cannot be read.

Sessions and their logs are not among them: the check plays those again.
"""

import json
from collections.abc import Iterator
from datetime import date

from sqlalchemy import Connection, String, Table, select, type_coerce

from app.core.store.unreadable import NOT_READ, key_text
from app.people.token import Scope
from app.play.checking import Read, Texts
from app.play.rows.sessions import deck_of, event_of
from app.play.rows.stock import read_band
from app.play.values.question import QuestionKind
from app.site.features import FEATURES
from app.site.schema import metadata
from engine.automatic import Automatic
from engine.games import find
from engine.rules import read_options

_LIKENESS = 52
_A_STREAM = 1000
_ANYWHERE: dict[str, Read] = {
    "game": lambda row: find(row.game),
    "options": lambda row: find(row.game).variants(read_options(row.options))[0],
    "deal": lambda row: int(row.deal),
    "deck": lambda row: deck_of(row.deck),
    "day": lambda row: date.fromisoformat(row.day),
    "band": lambda row: read_band(row.band),
    "event": lambda row: event_of(row.event),
    "likeness": lambda row: [mark for _, mark in zip(range(_LIKENESS), row.likeness, strict=True)],
}
"""How to read a column of that name in any table."""
_BELOW: Texts = {
    "access_token": {"scopes": lambda row: [Scope(word) for word in row.scopes.split()]},
    "player": {
        "automatic": lambda row: Automatic(row.automatic),
        "settings": lambda row: json.loads(row.settings).items(),
    },
    "question": {"kind": lambda row: QuestionKind(row.kind)},
}
"""The texts that no feature has stored."""
_IN: Texts = {**_BELOW, **{table: columns for feature in FEATURES for table, columns in feature.texts.items()}}
_PLAYED_AGAIN = {"session", "entry", "packed_log"}
TABLES = [table for table in metadata.sorted_tables if table.name not in _PLAYED_AGAIN]


def unreadable_rows(connection: Connection, table: Table) -> Iterator[tuple[str, str]]:
    """Yield the key of each row of a table with a text that cannot be read, and the name of the text's column."""
    reading = {name: read for name, read in _ANYWHERE.items() if name in table.columns} | dict(_IN.get(table.name, {}))
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
