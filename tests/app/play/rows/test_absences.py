"""When players left their tables and came back, on both databases."""

import pytest
from sqlalchemy import Connection

from app.play.rows import sessions
from app.play.values.session import Session
from tests.rows import SESSION, begin, moved

LEFT = SESSION.changed_at + 1_000


@pytest.fixture(autouse=True)
def _begun(connection: Connection) -> None:
    begin(connection)


def row(connection: Connection) -> Session:
    found = sessions.find(connection, SESSION.id)
    assert found
    return found


def test_absences_add_up_until_the_next_entry(connection: Connection) -> None:
    for left, back in ((LEFT, LEFT + 60_000), (LEFT + 61_000, LEFT + 91_000)):
        sessions.begin_absences(connection, [(SESSION.id, left)])
        assert row(connection).away_since == left
        sessions.end_absence(connection, SESSION.id, back, 5_000)
    assert (row(connection).away_since, row(connection).away_ms) == (None, 90_000)
    assert sessions.advance(connection, moved(0), 0)
    assert row(connection) == moved(0)


@pytest.mark.parametrize("back", [LEFT - 30_000, LEFT, LEFT + 5_000])
def test_a_short_absence_is_none(connection: Connection, back: int) -> None:
    sessions.begin_absences(connection, [(SESSION.id, LEFT)])
    sessions.end_absence(connection, SESSION.id, back, 5_000)
    assert row(connection) == SESSION


def test_nobody_comes_back_who_was_there(connection: Connection) -> None:
    sessions.end_absence(connection, SESSION.id, LEFT, 5_000)
    assert row(connection) == SESSION


@pytest.mark.parametrize(
    "unlike", [{"changed_at": LEFT + 1}, {"status": "won"}, {"status": "given-up"}, {"away_since": LEFT - 1}]
)
def test_not_everybody_who_leaves_is_away_since_then(connection: Connection, unlike: dict[str, object]) -> None:
    changed = moved(0)._replace(**unlike)  # type: ignore[arg-type]
    assert sessions.advance(connection, changed, 0)
    sessions.begin_absences(connection, [(SESSION.id, LEFT)])
    assert row(connection) == changed
