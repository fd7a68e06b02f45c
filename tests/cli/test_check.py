"""`rampart check`: every way in which a row can disagree with its log is noticed and named."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from app.core.settings import Admission
from app.features.daily.rows import attempts, boards
from app.features.daily.service import daily
from app.people.rows import accounts
from app.people.service import players
from app.people.visitors import Visit
from app.play.service import play, sessions
from engine.deals import shuffled
from engine.games import find
from tests.app.daily.conftest import CLOSING, DAY, OPENING, insert_daily, known_win
from tests.app.tournaments.ground import LINES, Ground
from tests.cli.conftest import Rampart
from tests.closing import close_days
from tests.databases import ON_SQLITE, plain_engine
from tests.factories import an_account
from tests.lengths import a_few

PLAYER = Visit("player-000000001")
NOW = 1_800_000_000_000
MINUTE = 60_000


def play_a_daily(connection: Connection) -> str:
    """Win a daily; return the session's id."""
    win = known_win("fortress")
    insert_daily(connection, win)
    players.ensure(connection, PLAYER.player_id, OPENING - MINUTE)
    accounts.add(connection, an_account(PLAYER.player_id, "Ada", made_at=OPENING - MINUTE))
    begun = daily.start(connection, DAY, find("fortress"), {}, PLAYER.player_id, Admission.EVERYBODY, OPENING + MINUTE)
    for seq, move in enumerate(win.line):
        play.move(connection, begun.id, PLAYER, seq, move, OPENING + MINUTE + seq)
    # Nobody plays so fast: a person has looked at it.
    connection.execute(text("UPDATE attempt SET held = false"))
    count_in(connection, begun.id)
    return begun.id


def count_in(connection: Connection, session_id: str) -> None:
    attempt = attempts.find(connection, session_id)
    assert attempt is not None
    boards.count_in(connection, attempt)


def play_a_while(connection: Connection) -> str:
    """Play some moves of Stronghold, one of them taken back; return the session's id."""
    win = known_win("stronghold")
    variant, deal = find("stronghold").settle(win.options), int(win.deal)
    begun = sessions.start(connection, PLAYER.player_id, variant, deal, shuffled(deal), NOW)
    for seq, move in enumerate(win.line[:6]):
        play.move(connection, begun.id, PLAYER, seq, move, NOW + seq)
    play.undo(connection, begun.id, PLAYER, 6, NOW + 6)
    return begun.id


@pytest.fixture
def connection(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Connection]:
    """Open the database that will be checked, migrated and empty."""
    monkeypatch.setenv("RAMPART_DATABASE_URL", url)
    monkeypatch.setenv("RAMPART_SECRET", "a secret of some length")
    with plain_engine(url).execution_options(isolation_level="AUTOCOMMIT").connect() as opened:
        yield opened


def test_what_was_played_through_the_services_is_found_sound(connection: Connection, rampart: Rampart) -> None:
    play_a_while(connection)
    play_a_daily(connection)
    ended = rampart("check")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == "Checked. Sessions: 2. Dailies and their boards: 1. Tournaments: 0. Periods of standings: 0.\n"
    close_days(connection, CLOSING)
    assert "Periods of standings: 3." in rampart("check").out


@ON_SQLITE
@pytest.mark.parametrize(
    ("harm", "named"),
    [
        ("UPDATE session SET snapshot = deck", "Its snapshot is not the board that its log leads to."),
        ("UPDATE session SET seq = 8", "Its seq is 8; by its log it is 7."),
        ("UPDATE session SET status = 'won'", "Its status is won; by its log it is playing."),
        ("UPDATE session SET steps = 5", "Its steps is 5; by its log it is 6."),
        ("UPDATE session SET undos = 0", "Its undos is 0; by its log it is 1."),
        ("UPDATE session SET undoable = 6", "Its undoable is 6; by its log it is 5."),
        ("UPDATE session SET redoable = 0", "Its redoable is 0; by its log it is 1."),
        ("UPDATE session SET last_move = NULL", "Its last_move is None; by its log it is "),
        ("UPDATE session SET deal = '2'", "Its deck is not that of its deal."),
        ("UPDATE session SET game = 'klondike'", "Its game or options cannot be read."),
        ("UPDATE session SET options = 'cell=nine'", "Its game or options cannot be read."),
        ("UPDATE session SET options = 'cell'", "Its game or options cannot be read."),
        ("UPDATE session SET deal = 'four'", "Its deal cannot be read."),
        ("UPDATE session SET deck = substr(deck, 3)", "Its deck cannot be read."),
        ("UPDATE session SET snapshot = 'a board'", "Its snapshot cannot be read."),
        ("UPDATE session SET last_move = 'home'", "Its last_move cannot be read."),
        ("UPDATE session SET event = 'daily never'", "Its event cannot be read."),
        ("UPDATE session SET changed_at = started_at", "The times of its log go backwards."),
        ("UPDATE entry SET at = at + 9 WHERE seq = 2", "The times of its log go backwards."),
        ("UPDATE entry SET move = 't0-t0' WHERE seq = 3", "Entry 3 cannot follow those before it: "),
        ("UPDATE entry SET move = 'home' WHERE seq = 3", "Entry 3 cannot be read."),
        ("UPDATE entry SET seq = 9 WHERE seq = 6", "The entries of its log are not numbered from 0 without a gap."),
        ("DELETE FROM entry WHERE seq = 6", "Its seq is 7; by its log it is 6."),
    ],
)
def test_a_session_that_disagrees_with_its_log_is_named(
    connection: Connection, rampart: Rampart, harm: str, named: str
) -> None:
    session_id = play_a_while(connection)
    connection.execute(text(harm))
    ended = rampart("check")
    assert ended.code == 1
    assert f"session {session_id}: {named}" in ended.out
    assert ended.err.startswith("Faults found in ")


@ON_SQLITE
def test_a_session_that_cannot_be_read_keeps_no_other_from_being_checked(
    connection: Connection, rampart: Rampart
) -> None:
    session_id = play_a_while(connection)
    play_a_daily(connection)
    connection.execute(text("PRAGMA ignore_check_constraints = ON"))
    connection.execute(text("UPDATE session SET status = 'lost' WHERE id = :id"), {"id": session_id})
    connection.execute(text("UPDATE session SET seq = 0 WHERE id <> :id"), {"id": session_id})
    ended = rampart("check")
    assert f"session {session_id}: Its status cannot be read.\n" in ended.out
    assert "Its seq is 0; by its log it is " in ended.out
    assert "Checked. Sessions: 2. " in ended.out
    assert ended.err.startswith("Faults found in ")


@ON_SQLITE
@pytest.mark.parametrize("harm", ["steps = steps - 1", "home = 51", "undos = 1", "solved = false"])
def test_a_result_that_its_log_never_came_to_is_named(connection: Connection, rampart: Rampart, harm: str) -> None:
    session_id = play_a_daily(connection)
    connection.execute(text(f"UPDATE attempt SET {harm}"))
    ended = rampart("check")
    assert ended.code == 1
    assert f"session {session_id}: It was never as its daily records it.\n" in ended.out


def test_a_score_and_a_board_that_disagree_with_the_results_are_named(connection: Connection, rampart: Rampart) -> None:
    session_id = play_a_daily(connection)
    connection.execute(text("UPDATE attempt SET score = 7"))
    connection.execute(text("UPDATE bucket SET size = 2"))
    ended = rampart("check")
    assert ended.code == 1
    place = f"daily {DAY.isoformat()} fortress"
    assert f"{place}: The score of session {session_id} is not that of its result.\n" in ended.out
    boards = ("first-try", "solved", "first-try-unassisted", "solved-unassisted")
    for board in boards:
        assert f"{place}: The board {board} counts 2 in part 0, but there are 1.\n" in ended.out
    assert ended.err.endswith(f": {1 + len(boards)}.\n")


def test_boards_that_were_counted_again_are_found_sound(connection: Connection, rampart: Rampart) -> None:
    session_id = play_a_daily(connection)
    connection.execute(text("DELETE FROM bucket"))
    assert rampart("check").code == 1
    count_in(connection, session_id)
    assert rampart("check").code == 0


@pytest.mark.parametrize(
    ("harm", "named"),
    [
        (
            "UPDATE standing SET points = 9 WHERE period = '2026-11' AND game = 'fortress'",
            "standings 2026-11 fortress: Player player-000000001 has 9 points and 1 solved, but the results bring "
            "5 points and 1 solved.",
        ),
        (
            "DELETE FROM standing WHERE period = 'all' AND game = ''",
            "standings all: Player player-000000001 has no standing, but the results bring 5 points and 1 solved.",
        ),
        (
            "UPDATE standing SET period = '2026-W48' WHERE period = '2026-W47' AND game = ''",
            "standings 2026-W48: Player player-000000001 has 5 points and 1 solved, but the results bring no standing.",
        ),
        (
            "UPDATE standing SET game = 'chess' WHERE period = '2026-11' AND game = 'fortress'",
            "standings 2026-11 chess: Player player-000000001 has 5 points and 1 solved, but the results bring no "
            "standing.",
        ),
        (
            "UPDATE standing SET period = '2026-W99' WHERE period = '2026-11' AND game = ''",
            "standings 2026-W99: Player player-000000001 has 5 points and 1 solved, but the results bring no standing.",
        ),
    ],
)
def test_standings_that_disagree_with_the_results_are_named(
    connection: Connection, rampart: Rampart, harm: str, named: str
) -> None:
    play_a_daily(connection)
    close_days(connection, CLOSING)
    assert rampart("check").code == 0
    connection.execute(text(harm))
    ended = rampart("check")
    assert ended.code == 1
    assert f"{named}\n" in ended.out


@pytest.mark.parametrize("table", a_few(["attempt", "bucket", "daily"], 1))
@pytest.mark.parametrize(("harm", "named"), [("game = 'chess'", f"{DAY} chess"), ("day = 'Friday'", "Friday fortress")])
def test_rows_of_no_game_or_no_day_are_named(
    connection: Connection, rampart: Rampart, table: str, harm: str, named: str
) -> None:
    play_a_daily(connection)
    close_days(connection, CLOSING)
    connection.execute(text(f"UPDATE {table} SET {harm}"))
    ended = rampart("check")
    assert ended.code == 1
    assert f"daily {named}: There is no such day or game.\n" in ended.out


def test_an_attempt_with_broken_options_is_named(connection: Connection, rampart: Rampart) -> None:
    session_id = play_a_daily(connection)
    connection.execute(text("UPDATE attempt SET options = 'four'"))
    ended = rampart("check")
    assert ended.code == 1
    assert f"daily {DAY} fortress: The options of session {session_id} cannot be read.\n" in ended.out


def test_more_sessions_than_a_page_holds_are_all_checked(connection: Connection, rampart: Rampart) -> None:
    with connection.begin():
        for number in range(203):
            variant, deal = find("fortress").settle({}), number + 1
            sessions.start(connection, PLAYER.player_id, variant, deal, shuffled(deal), NOW + 4 * number)
    assert rampart("check").out.startswith("Checked. Sessions: 203. ")


@pytest.mark.parametrize(
    "command",
    [
        ("check",),
        ("copy", "--to", "postgresql://127.0.0.1:1/rampart"),
        ("data", "--month", "2020-01", "--output", "january"),
        ("results", "list"),
        ("reports", "list"),
        ("rename", "ada", "bea"),
    ],
    ids=lambda command: command[0],
)
def test_a_database_that_is_not_there_is_refused_in_one_line_and_not_made(
    rampart: Rampart, tmp_path: Path, command: tuple[str, ...]
) -> None:
    file = tmp_path / "mistyped" / "games.sqlite3"
    ended = rampart(*command, RAMPART_DATABASE_URL=f"sqlite:///{file}")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == f"There is no database at {file}: RAMPART_DATABASE_URL names this path.\n"
    assert not list(tmp_path.iterdir())


def test_without_a_setting_the_usual_path_is_named_and_what_would_name_another(
    rampart: Rampart, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RAMPART_DATABASE_URL", raising=False)
    monkeypatch.setattr("app.core.settings.data_folder", lambda: tmp_path / "usual")
    ended = rampart("check")
    assert (ended.code, ended.out) == (2, "")
    file = tmp_path / "usual" / "rampart.sqlite3"
    assert ended.err == f"There is no database at {file}: RAMPART_DATABASE_URL is not set, so this is the usual path.\n"
    assert not list(tmp_path.iterdir())


def test_a_database_of_an_older_version_is_refused_in_one_line(rampart: Rampart, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    file.touch()
    ended = rampart("check", RAMPART_DATABASE_URL=f"sqlite:///{file}")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "The database's schema does not fit this version: run `rampart migrate` first.\n"


def test_the_games_of_a_tournament_are_compared_and_added_up_again(connection: Connection, rampart: Rampart) -> None:
    ground = Ground(connection)
    ground.stock(3)
    code = ground.make().code
    ground.join(code, PLAYER.player_id)
    session = ground.next(code, PLAYER.player_id)
    assert session.deal is not None
    for seq, move in enumerate(LINES[session.deal].line):
        play.move(connection, session.id, PLAYER, seq, move, ground.now)
    ground.give_up(ground.next(code, PLAYER.player_id))
    assert "Tournaments: 1." in rampart("check").out
    connection.execute(text("UPDATE entrant SET points = 5"))
    assert f"tournament {code}: Player {PLAYER.player_id} has (5, 1, " in rampart("check").out
    connection.execute(text("UPDATE tournament_try SET steps = 7 WHERE outcome = 'won'"))
    assert "It was never as its tournament records it." in rampart("check").out
