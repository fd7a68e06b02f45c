"""Everything that visitors can make grow has an end, and costs others no more once it has grown.

We count costs instead of timing them: calls of Python functions, and steps of SQLite's machine.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from types import FrameType

import pytest
from sqlalchemy import Connection, text

from app.core.bounds import LAST_ENTRIES, LONGEST_LOG
from app.core.refusals import Impossible
from app.people.service import players
from app.people.visitors import Visit
from app.play.rows import entries
from app.play.rows import sessions as rows
from app.play.service import play, sessions
from app.play.values.session import Entry, Session
from app.site.service.checks import check_session, page
from engine.conveniences import finishing
from engine.deals import shuffled
from engine.games import find
from engine.links import chain
from engine.moves import Move, apply, legal_moves
from engine.position import deal
from engine.record import Do, Status
from tests.app.daily.conftest import known_win
from tests.databases import ON_SQLITE, plain_engine
from tests.lengths import a_few

PLAYER = Visit("player-000000001")
NOW = 1_800_000_000_000
WIN = known_win("fortress")
FORTRESS = find("fortress").settle(WIN.options)


@pytest.fixture
def connection(url: str) -> Iterator[Connection]:
    with plain_engine(url).begin() as opened:
        players.ensure(opened, PLAYER.player_id, NOW)
        yield opened


def grown(connection: Connection, length: int) -> Session:
    """Return a session that makes and undoes its first move until the log has so many entries."""
    number = int(WIN.deal)
    begun = sessions.start(connection, PLAYER.player_id, FORTRESS, number, shuffled(number), NOW)
    made = [
        Entry(seq, Do.UNDO if seq % 2 else Do.MOVE, None if seq % 2 else WIN.line[0], False, NOW)
        for seq in range(length)
    ]
    links = chain(one.deed for one in made)
    entries.append(
        connection,
        begun.id,
        [
            Entry(one.seq, one.do, one.move, False, NOW, link.request, link.back, False)
            for one, link in zip(made, links.links, strict=True)
        ],
    )
    stands = begun._replace(
        seq=length,
        steps=(length + 1) // 2,
        undos=length // 2,
        redoable=length and 1,
        top=links.top,
        ahead=links.ahead,
    )
    assert length % 2 == 0
    rows.advance(connection, stands, 0)
    return stands


def grown_without_links(connection: Connection, length: int) -> Session:
    """Return such a session in the form from before entries had links."""
    session = grown(connection, length)
    connection.execute(text("UPDATE entry SET request = NULL, back = NULL, turned = NULL"))
    connection.execute(text("UPDATE session SET top = NULL, ahead = NULL"))
    return session._replace(top=None, ahead=None)


def play_line(connection: Connection, session: Session, moves: tuple[Move, ...]) -> Session:
    for move in moves:
        session = play.move(connection, session.id, PLAYER, session.seq, move, NOW).session
    return session


def faults(connection: Connection) -> list[str]:
    return [fault.reason for kept in page(connection, "") for fault in check_session(kept)]


@dataclass
class Cost:
    calls: int
    steps: int


def cost(connection: Connection, work: Callable[[], object]) -> Cost:
    """Count the steps of a work in Python and in SQLite."""
    spent = Cost(0, 0)

    def called(_frame: FrameType, event: str, _: object) -> None:
        spent.calls += event in {"call", "c_call"}

    def stepped() -> int:
        spent.steps += 1
        return 0

    driver = connection.connection.driver_connection
    assert driver is not None
    driver.set_progress_handler(stepped, 1)
    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(None)
        driver.set_progress_handler(None, 0)
    return spent


VERBS: dict[str, Callable[[Connection, Session], object]] = {
    "move": lambda connection, session: play.move(connection, session.id, PLAYER, session.seq, WIN.line[0], NOW),
    "redo": lambda connection, session: play.redo(connection, session.id, PLAYER, session.seq, NOW),
    "undo": lambda connection, session: play.undo(connection, session.id, PLAYER, session.seq, NOW),
    "give-up": lambda connection, session: play.give_up(connection, session.id, PLAYER, session.seq, NOW),
}


@ON_SQLITE
@pytest.mark.parametrize("verb", a_few(VERBS, 1))
def test_nothing_that_is_done_at_a_table_costs_more_at_the_end_of_a_long_log(connection: Connection, verb: str) -> None:
    spent = []
    for length in (4, 8, LONGEST_LOG - 10):
        session = grown(connection, length)
        if verb == "undo":
            session = play_line(connection, session, WIN.line[:2])
        spent.append(cost(connection, partial(VERBS[verb], connection, session)))
    _, early, late = spent
    assert late.calls <= early.calls * 1.1
    assert late.steps <= early.steps * 1.2 + 20


def test_a_log_takes_no_undo_and_no_redo_beyond_its_bound_and_the_game_can_still_be_won(connection: Connection) -> None:
    session = grown(connection, LONGEST_LOG)
    for verb in ("redo", "undo"):
        with pytest.raises(Impossible, match=r"After 3,000 moves and undos, you can’t undo or redo"):
            VERBS[verb](connection, session)
    assert play_line(connection, session, WIN.line).status == Status.WON
    assert faults(connection) == []


def test_beyond_the_last_bound_only_moves_home_and_giving_up_are_taken(connection: Connection) -> None:
    session = grown(connection, LONGEST_LOG + LAST_ENTRIES)
    legal = legal_moves(FORTRESS.rules, session.position)
    home = [move for move in legal if move.target.startswith("f")]
    for move in set(legal) - set(home):
        with pytest.raises(Impossible, match="you can now only bring cards home"):
            play.move(connection, session.id, PLAYER, session.seq, move, NOW)
    for move in home[:1]:
        session = play.move(connection, session.id, PLAYER, session.seq, move, NOW).session
    assert play.give_up(connection, session.id, PLAYER, session.seq, NOW).session.status == Status.GIVEN_UP


def test_a_game_that_only_has_to_be_brought_home_is_finished_beyond_every_bound(connection: Connection) -> None:
    rules = FORTRESS.rules
    position, opened = deal(rules, shuffled(int(WIN.deal))), 0
    while not finishing(rules, position):
        position, opened = apply(rules, position, WIN.line[opened]), opened + 1
    session = grown(connection, LONGEST_LOG + LAST_ENTRIES - opened - opened % 2)
    session = play_line(connection, session, (*WIN.line[:opened], finishing(rules, position)[0]))
    assert session.seq >= LONGEST_LOG + LAST_ENTRIES
    assert play.finish(connection, session.id, PLAYER, session.seq, NOW).session.status == Status.WON


def test_a_log_from_before_there_were_bounds_gets_room_to_be_finished(connection: Connection) -> None:
    session = grown_without_links(connection, LONGEST_LOG + LAST_ENTRIES + 500)
    assert play_line(connection, session, WIN.line).status == Status.WON
    assert faults(connection) == []


def test_a_log_from_before_entries_were_linked_is_linked_when_it_is_first_undone(connection: Connection) -> None:
    session = play_line(connection, grown(connection, 8), WIN.line[:3])
    connection.execute(text("UPDATE entry SET request = NULL, back = NULL, turned = NULL"))
    connection.execute(text("UPDATE session SET top = NULL, ahead = NULL"))
    session = play_line(connection, session, WIN.line[3:4])
    assert faults(connection) == []
    boards = [session.position]
    for _ in range(4):
        session = play.undo(connection, session.id, PLAYER, session.seq, NOW).session
        boards.append(session.position)
        assert faults(connection) == []
    assert session.position == deal(FORTRESS.rules, shuffled(int(WIN.deal)))
    for board in boards[-2::-1]:
        session = play.redo(connection, session.id, PLAYER, session.seq, NOW).session
        assert session.position == board
    assert faults(connection) == []
    assert all(one.request is not None for one in entries.all_of(connection, session.id))


def test_a_redo_that_was_open_before_entries_were_linked_can_still_be_made(connection: Connection) -> None:
    session = grown_without_links(connection, 6)
    session = play.redo(connection, session.id, PLAYER, session.seq, NOW).session
    assert session.last_move == WIN.line[0]
    assert faults(connection) == []


@ON_SQLITE
def test_a_branch_is_written_at_once_and_begins_with_no_more_than_a_log_may_hold(connection: Connection) -> None:
    old = play_line(connection, grown(connection, 4), WIN.line)
    begins = sessions.beginning(connection, old.id, PLAYER.player_id, old.seq, NOW)
    statements: list[str] = []
    driver = connection.connection.driver_connection
    assert driver is not None
    driver.set_trace_callback(statements.append)
    fresh = sessions.branch(connection, old.id, PLAYER.player_id, begins, NOW + 1)
    driver.set_trace_callback(None)
    assert (fresh.seq, fresh.undoable, fresh.status) == (len(WIN.line), len(WIN.line), Status.WON)
    # SQLite tells of each row that one statement writes.
    assert len({statement.split("(")[0] for statement in statements if statement.startswith("INSERT")}) == 2
    assert not [statement for statement in statements if "SELECT" in statement and " entry" in statement]
    assert faults(connection) == []


def test_a_branch_can_be_undone_like_the_game_it_came_from(connection: Connection) -> None:
    old = play_line(connection, grown(connection, 4), WIN.line[:5])
    begins = sessions.beginning(connection, old.id, PLAYER.player_id, old.seq - 2, NOW)
    fresh = sessions.branch(connection, old.id, PLAYER.player_id, begins, NOW + 1)
    for left in range(3, 0, -1):
        assert fresh.undoable == left
        fresh = play.undo(connection, fresh.id, PLAYER, fresh.seq, NOW + 1).session
    assert (fresh.undoable, fresh.last_move, fresh.top) == (0, None, None)
    assert [one.do for one in entries.all_of(connection, fresh.id)] == [*["move"] * 3, *[Do.UNDO] * 3]
    assert faults(connection) == []
