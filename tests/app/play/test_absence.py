"""The clock of a game that counts in no event stops while its player sees nothing of the table."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from app.play.presence import GRACE_MS, Presence, is_noted_away, note_return
from app.play.rows import sessions
from app.play.values.session import LONGEST_PAUSE_MS, Session
from tests.adversary.house import House, Person

SECOND = 1_000


@dataclass
class Table:
    """A table on a server with a clock that the test sets."""

    house: House
    player: Person
    address: str
    began: int

    @property
    def session_id(self) -> str:
        return self.address.rpartition("/")[2]

    @property
    def row(self) -> Session:
        found = self.house.read(sessions.find, self.session_id)
        assert found
        return found

    def at(self, seconds: int) -> None:
        """Set the clock to so many seconds after the beginning, and note who has left by then."""
        self.house.clock.ms = self.began + seconds * SECOND
        self.house.see_off()

    def glance(self, person: Person | None = None) -> None:
        """Open the table's stream and let it go at once."""
        answer = (person or self.player).get(f"{self.address}/events", accept="text/event-stream")
        assert answer.status == 200

    def move(self) -> int:
        """Move a card or take that back, and return how many seconds were played by now."""
        seq = self.row.seq
        verb, move = ("undo", {}) if seq % 2 else ("moves", {"move": "t1-t3"})
        made = self.player.form(f"{self.address}/{verb}", seq=seq, **move)
        assert made.status == 303
        return self.row.played_ms // SECOND


@pytest.fixture
def table(database_url: str) -> Iterator[Table]:
    house = House(database_url)
    with house.opened():
        player = Person(house)
        yield Table(house, player, player.form("/fortress/4").header("location"), house.clock.ms)
    house.close()


def test_what_passes_while_the_page_is_hidden_is_not_played(table: Table) -> None:
    table.at(10)
    table.glance()
    table.at(40)
    table.glance()
    table.house.clock.ms += 4 * SECOND
    assert table.move() == 14


def test_hidden_again_and_again_between_two_moves_only_the_seen_time_counts(table: Table) -> None:
    for second in (10, 40, 70):
        table.at(second)
        table.glance()
    table.at(600)
    assert table.move() == 10


def test_a_move_without_a_stream_counts_from_then_on(table: Table) -> None:
    table.at(10)
    table.glance()
    table.at(60)
    assert table.move() == 10
    table.at(65)
    assert table.move() == 15


def test_a_stream_that_comes_back_within_seconds_costs_nothing(table: Table) -> None:
    table.at(10)
    table.glance()
    table.at(10 + GRACE_MS // SECOND - 1)
    table.glance()
    table.house.clock.ms += SECOND
    assert table.move() == 15


def test_who_moves_after_a_stream_broke_off_is_not_away(table: Table) -> None:
    table.at(10)
    table.glance()
    table.house.clock.ms += 2 * SECOND
    assert table.move() == 12
    table.at(50)
    assert table.move() == 50


def test_of_two_pages_one_may_be_hidden(table: Table) -> None:
    with table.house.app.state.server.part(Presence).attending(table.session_id):
        table.at(10)
        table.glance()
        table.at(60)
        assert table.move() == 60


def test_a_page_seen_by_way_of_another_process_is_no_absence(table: Table) -> None:
    left, opened = table.began + 10 * SECOND, table.began + 5 * SECOND
    table.house.write(sessions.begin_absences, [(table.session_id, left)])
    assert is_noted_away(table.row, table.player.player_id)
    table.house.write(note_return, table.session_id, opened)
    table.at(60)
    assert table.move() == 60


def test_without_a_stream_a_long_pause_counts_two_minutes(table: Table) -> None:
    table.at(600)
    assert table.move() == LONGEST_PAUSE_MS // SECOND


def test_the_hidden_page_of_a_guest_stops_no_clock(table: Table) -> None:
    table.player.form(f"{table.address}/company/play")
    link = re.search(r"/tables/[0-9a-z]{16}", table.player.get(f"{table.address}/company").text)
    assert link
    guest = Person(table.house)
    assert guest.form(link[0], name="Ben").status == 303
    table.at(10)
    table.glance(guest)
    table.at(60)
    assert table.row.away_since is None


def test_the_time_of_a_game_that_counts_runs_on(table: Table) -> None:
    table.house.write(
        lambda connection: connection.exec_driver_sql("UPDATE session SET event = 'race ABCDEF'"),
    )
    table.at(10)
    table.glance()
    table.at(60)
    assert table.row.away_since is None


def test_of_too_many_who_leave_at_once_the_last_are_noted(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.play.presence.TABLES_LEFT", 2)
    other = table.player.form("/fortress/5").header("location")
    for address in (table.address, other, table.player.form("/fortress/6").header("location")):
        table.player.get(f"{address}/events", accept="text/event-stream")
    table.at(60)
    assert table.row.away_since is None
    assert Table(table.house, table.player, other, table.began).row.away_since == table.began


def test_a_game_begun_again_takes_no_absence_along(table: Table) -> None:
    table.at(10)
    table.glance()
    table.at(40)
    left = table.row
    assert left.away_since
    table.address = table.player.form(f"{table.address}/restart").header("location")
    fresh = table.row
    assert fresh.away_since is None
    assert fresh.away_ms == 0
    table.at(60)
    assert table.move() == 20
