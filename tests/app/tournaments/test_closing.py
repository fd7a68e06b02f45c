"""The closing beside games that end at the same moment, on PostgreSQL, where transactions run side by side."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier, Event

from sqlalchemy import Connection, text

from app.core.refusals import Impossible
from app.core.store.database import Database
from app.core.store.opening import open_database
from app.features.tournaments.rows import entrants
from app.features.tournaments.service import tournament_rounds, tournaments
from app.features.tournaments.values.tournament import (
    SETTLING_MS,
    TOURNAMENTS_OF_AN_ACCOUNT,
    TournamentStage,
    TryOutcome,
)
from app.people.service import accounts
from app.people.visitors import Visit
from app.play.rows import sessions
from tests.app.tournaments.ground import TERMS, Ground
from tests.databases import ON_POSTGRES, plain_engine

NOW = 1_800_000_000_000
PLAYERS = tuple(f"player-0000000{number:02}" for number in range(12))


def _set_up(url: str) -> tuple[str, int]:
    """Make an arena in which everybody plays the first deal; return its code and its end."""
    with plain_engine(url).begin() as connection:
        ground = Ground(connection)
        ground.stock(3)
        made = ground.make()
        for player in PLAYERS:
            ground.join(made.code, player)
            ground.next(made.code, player)
    return made.code, made.closes_at


@ON_POSTGRES
def test_every_win_counts_or_its_game_was_stopped_and_none_is_lost_between(url: str) -> None:
    code, ends = _set_up(url)
    asyncio.run(_win_while_it_closes(url, code, ends))
    with plain_engine(url).begin() as connection:
        assert tournaments.look(connection, code).stage(ends) is TournamentStage.CLOSED
        for player in PLAYERS:
            (ended,) = entrants.tries(connection, code, player)
            who = entrants.find(connection, code, player)
            assert who is not None
            assert (ended.outcome, who.points) in {(TryOutcome.WON, 3), (TryOutcome.STOPPED, 0)}


async def _win_while_it_closes(url: str, code: str, ends: int) -> None:
    database: Database = open_database(url)

    async def settle() -> None:
        while settled := await database.write(tournament_rounds.settle, code, ends + SETTLING_MS):
            if settled.closed_at is not None:
                break

    async with database:
        wins = (database.write(_win, player, code, ends) for player in PLAYERS)
        await asyncio.gather(*wins, settle(), settle())


def _win(connection: Connection, player: str, code: str, ends: int) -> None:
    (begun,) = entrants.tries(connection, code, player)
    session = sessions.find(connection, begun.session_id)
    assert session is not None
    Ground(connection, ends - 1).win(session)


@ON_POSTGRES
def test_a_win_that_is_being_stored_is_waited_for_by_the_closing(url: str) -> None:
    code, ends = _set_up(url)
    stored, closed = Event(), list[str]()

    def close() -> None:
        stored.wait(10)
        for _ in range(5):
            with plain_engine(url).begin() as connection:
                tournament_rounds.settle(connection, code, ends + SETTLING_MS)
        closed.append("closed")

    with ThreadPoolExecutor(1) as threads:
        closes = threads.submit(close)
        with plain_engine(url).begin() as connection:
            _win(connection, PLAYERS[0], code, ends)
            stored.set()
            # The closing has asked for the tournament's row, and this transaction holds it.
            while not connection.execute(text(_WAITING)).scalar_one():
                assert not closed
        closes.result(20)
    with plain_engine(url).begin() as connection:
        who = entrants.find(connection, code, PLAYERS[0])
        assert who is not None
        assert who.points == 3
        (other,) = entrants.tries(connection, code, PLAYERS[1])
        assert other.outcome is TryOutcome.STOPPED


@ON_POSTGRES
def test_two_devices_that_ask_for_the_next_deal_at_once_get_the_same_game(url: str) -> None:
    with plain_engine(url).begin() as connection:
        ground = Ground(connection)
        ground.stock(3)
        code = ground.make().code
        ground.join(code, PLAYERS[0])
    barrier = Barrier(4)

    def ask(_: int) -> str:
        with plain_engine(url).begin() as connection:
            barrier.wait(10)
            return Ground(connection).next(code, PLAYERS[0]).id

    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(ask, range(4)))) == 1


@ON_POSTGRES
def test_of_many_requests_of_an_account_at_once_no_more_make_a_tournament_than_may(url: str) -> None:
    with plain_engine(url).begin() as connection:
        visit = accounts.claim(connection, Visit(PLAYERS[0]), "Ann", "x", ["d"], 1)
    barrier = Barrier(6)

    def make(number: int) -> bool:
        with plain_engine(url).begin() as connection:
            barrier.wait(10)
            try:
                tournaments.make(connection, visit, replace(TERMS, name=f"Evening {number}"), NOW, NOW)
            except Impossible:
                return False
            return True

    with ThreadPoolExecutor(6) as threads:
        assert sum(threads.map(make, range(6))) == TOURNAMENTS_OF_AN_ACCOUNT


_WAITING = (
    "SELECT count(*) FROM pg_locks WHERE NOT granted AND pid <> pg_backend_pid()"
    " AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())"
)
