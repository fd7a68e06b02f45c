"""Closing a daily in pages: nobody waits for all of it, and nothing is lost or counted twice."""

import asyncio
from datetime import date
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection as Connected
from threading import Thread

import pytest
from sqlalchemy import Connection, select, text

from app.core.bounds import MOST_ATTEMPTS_AT_A_DAILY
from app.core.due import LARGEST_PAGE, MOST_TRIES, Pace, failure
from app.core.refusals import Impossible, Withheld
from app.core.settings import Admission
from app.core.store.database import Database
from app.core.store.opening import open_database
from app.features.daily.rows import attempts, dailies
from app.features.daily.rows.boards import DailyBoard
from app.features.daily.service import closing, daily, holding, leaderboards, standings
from app.features.daily.service.checks import check_daily, check_standings
from app.features.daily.values.daily import ClosingStage
from app.people.rows import accounts
from app.people.service import players
from app.people.visitors import Visit
from app.play.service import play
from app.site.schema import metadata
from engine.games import find
from tests.app.daily.conftest import CLOSING, DAY, MINUTE, OPENING, insert_daily, known_win
from tests.closing import close_days
from tests.databases import plain_engine, transaction
from tests.factories import an_account

GAME = find("fortress")
PLAYERS = 7
WAITING_FOR_ME = text(
    "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
)


def begin(connection: Connection, player_id: str, at: int = OPENING + MINUTE) -> str:
    """Begin the daily; return the session's id."""
    return daily.start(connection, DAY, GAME, {}, player_id, Admission.EVERYBODY, at).id


def field(connection: Connection) -> list[str]:
    """Let players with accounts begin a daily, and every second one win it; return the sessions' ids."""
    win = known_win(GAME.slug)
    insert_daily(connection, win)
    begun = []
    for place in range(PLAYERS):
        visit = Visit(f"player-{place:09}")
        players.ensure(connection, visit.player_id, OPENING - MINUTE)
        name = f"Player {place}"
        accounts.add(connection, an_account(visit.player_id, name, made_at=OPENING - MINUTE))
        begun.append(begin(connection, visit.player_id))
        for seq, move in enumerate(win.line if place % 2 else ()):
            play.move(connection, begun[-1], visit, seq, move, OPENING + MINUTE + seq * 997)
    return begun


def faults(connection: Connection) -> list[str]:
    found = check_daily(connection, (DAY, GAME))
    for period in standings.periods_of(DAY):
        found += check_standings(connection, period)
    return [str(fault) for fault in found]


def test_closing_is_sound_after_every_page_and_told_only_at_the_end(url: str) -> None:
    with transaction(url) as connection:
        field(connection)
        pages = 0
        while closing.close_page(connection, DAY, GAME, 2) is not None:
            pages += 1
            assert daily.look(connection, DAY, GAME, None, CLOSING).state == "closing"
            assert faults(connection) == []
        assert daily.look(connection, DAY, GAME, None, CLOSING).state == "closed"
        assert faults(connection) == []
        assert pages == 2 * (-(-PLAYERS // 2)) + 1
        assert closing.due(connection, CLOSING) == []


def test_a_closing_that_keeps_failing_is_tried_again_after_growing_pauses_by_any_server(
    url: str,
) -> None:
    now, pauses = CLOSING, []
    with transaction(url) as connection:
        field(connection)
    for _ in range(MOST_TRIES + 1):
        # Nothing but the database remembers the failures.
        with transaction(url) as connection:
            [one] = closing.due(connection, now)
            for _server in range(2):
                closing.keep_failure(connection, one, failure(one.failures, now), now)
            assert closing.due(connection, now) == []
            [kept] = dailies.list_unsettled(connection, date.max)
        assert kept.again_at is not None
        pauses.append(kept.again_at - now)
        now = kept.again_at
    assert pauses == [2000, 4000, 8000, 16000, 86_400_000, 86_400_000]


def test_servers_that_close_a_day_together_count_everything_once(url: str) -> None:
    with transaction(url) as connection:
        field(connection)

    async def close(database: Database) -> None:
        page = partial(closing.close_page, day=DAY, game=GAME, size=2)
        while await database.write(page) is not None:
            continue

    async def together() -> None:
        async with open_database(url) as one, open_database(url) as other:
            await asyncio.gather(close(one), close(other))

    asyncio.run(together())
    with transaction(url) as connection:
        assert faults(connection) == []
        assert daily.look(connection, DAY, GAME, None, CLOSING).state == "closed"


def close_until_killed(url: str, pages: int, told: Connected) -> None:
    """Close the day in a process of its own, and stop in the middle of a page for good."""
    while True:
        with transaction(url) as connection:
            closing.close_page(connection, DAY, GAME, 2)
            if pages == 0:
                told.send_bytes(b"in the middle")
                told.recv_bytes()
        pages -= 1


def close_to_the_end(url: str) -> None:
    with transaction(url) as connection:
        close_days(connection, CLOSING)


def everything(connection: Connection) -> dict[str, list[str]]:
    """Return each value of the database."""
    tables = metadata.sorted_tables
    return {one.name: sorted(map(repr, map(tuple, connection.execute(select(one))))) for one in tables}


@pytest.mark.long
@pytest.mark.parametrize("pages", [0, 3, 6, 9])
def test_a_day_that_two_processes_close_and_one_dies_comes_out_the_same_to_the_last_value(url: str, pages: int) -> None:
    with transaction(url) as connection:
        field(connection)
    with plain_engine(url).connect() as connection:
        close_days(connection, CLOSING)
        expected = everything(connection)
        connection.rollback()
    spawn = get_context("spawn")
    ours, theirs = spawn.Pipe()
    one, other = (
        spawn.Process(target=close_until_killed, args=(url, pages, theirs)),
        spawn.Process(target=close_to_the_end, args=(url,)),
    )
    one.start()
    try:
        assert ours.poll(30)
        other.start()
    finally:
        one.kill()
        one.join()
    other.join(30)
    assert other.exitcode == 0
    with plain_engine(url).connect() as connection:
        assert everything(connection) == expected


def test_what_is_moved_between_the_end_and_its_page_does_not_count(url: str) -> None:
    with transaction(url) as connection:
        begun = field(connection)[0]
        for seq, move in enumerate(known_win(GAME.slug).line):
            play.move(connection, begun, Visit("player-000000000"), seq, move, CLOSING - 2 + seq)
        close_days(connection, CLOSING)
        ended = attempts.find(connection, begun)
        assert ended is not None
        assert (ended.steps, ended.solved, ended.ended_at) == (2, False, CLOSING)
        assert faults(connection) == []


def test_somebody_whose_points_are_counted_anew_in_the_middle_keeps_each_once(url: str) -> None:
    with transaction(url) as connection:
        field(connection)
        while closing.close_page(connection, DAY, GAME, 2) is not None:
            for place in range(PLAYERS):
                standings.recount(connection, f"player-{place:09}", [DAY])
            assert faults(connection) == []
        assert faults(connection) == []


def test_a_page_holds_no_more_than_it_is_told(url: str) -> None:
    with transaction(url) as connection:
        field(connection)
        for done in range(1, PLAYERS):
            assert closing.close_page(connection, DAY, GAME, 1) is ClosingStage.ENDING
            found = dailies.find(connection, DAY, GAME)
            assert found is not None
            page = attempts.page(connection, DAY, GAME, "", PLAYERS)
            assert found.walked_to == page[done - 1].session_id
            assert all(one.ended_at is not None for one in page[:done])


def test_nobody_begins_a_daily_more_often_than_so(url: str) -> None:
    with transaction(url) as connection:
        insert_daily(connection, known_win(GAME.slug))
        visit = Visit("player-000000001")
        players.ensure(connection, visit.player_id, OPENING)
        for number in range(MOST_ATTEMPTS_AT_A_DAILY):
            begun = begin(connection, visit.player_id, OPENING + number)
            play.give_up(connection, begun, visit, 0, OPENING + number)
        with pytest.raises(Impossible, match="50 times"):
            begin(connection, visit.player_id)


def test_pages_shrink_when_they_take_long_and_grow_again() -> None:
    pace = Pace()
    for _ in range(10):
        pace.took(1.0)
    assert pace.size == 1
    for _ in range(20):
        pace.took(0.0)
    assert pace.size == LARGEST_PAGE


def test_points_that_a_page_adds_while_they_are_counted_anew_are_not_lost(url: str) -> None:
    """On PostgreSQL both go on at once; on SQLite nobody else writes, and this is the plain order."""
    with transaction(url) as connection:
        begun = field(connection)[1]
        while closing.close_page(connection, DAY, GAME, PLAYERS) is not ClosingStage.COUNTING:
            continue

    def close_the_rest() -> None:
        with transaction(url) as connection:
            while closing.close_page(connection, DAY, GAME, PLAYERS) is not None:
                continue

    other = Thread(target=close_the_rest)
    with transaction(url) as connection:
        holding.hide(connection, begun)
        holding.restore(connection, begun)
        other.start()
        if connection.dialect.name == "postgresql":
            while other.is_alive() and not connection.execute(WAITING_FOR_ME).scalar_one():
                continue
    other.join()
    with transaction(url) as connection:
        assert faults(connection) == []


def test_nobody_is_shown_a_board_of_which_a_part_is_ranked(url: str) -> None:
    with transaction(url) as connection:
        field(connection)
        challenge = daily.look(connection, DAY, GAME, "player-000000001", CLOSING)
        assert leaderboards.read(connection, challenge, DailyBoard.FIRST_TRY).places
        found = dailies.find(connection, DAY, GAME)
        assert found is not None
        assert dailies.go_on(connection, found, ClosingStage.RANKING, "", [])
        with pytest.raises(Withheld, match="is ranking this day’s results"):
            leaderboards.read(connection, challenge, DailyBoard.FIRST_TRY)
        close_days(connection, CLOSING)
        assert leaderboards.read(connection, challenge, DailyBoard.FIRST_TRY).places
