"""Which games are deleted, where an operator wants that."""

from datetime import date

import pytest
from sqlalchemy import Connection

from app.core.settings import Settings
from app.core.store.ids import new_id
from app.features.daily.values.event import InDaily
from app.features.puzzles.rows import puzzles, tasks
from app.features.puzzles.values.event import InPuzzle
from app.features.puzzles.values.task import Task
from app.people.rows import accounts, players
from app.play.rows import entries, help_given, sessions
from app.play.values.session import Entry, Session
from app.site.service.operating import A_PAGE, forget_abandoned
from engine.moves import Move
from engine.record import Do, Status
from tests.factories import an_account
from tests.rows import PLAYER, SESSION

DAY_MS = 24 * 3_600_000
NOW = 1_800_000_000_000
DAYS = 30
OLD = SESSION._replace(started_at=NOW - 40 * DAY_MS, changed_at=NOW - 31 * DAY_MS)


def begun(connection: Connection, session: Session) -> str:
    """Add a session with an entry and a hint; return its id."""
    session = session._replace(id=new_id(session.started_at))
    sessions.add(connection, session)
    entries.append(connection, session.id, [Entry(0, Do.MOVE, Move.read("t0-t1"), False, session.changed_at)])
    help_given.climb(connection, session.id, 0, "fair", 1, session.changed_at)
    return session.id


def forget(connection: Connection) -> None:
    """Go through all sessions once."""
    after: str | None = ""
    while after is not None:
        after = forget_abandoned(connection, DAYS, after, NOW)


def test_an_unfinished_game_of_a_guest_is_deleted_when_its_time_is_over(connection: Connection) -> None:
    players.add(connection, PLAYER)
    gone = begun(connection, OLD)
    forget(connection)
    assert sessions.find(connection, gone) is None
    assert entries.all_of(connection, gone) == []


@pytest.mark.parametrize("status", [Status.PLAYING, Status.GIVEN_UP])
def test_a_guests_try_at_a_puzzle_is_deleted_and_what_it_came_to_stays(connection: Connection, status: Status) -> None:
    players.add(connection, PLAYER)
    gone = begun(connection, OLD._replace(event=InPuzzle("abcdefgh"), status=status))
    tasks.add(connection, Task(gone))
    puzzles.open_attempt(connection, PLAYER.id, "abcdefgh", OLD.variant.game, 0)
    forget(connection)
    assert sessions.find(connection, gone) is None
    assert tasks.find(connection, gone) is None
    assert puzzles.attempt_of(connection, PLAYER.id, "abcdefgh")


@pytest.mark.parametrize(
    "kept",
    [
        OLD._replace(changed_at=NOW - 29 * DAY_MS),
        OLD._replace(status=Status.WON),
        OLD._replace(status=Status.GIVEN_UP),
        OLD._replace(event=InDaily(date(2026, 11, 20))),
    ],
    ids=["played of late", "won", "given up", "a daily"],
)
def test_other_games_stay(connection: Connection, kept: Session) -> None:
    players.add(connection, PLAYER)
    stays = begun(connection, kept)
    forget(connection)
    assert sessions.find(connection, stays) is not None
    assert len(entries.all_of(connection, stays)) == 1


def test_who_has_an_account_keeps_everything(connection: Connection) -> None:
    players.add(connection, PLAYER)
    accounts.add(connection, an_account(PLAYER.id, "Ada", made_at=NOW))
    stays = begun(connection, OLD)
    forget(connection)
    assert sessions.find(connection, stays) is not None


def test_more_games_than_a_page_holds_are_all_looked_at(connection: Connection) -> None:
    players.add(connection, PLAYER)
    for number in range(A_PAGE + 1):
        sessions.add(connection, OLD._replace(id=new_id(OLD.started_at + 4 * number), status=Status.WON))
    gone = begun(connection, OLD._replace(started_at=OLD.started_at + DAY_MS))
    forget(connection)
    assert sessions.find(connection, gone) is None


def test_nothing_is_deleted_unless_somebody_says_so() -> None:
    given = {"RAMPART_DATABASE_URL": "postgresql://127.0.0.1/x", "RAMPART_SECRET": "a secret of some length"}
    assert Settings.from_environment(given).guest_days is None
    assert Settings.from_environment({**given, "RAMPART_GUEST_DAYS": "30"}).guest_days == 30
