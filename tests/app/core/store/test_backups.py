"""What a database knows of its backups."""

from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, create_engine

from app.core.store import backups

NOW = 1_800_000_000_000
HOUR_MS = 3_600_000
YEAR_MS = 365 * 24 * HOUR_MS


def test_no_backup_is_noted_at_first(connection: Connection) -> None:
    assert backups.newest(connection, NOW) is None


def test_the_newest_counts_whichever_is_noted_last(connection: Connection) -> None:
    for taken in (NOW - 3, NOW - 1, NOW - 2):
        backups.note(connection, taken, NOW)
    assert backups.newest(connection, NOW) == NOW - 1


def test_a_note_from_the_future_counts_for_nothing_and_gives_way(connection: Connection) -> None:
    backups.note(connection, NOW + YEAR_MS, NOW + YEAR_MS)
    assert backups.newest(connection, NOW) is None
    backups.note(connection, NOW - 5, NOW)
    assert backups.newest(connection, NOW) == NOW - 5


def test_a_clock_that_is_a_little_ahead_is_believed(connection: Connection) -> None:
    backups.note(connection, NOW + 5_000, NOW + 5_000)
    assert backups.newest(connection, NOW) == NOW + 5_000


@given(st.lists(st.integers(NOW - YEAR_MS, NOW), min_size=1))
def test_in_whatever_order_they_are_noted_the_newest_counts(times: list[int]) -> None:
    with create_engine("sqlite://").begin() as connection:
        connection.exec_driver_sql("CREATE TABLE bookmark (name TEXT PRIMARY KEY, at INTEGER, after TEXT)")
        for taken in times:
            backups.note(connection, taken, NOW)
        assert backups.newest(connection, NOW) == max(times)
