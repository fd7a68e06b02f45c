"""What one move costs on a database with few games in it, and with very many."""

import tempfile
from contextlib import ExitStack
from statistics import median

from sqlalchemy import Connection, Engine, create_engine, make_url, text

from app.core.store.migrate import migrate
from app.people.rows import players
from app.play.rows import sessions
from app.play.tables.games import session
from bench.browser import play
from bench.effort import QUICK, THOROUGH, Effort
from bench.report import Figure
from bench.scripts import count, scripts_of_all
from bench.servers import running_at
from tests.faults.cluster import cluster
from tests.rows import PLAYER, SESSION

TABLE = "A move beside this many stored games, µs of the server's CPU"
FEW = 1_000
MANY = {THOROUGH: 10_000_000, QUICK: 3_000}
MOST = 1.15
"""How many times as much a move may cost with many games as with few."""
GAMES_OF_A_PLAYER = 10
_A_BATCH = 500_000

_NUMBERS = {
    "sqlite": "WITH RECURSIVE numbers(i) AS (SELECT :first UNION ALL SELECT i + 1 FROM numbers WHERE i < :last)",
    "postgresql": "WITH numbers AS (SELECT i FROM generate_series(CAST(:first AS BIGINT), CAST(:last AS BIGINT)) AS i)",
}
_ID = {"sqlite": "printf('%016x', {0})", "postgresql": "lpad(to_hex({0}), 16, '0')"}


def measure(effort: Effort) -> list[Figure]:
    """Measure on both databases."""
    with cluster() as postgres, tempfile.TemporaryDirectory() as folder:
        return [
            *_measured("sqlite", f"sqlite:///{folder}/few.sqlite3", f"sqlite:///{folder}/many.sqlite3", effort),
            *_measured("postgresql", postgres.another("few"), postgres.url, effort),
        ]


def fill(url: str, games: int) -> None:
    """Store `games` games that look real, ten for each player, with one entry each."""
    migrate(url)
    engine = _hasty_engine(url)
    with engine.begin() as connection:
        players.add(connection, PLAYER)
        sessions.add(connection, SESSION)
    for first in range(1, games + 1, _A_BATCH):
        with engine.begin() as connection:
            _fill(connection, first, min(first + _A_BATCH - 1, games))
    if engine.dialect.name == "postgresql":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("VACUUM ANALYZE"))
    engine.dispose()


def _fill(connection: Connection, first: int, last: int) -> None:
    kind = connection.dialect.name
    game_id, player_id = _ID[kind].format("i"), _ID[kind].format(f"i / {GAMES_OF_A_PLAYER}")
    copied = {column.name: f"session.{column.name}" for column in session.columns}
    copied |= {"id": game_id, "player_id": player_id, "changed_at": "session.changed_at + i"}
    between = {"first": first, "last": last}
    players = f"{_NUMBERS[kind]} SELECT DISTINCT {player_id} AS id, CAST(0 AS BIGINT) FROM numbers"
    for statement in (
        f"INSERT INTO player (id, made_at) {players} WHERE true ON CONFLICT DO NOTHING",
        f"INSERT INTO session ({', '.join(copied)}) {_NUMBERS[kind]} "
        f"SELECT {', '.join(copied.values())} FROM numbers, session WHERE session.id = '{SESSION.id}'",
        f'INSERT INTO entry (session_id, seq, "do", move, auto, at) '
        f"{_NUMBERS[kind]} SELECT {game_id}, 0, 'move', 't0-t1', false, CAST(0 AS BIGINT) FROM numbers",
    ):
        connection.execute(text(statement), between)


def _hasty_engine(url: str) -> Engine:
    """Return an engine that does not wait for the disk. If it crashes, we fill the database again."""
    if make_url(url).get_backend_name() == "sqlite":
        engine = create_engine(url)
        with engine.connect() as connection:
            connection.execute(text("PRAGMA synchronous = OFF"))
        return engine
    return create_engine(f"{url}?options=-csynchronous_commit%3Doff")


def _measured(row: str, few: str, many: str, effort: Effort) -> list[Figure]:
    fill(few, FEW)
    fill(many, MANY[effort])
    tables = scripts_of_all(effort)
    moves = sum(map(count, tables))
    with ExitStack() as stack:
        servers = [
            stack.enter_context(running_at("app.site.commands", ["serve", "--port", "0"], url)) for url in (few, many)
        ]
        rounds = [
            [sum(play(server, table) for table in tables) / moves for server in servers]
            for _ in range(effort.rounds + 1)
        ][1:]
    return [
        Figure(TABLE, row, f"{FEW:,}", median(taken[0] for taken in rounds) * 1e6),
        Figure(TABLE, row, f"{MANY[effort]:,}", median(taken[1] for taken in rounds) * 1e6),
        Figure(TABLE, row, "many to few", median(taken[1] / taken[0] for taken in rounds), MOST),
    ]
