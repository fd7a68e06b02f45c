"""Writes everything that the server keeps about a player as one JSON document, a part at a time."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection

from app.core.store.database import Transaction
from app.features.account.service import belongings
from app.features.account.service.belongings import Belongings
from app.features.account.words import played_document, player_document, table_document

K = TypeVar("K")
Parts = list[tuple[K, str]]
"""JSON texts, each with the key after which the following ones begin."""
Study = Callable[[Transaction[[], Parts[Any]]], Awaitable[Parts[Any]]]
"""Reads one part."""


async def write_out(study: Study, kept: Belongings, now: int) -> AsyncIterator[str]:
    """Yield the document about a player with the games and tables in it, a part of them at a time."""
    player_id = kept.player.id
    yield f'{json.dumps(player_document(kept, now))[:-1]}, "games": ['
    before, separator = None, ""
    while part := await study(partial(_games, player_id=player_id, before=before, now=now)):
        for _, text in part:
            yield separator + text
            separator = ",\n"
        before = part[-1][0]
    yield '], "tables": ['
    after, separator = "", ""
    while seated := await study(partial(_tables, player_id=player_id, after=after, now=now)):
        for _, text in seated:
            yield separator + text
            separator = ",\n"
        after = seated[-1][0]
    yield "]}\n"


def _games(connection: Connection, player_id: str, before: tuple[int, str] | None, now: int) -> Parts[tuple[int, str]]:
    """Write the next games of a player as JSON, each with the key below which the following ones begin."""
    part = belongings.part(connection, player_id, before, now)
    return [((one[0].changed_at, one[0].id), json.dumps(played_document(one))) for one in part]


def _tables(connection: Connection, player_id: str, after: str, now: int) -> Parts[str]:
    """Write the next tables at which a player has a seat as JSON, each with its session's id."""
    seated = belongings.tables(connection, player_id, after, now)
    return [(played[0].id, json.dumps(table_document(name, played))) for name, played in seated]
