"""Games of a month, and servers that publish them."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection

from app.core.store.opening import open_database
from app.features.open_data import publishing
from app.features.open_data import rows as store
from app.features.open_data import service as open_data
from app.features.open_data.data_files import lines_of
from app.features.open_data.service import READY_MS, Pseudonyms
from app.features.open_data.values import Month, MonthFile
from app.people.rows import players
from app.people.rows.players import Player
from app.play.values.session import Session
from engine.games import variant_of
from tests.databases import transaction
from tests.population import Game, play, populate
from tests.population import store as store_game

MONTH = Month(2026, 10)
BEGIN, END = MONTH.begins_at, MONTH.ends_at
LATER = END + READY_MS
MAKER, OTHER = "maker00000000001", "maker00000000002"
NAMES = Pseudonyms(b"a key")
DAY_MS = 24 * 3_600_000


def a_game(number: int = 17, care: float = 0.8) -> Game:
    return play(variant_of("fortress", ""), number, care, Random(number))


def a_player(connection: Connection, player_id: str = "player-000000001", **known: Any) -> str:
    players.add(connection, Player(player_id, 1, "off", "{}", **known))
    return player_id


def ended(connection: Connection, player_id: str, at: int, number: int = 17) -> Session:
    return store_game(connection, a_game(number), player_id, at)


def claimed(connection: Connection, maker: str = MAKER, now: int = LATER) -> Month | None:
    """Claim a month on a server that has published since before it."""
    store.published_since(connection, BEGIN - DAY_MS)
    return open_data.due(connection, maker, now)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder for the files, on a server that does not rest."""
    monkeypatch.setattr(publishing, "REST", 0.0)
    made = tmp_path / "data"
    made.mkdir()
    return made


@pytest.fixture
def filled(database_url: str) -> str:
    """Return a database with games of a month by simulated players."""
    with transaction(database_url) as connection:
        populate(connection, 3, 12, BEGIN, END, "a month")
        claimed(connection)
    return database_url


def publish(url: str, folder: Path, maker: str = MAKER) -> MonthFile | None:
    """Make the file of the month as a server does."""

    async def make() -> MonthFile | None:
        async with open_database(url) as database:
            return await publishing.publish(database, folder, MONTH, maker)

    return asyncio.run(make())


def games_in(file: Path) -> list[dict[str, Any]]:
    """Read the games of a file."""
    with file.open("rb") as source:
        return [json.loads(line) for line in lines_of(source)]
