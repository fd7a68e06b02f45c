"""How fast leaderboards are to read and to add to, in a year with ten million results, a tenth of them on one day."""

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random

from sqlalchemy import Connection, Engine, insert, make_url

from app.core.store.migrate import migrate
from app.core.store.sqlite import writing_engine
from app.features.daily.rows import boards
from app.features.daily.rows.boards import PART_BITS, DailyBoard
from app.features.daily.service import results
from app.features.daily.service.calendar import opens_at
from app.features.daily.tables import attempt, bucket
from app.features.daily.values.daily import DailyAttempt
from app.people.tables import player
from app.play.tables.games import session
from bench.effort import QUICK, THOROUGH, Effort
from bench.report import Figure
from bench.timing import microseconds
from engine.games import variant_of
from engine.rules import Game

TABLE = "Leaderboards, µs a call"
RESULTS = {THOROUGH: 1_000_000, QUICK: 4_000}
"""How many results to make up. Each is then stored ten times, for ten players."""
COPIES = range(1, 10)
DAYS = 365
LAST = date(2026, 11, 20)
A_BATCH = 20_000
_FORTRESS = variant_of("fortress", "")


def measure(effort: Effort) -> list[Figure]:
    """Measure on a temporary SQLite file."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder, 'rampart.sqlite3')}"
        migrate(url)
        engine = writing_engine(make_url(url))
        centres = _fill(engine, RESULTS[effort])
        with engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            return [
                Figure(TABLE, when, name, microseconds(call, effort))
                for when, centre in centres.items()
                for name, call in _calls(connection, centre).items()
            ]


def _calls(connection: Connection, centre: DailyAttempt) -> dict[str, Callable[[], object]]:
    day, game, board = centre.day, centre.game, DailyBoard.FIRST_TRY
    return {
        "best hundred": lambda: boards.top(connection, day, game, board, 100),
        "five each way": lambda: boards.around(connection, centre, board, 5),
        "exact rank": lambda: boards.rank(connection, day, game, board, centre.score),
        "count in and out": lambda: _count_in_and_out(connection, centre),
    }


def _count_in_and_out(connection: Connection, one: DailyAttempt) -> None:
    for by in (1, -1):
        boards.count_in(connection, one, by)


def _fill(engine: Engine, count: int) -> dict[str, DailyAttempt]:
    """Write `count` results. Return one from the middle of the busy day, and one from the middle of another day."""
    random = Random(1)
    busy = [_result(random, number, LAST) for number in range(count // 10)]
    others = [
        _result(random, number, LAST - timedelta(1 + number % (DAYS - 1))) for number in range(count // 10, count)
    ]
    parts: dict[tuple[date, Game, str, int], int] = {}
    with engine.connect() as connection:
        for batch in _batches([*busy, *others]):
            connection.exec_driver_sql("BEGIN")
            connection.execute(insert(player), [_player(one) for one in batch])
            connection.execute(insert(session), [_session(one) for one in batch])
            connection.execute(insert(attempt), [_row(one) for one in batch])
            connection.exec_driver_sql("COMMIT")
            for one in batch:
                for board in boards.boards_of(one):
                    where = (one.day, one.game, str(board), one.score >> PART_BITS)
                    parts[where] = parts.get(where, 0) + 1
        names = [column.name for column in bucket.columns]
        connection.exec_driver_sql("BEGIN")
        rows = [dict(zip(names, (*where, size), strict=True)) for where, size in parts.items()]
        connection.execute(insert(bucket), rows)
        connection.exec_driver_sql("COMMIT")
    _multiply(engine)
    one_day = [one for one in others if one.day == others[0].day]
    return {f"a day of {len(day) * (1 + len(COPIES)):,}": _middle(day) for day in (busy, one_day)}


def _multiply(engine: Engine) -> None:
    """Store copies of every result for other players, each a millisecond later than the one before."""
    indexes = [*attempt.indexes, *session.indexes]
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        for index in indexes:
            index.drop(connection)
        for copy in COPIES:
            # Made-up ids begin with 0. A score includes the time, except in the best tier and for unsolved games.
            fresh = f"'{copy}' || substr({{0}}, 2)"
            changed = {
                "id": fresh.format("id"),
                "player_id": fresh.format("player_id"),
                "session_id": fresh.format("session_id"),
                "ms": f"ms + {copy}",
                "score": f"score + CASE WHEN tier IN (1, 2, 3) THEN {copy} ELSE 0 END",
            }
            connection.exec_driver_sql("BEGIN")
            for table in (player, session, attempt):
                names = [column.name for column in table.columns]
                first = next(iter(table.primary_key.columns)).name
                values = ", ".join(changed.get(name, name) for name in names)
                connection.exec_driver_sql(
                    f"INSERT INTO {table.name} ({', '.join(names)}) SELECT {values} FROM {table.name} "
                    f"WHERE {first} < '1'"
                )
            connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql(f"UPDATE bucket SET size = size * {1 + len(COPIES)}")
        for index in indexes:
            index.create(connection)


def _middle(day: list[DailyAttempt]) -> DailyAttempt:
    return sorted(day, key=lambda one: (one.score, one.ms, one.session_id))[len(day) // 2]


def _batches(all_of_them: list[DailyAttempt]) -> Iterator[list[DailyAttempt]]:
    for first in range(0, len(all_of_them), A_BATCH):
        yield all_of_them[first : first + A_BATCH]


def _result(random: Random, number: int, day: date) -> DailyAttempt:
    """Make up a result: most people need a fifth to a half more steps than par."""
    steps, began = 95 + int(random.expovariate(1 / 25)), opens_at(day) + random.randrange(80_000_000)
    ms, solved = random.randrange(60_000, 3_600_000), random.random() < 0.8
    tier = next((tier for tier, most in enumerate((95, 104, 118)) if steps <= most), 3) if solved else 4
    made_up = DailyAttempt(
        f"{number:016}", day, _FORTRESS, f"{number:016}", 1, True, began, began + ms,
        solved=solved, first_solve=solved, tier=tier, steps=steps, home=52 if solved else random.randrange(40), ms=ms,
    )  # fmt: skip
    return replace(made_up, score=results.score(made_up))


def _row(one: DailyAttempt) -> dict[str, object]:
    kept = (column.name for column in attempt.columns if column.name != "options")
    return {"options": one.variant.text} | {name: getattr(one, name) for name in kept}


def _player(one: DailyAttempt) -> dict[str, object]:
    return {"id": one.player_id, "made_at": 0}


def _session(one: DailyAttempt) -> dict[str, object]:
    return {
        "id": one.session_id, "player_id": one.player_id, "game": one.game.slug, "options": one.variant.text,
        "rules": 1, "deal": "5", "deck": "", "snapshot": "",
        "seq": one.steps, "status": "won" if one.solved else "given-up",
        "steps": one.steps, "undos": 0, "undoable": 0, "redoable": 0, "played_ms": one.ms,
        "started_at": one.started_at, "changed_at": one.started_at + one.ms, "event": f"daily {one.day}",
    }  # fmt: skip
