"""Reads for replays and statistics, on both kinds of database."""

from dataclasses import replace

from sqlalchemy import Connection

from app.store import attempts, boards, dailies, sessions, shared, statistics
from app.store.attempts import Attempt
from app.store.boards import Board
from app.store.dailies import Daily
from app.store.sessions import Session
from tests.store.rows import PLAYER, SESSION, begin

WON = SESSION._replace(status="won", steps=90, played_ms=5)
DAILY = Daily(
    "2026-11-20", "stronghold", "cell=one", "5", SESSION.deck, "salt", '{"cell=one": "t0-t1"}', "", True, 0, "like"
)


def _add(connection: Connection, number: int, like: Session) -> Session:
    added = like._replace(id=f"session-1000000{number}", changed_at=SESSION.changed_at + number)
    sessions.add(connection, added)
    return added


def _attempt(connection: Connection, number: int, day: str, game: str, solved: bool, which: int = 1) -> None:
    session = _add(connection, number, WON)
    begun = Attempt(session.id, day, game, PLAYER.id, which, "cell=one", False, 0)
    attempts.add(connection, begun)
    attempts.end(connection, replace(begun, ended_at=1, solved=solved))


def test_shared_games_on_a_deal_come_best_first_and_without_those_still_secret(connection: Connection) -> None:
    begin(connection)
    lost, slow, quick, short, secret, elsewhere = (
        _add(connection, number, like)
        for number, like in enumerate(
            [
                WON._replace(status="given-up", steps=1),
                WON._replace(played_ms=9),
                WON,
                WON._replace(steps=80),
                WON._replace(steps=70, sealed=True),
                WON._replace(deck="KD" * 52),
            ]
        )
    )
    for one in (lost, slow, quick, short, secret, elsewhere):
        shared.add(connection, one, 0)
        shared.add(connection, one, 1)
    listed = shared.on_deal(connection, SESSION.game, SESSION.deck, 10)
    assert [one for one, _ in listed] == [short, quick, slow, lost]
    shared.remove(connection, short.id)
    assert not shared.is_shared(connection, short.id)
    assert [one for one, _ in shared.on_deal(connection, SESSION.game, SESSION.deck, 1)] == [quick]


def test_playings_are_those_with_a_move_the_last_one_first(connection: Connection) -> None:
    begin(connection)
    _add(connection, 1, WON)
    _add(connection, 2, WON._replace(steps=3, status="playing"))
    assert [one.steps for one in statistics.playings(connection, PLAYER.id, 10)] == [3, 90]
    assert [one.steps for one in statistics.playings(connection, PLAYER.id, 1)] == [3]
    assert statistics.playings(connection, "somebody else", 10) == []


def test_days_are_told_with_how_many_of_their_dailies_were_solved(connection: Connection) -> None:
    begin(connection)
    _attempt(connection, 1, "2026-11-20", "stronghold", solved=True)
    _attempt(connection, 2, "2026-11-20", "stronghold", solved=True, which=2)
    _attempt(connection, 3, "2026-11-20", "fortress", solved=True)
    _attempt(connection, 4, "2026-11-21", "fortress", solved=False)
    assert statistics.solved_by_day(connection, PLAYER.id) == {"2026-11-20": 2}


def test_first_tries_that_have_ended_come_with_the_lines_of_their_dailies(connection: Connection) -> None:
    begin(connection)
    dailies.add(connection, DAILY)
    dailies.add(connection, replace(DAILY, day="2026-11-21", lines="{}"))
    _attempt(connection, 1, DAILY.day, DAILY.game, solved=False)
    _attempt(connection, 2, DAILY.day, DAILY.game, solved=True, which=2)
    _attempt(connection, 3, "2026-11-21", DAILY.game, solved=True)
    read = statistics.first_tries(connection, PLAYER.id, 10)
    assert [(one.day, one.solved, lines) for one, lines in read] == [
        ("2026-11-21", True, "{}"),
        (DAILY.day, False, DAILY.lines),
    ]


def test_the_field_of_a_daily_is_that_of_its_first_tries(connection: Connection) -> None:
    begin(connection)
    tried = Attempt(SESSION.id, DAILY.day, DAILY.game, PLAYER.id, 1, "", True, 0, first_solve=True)
    for score in (0, 7, 3 << 32):
        boards.count_in(connection, replace(tried, score=score))
    assert sorted(boards.parts(connection, DAILY.day, DAILY.game, Board.FIRST_TRY)) == [(0, 2), (3, 1)]
    assert boards.parts(connection, DAILY.day, "fortress", Board.FIRST_TRY) == []
