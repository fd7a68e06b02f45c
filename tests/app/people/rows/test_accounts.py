from dataclasses import replace
from datetime import date

import pytest
from sqlalchemy import Connection, Table, insert, select
from sqlalchemy.exc import IntegrityError

from app.features.daily.keeping import attempts
from app.features.daily.tables import attempt
from app.features.puzzles.rows import puzzles, ratings
from app.features.puzzles.values.event import InPuzzle
from app.features.puzzles.values.task import TaskOutcome
from app.features.races.keeping import races
from app.features.races.tables import heat, race, racer, run
from app.features.ratings.values.rating import Rating
from app.people.rows import accounts, players
from app.people.rows.accounts import Account
from app.people.service import keeping
from app.play.rows import company, sessions
from app.play.rows.company import Seat
from app.play.tables.games import session
from engine.deals import deck_code
from engine.games import find
from tests.plans import reads_whole_tables
from tests.rows import PLAYER, SESSION, begin

DAY, FORTRESS = date(2026, 11, 21), find("fortress")
ANN = Account(PLAYER.id, "Ann", "ann", "ann", "$argon2id$…", 1_700_000_000_000)
OTHER = replace(PLAYER, id="player-000000002")


@pytest.fixture(autouse=True)
def _players(connection: Connection) -> None:
    begin(connection)
    players.add(connection, OTHER)


def test_an_account_is_found_as_added_by_player_and_by_name(connection: Connection) -> None:
    accounts.add(connection, ANN)
    assert accounts.find(connection, ANN.player_id) == ANN
    assert accounts.find_by_name(connection, "ann") == ANN


def test_nobody_is_found_under_another_player_or_name(connection: Connection) -> None:
    accounts.add(connection, ANN)
    assert accounts.find(connection, OTHER.id) is None
    assert accounts.find_by_name(connection, "Ann") is None


@pytest.mark.parametrize(
    "another",
    [
        replace(ANN, player_id=OTHER.id, skeleton="else"),
        replace(ANN, player_id=OTHER.id, folded="else"),
        replace(ANN, folded="else", skeleton="else"),
    ],
    ids=["the same name", "a name that looks the same", "the same player"],
)
def test_the_database_refuses_a_second_account_with(connection: Connection, another: Account) -> None:
    accounts.add(connection, ANN)
    with pytest.raises(IntegrityError), connection.begin_nested():
        accounts.add(connection, another)


def test_a_new_name_and_a_new_password_change_one_account_only(connection: Connection) -> None:
    bob = replace(ANN, player_id=OTHER.id, name="Bob", folded="bob", skeleton="bob")
    accounts.add(connection, ANN)
    accounts.add(connection, bob)
    accounts.rename(connection, ANN.player_id, "Zoë", "zoë", "zoe")
    accounts.keep_password(connection, ANN.player_id, "another")
    changed = replace(ANN, name="Zoë", folded="zoë", skeleton="zoe", password="another")
    assert accounts.find(connection, ANN.player_id) == changed
    assert accounts.find(connection, OTHER.id) == bob


def test_a_recovery_code_can_be_used_once_and_by_its_owner_alone(connection: Connection) -> None:
    accounts.add(connection, ANN)
    accounts.replace_codes(connection, ANN.player_id, ["one", "two"])
    assert not accounts.use_code(connection, OTHER.id, "one")
    assert accounts.use_code(connection, ANN.player_id, "one")
    assert not accounts.use_code(connection, ANN.player_id, "one")
    assert accounts.count_codes(connection, ANN.player_id) == 1


def test_new_recovery_codes_take_the_place_of_the_old(connection: Connection) -> None:
    accounts.add(connection, ANN)
    accounts.replace_codes(connection, ANN.player_id, ["one", "two"])
    accounts.replace_codes(connection, ANN.player_id, ["three"])
    assert not accounts.use_code(connection, ANN.player_id, "one")
    assert accounts.count_codes(connection, ANN.player_id) == 1


def test_removing_an_account_leaves_the_player_and_frees_the_name(connection: Connection) -> None:
    _take_part(connection, "first", PLAYER.id)
    accounts.add(connection, ANN)
    accounts.replace_codes(connection, ANN.player_id, ["one"])
    keeping.forget(connection, ANN.player_id, "Nobody any more")
    assert connection.execute(select(racer.c.name)).scalars().all() == ["Nobody any more"]
    assert players.find(connection, PLAYER.id) == PLAYER
    assert sessions.find(connection, SESSION.id) == SESSION
    accounts.add(connection, replace(ANN, player_id=OTHER.id))
    assert accounts.count_codes(connection, OTHER.id) == 0


def test_what_one_has_played_can_become_another_s(connection: Connection) -> None:
    _take_part(connection, "first", PLAYER.id)
    keeping.hand_over(connection, PLAYER.id, OTHER.id)
    assert sessions.history(connection, PLAYER.id, 10, None) == []
    assert {session.id for session in sessions.history(connection, OTHER.id, 10, None)} == {
        SESSION.id,
        "first-daily",
        "first-again",
        "first-race",
    }
    assert [_owners(connection, table) for table in (attempt, racer, run, race)] == [
        [OTHER.id] * 2,
        *([[OTHER.id]] * 3),
    ]


def test_where_both_took_part_each_keeps_the_own_part(connection: Connection) -> None:
    _take_part(connection, "first", PLAYER.id)
    connection.execute(insert(racer), _racer(OTHER.id))
    sessions.add(connection, SESSION._replace(id="second-daily", player_id=OTHER.id))
    connection.execute(insert(attempt), _attempt("second-daily", OTHER.id, 1))
    keeping.hand_over(connection, PLAYER.id, OTHER.id)
    left = {session.id for session in sessions.history(connection, PLAYER.id, 10, None)}
    assert left == {"first-daily", "first-again", "first-race"}
    assert [_owners(connection, table) for table in (attempt, racer, run, race)] == [
        [PLAYER.id, PLAYER.id, OTHER.id],
        [PLAYER.id, OTHER.id],
        [PLAYER.id],
        [PLAYER.id],
    ]


def test_a_seat_at_anothers_table_is_handed_over_too(connection: Connection) -> None:
    company.sit(connection, Seat(SESSION.id, PLAYER.id, "Ann", 0))
    keeping.hand_over(connection, PLAYER.id, OTHER.id)
    assert [guest.player_id for guest in company.seats(connection, SESSION.id)] == [OTHER.id]
    keeping.forget(connection, OTHER.id, "Somebody")
    assert [guest.name for guest in company.seats(connection, SESSION.id)] == ["Somebody"]


def test_an_attempt_at_a_puzzle_that_began_as_a_guest_s_counts_for_no_rating(connection: Connection) -> None:
    for which in ("begun", "opened"):
        puzzles.open_attempt(connection, PLAYER.id, which, FORTRESS, 1)
    puzzles.begin_attempt(connection, PLAYER.id, "begun", 2)
    ratings.lock_player(connection, PLAYER.id, FORTRESS, Rating(1900))
    keeping.hand_over(connection, PLAYER.id, OTHER.id)
    puzzles.begin_attempt(connection, OTHER.id, "opened", 3)
    tried = [puzzles.attempt_of(connection, OTHER.id, which) for which in ("begun", "opened")]
    assert [one and one.rated for one in tried] == [False, True]
    assert not puzzles.end_attempt(connection, OTHER.id, "begun", TaskOutcome.SOLVED, 4)
    assert puzzles.end_attempt(connection, OTHER.id, "opened", TaskOutcome.SOLVED, 4)
    assert ratings.of_player(connection, OTHER.id, FORTRESS) is None


def test_of_a_puzzle_that_both_have_begun_the_account_s_own_attempt_counts(connection: Connection) -> None:
    for player_id in (PLAYER.id, OTHER.id):
        for which in ("both", "guest"):
            puzzles.open_attempt(connection, player_id, which, FORTRESS, 1)
    for player_id, which in ((PLAYER.id, "both"), (PLAYER.id, "guest"), (OTHER.id, "both")):
        puzzles.begin_attempt(connection, player_id, which, 2)
    for which in ("both", "alone"):
        sessions.add(connection, SESSION._replace(id=f"try at {which}", event=InPuzzle(which)))
    keeping.hand_over(connection, PLAYER.id, OTHER.id)
    theirs = select(session.c.id).where(session.c.player_id == OTHER.id).order_by(session.c.id)
    assert connection.execute(theirs).scalars().all() == [SESSION.id, "try at alone"]
    puzzles.begin_attempt(connection, OTHER.id, "guest", 3)
    assert puzzles.end_attempt(connection, OTHER.id, "both", TaskOutcome.LOST, 4)
    # The account has only opened this one, and the guest has tried it.
    assert not puzzles.end_attempt(connection, OTHER.id, "guest", TaskOutcome.SOLVED, 4)


def test_what_is_kept_of_a_player_is_listed_and_nothing_of_another(connection: Connection) -> None:
    _take_part(connection, "first", PLAYER.id)
    assert [(row["day"], row["number"], row["session_id"]) for row in attempts(connection, PLAYER.id, 0)] == [
        (DAY, 1, "first-daily"),
        (DAY, 2, "first-again"),
    ]
    assert [(row["code"], row["name"], row["session_id"]) for row in races(connection, PLAYER.id, 0)] == [
        ("ABCDEF", "Somebody", "first-race")
    ]
    assert attempts(connection, OTHER.id, 0) == races(connection, OTHER.id, 0) == []


def _take_part(connection: Connection, who: str, player_id: str) -> None:
    """Make a player begin a daily twice and race once."""
    for what in ("daily", "again", "race"):
        sessions.add(connection, SESSION._replace(id=f"{who}-{what}", player_id=player_id))
    connection.execute(insert(attempt), _attempt(f"{who}-daily", player_id, 1))
    connection.execute(insert(attempt), _attempt(f"{who}-again", player_id, 2))
    terms = {"game": "fortress", "options": "", "winnable": True, "best_of": 1}
    connection.execute(insert(race), {"code": "ABCDEF", "host_id": player_id, "made_at": 1, **terms})
    connection.execute(insert(racer), _racer(player_id))
    dealt = {"deal": "4", "deck": deck_code(SESSION.deck), "proved": True, "began_at": 1}
    connection.execute(insert(heat), {"code": "ABCDEF", "number": 1, "match": 1, **dealt})
    connection.execute(
        insert(run), {"code": "ABCDEF", "number": 1, "player_id": player_id, "session_id": f"{who}-race"}
    )


def _attempt(session_id: str, player_id: str, number: int) -> dict[str, object]:
    daily = {"day": DAY, "game": find("fortress"), "options": "", "ranked": False, "started_at": 1}
    return {"session_id": session_id, "player_id": player_id, "number": number, **daily}


def _racer(player_id: str) -> dict[str, object]:
    seen = {"joined_at": 1, "seen_at": 1, "ready": True, "left": False}
    return {"code": "ABCDEF", "player_id": player_id, "name": "Somebody", **seen}


def _owners(connection: Connection, table: Table) -> list[str]:
    owner = table.c.host_id if table is race else table.c.player_id
    return sorted(connection.execute(select(owner)).scalars())


def test_accounts_are_listed_by_how_their_names_begin(connection: Connection) -> None:
    names = ("ann", "ann lee", "anna", "an-na", "ben", "ä", "zoë")
    for number, name in enumerate(names):
        players.add(connection, replace(PLAYER, id=f"listed-{number:09}"))
        accounts.add(connection, Account(f"listed-{number:09}", name, name, f"look{number}", "", number))
    assert [one.name for one in accounts.page(connection, "an", "", 10)] == ["an-na", "ann", "ann lee", "anna"]
    assert [one.name for one in accounts.page(connection, "", "ann lee", 2)] == ["anna", "ben"]
    assert [one.name for one in accounts.page(connection, "", "ben", 10)] == ["zoë", "ä"]
    assert accounts.page(connection, "ann ", "ann lee", 10) == []


def test_a_page_of_the_list_costs_the_same_however_many_accounts_there_are(connection: Connection) -> None:
    assert not reads_whole_tables(connection, accounts.listed("an", "ann", 10))
