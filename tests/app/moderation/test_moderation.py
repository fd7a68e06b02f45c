"""What moderators decide: each decision is in the log, can be taken back once, and its player hears of it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy import Connection

from app.core.refusals import Impossible, NotFound
from app.features.moderation.rows import moderation as store
from app.features.moderation.rows import reports
from app.features.moderation.service import moderation
from app.features.moderation.service import reports as reporting
from app.features.moderation.service.moderation import Cases, Moderator
from app.features.moderation.values import MOST_APPEALS, DecisionKind, Reason
from app.features.races.rows import doubts, races
from app.features.races.service import moderating
from app.features.races.values.race import Racer
from app.features.tournaments.rows import entrants
from app.people.rows import accounts, players
from app.people.rows.accounts import Account
from app.people.service import accounts as accounting
from app.people.visitors import Visit
from app.play.rows import sessions
from app.site.schema import metadata
from engine.deals import deck_code
from engine.record import Status
from tests.app.races.test_rules import room
from tests.app.tournaments.ground import Ground
from tests.databases import transaction
from tests.factories import a_player, an_account
from tests.rows import SESSION

ANN, BOB, CAT = "player-0000000a1", "player-0000000b1", "player-0000000c1"
NOW = 1_800_000_000_000
BY = Moderator("operator", NOW, "It offends people.")


def add_player(connection: Connection, player_id: str, name: str) -> Account:
    players.add(connection, a_player(player_id))
    account = an_account(player_id, name)
    accounts.add(connection, account)
    return account


@pytest.fixture
def reported(connection: Connection) -> Connection:
    """Let Bob and Cat report the name of Ann."""
    for player_id, name in ((ANN, "Rude Word"), (BOB, "Bob"), (CAT, "Cat")):
        add_player(connection, player_id, name)
    reports.add_report(connection, ANN, BOB, "Rude Word", Reason.OFFENDS, NOW - 2)
    reports.add_report(connection, ANN, CAT, "Rude Word", Reason.OTHER, NOW - 1)
    return connection


def named(connection: Connection) -> str:
    account = accounts.find(connection, ANN)
    assert account is not None
    return account.name


def waiting(connection: Connection) -> Cases:
    return moderation.cases(connection)


def test_a_reported_name_waits_until_somebody_lets_it_stay(reported: Connection) -> None:
    assert [(one.name, one.reporters) for one in waiting(reported).names] == [("Rude Word", 2)]
    decided = moderation.dismiss(reported, ANN, NOW - 1, BY)
    assert decided is not None
    assert not waiting(reported).names
    assert moderation.dismiss(reported, ANN, NOW - 1, BY) is None
    assert [(one.decision.kind, one.decision.reason) for one in waiting(reported).decided] == [
        (DecisionKind.DISMISS, "It offends people.")
    ]
    assert moderation.undo(reported, decided.id, BY)
    assert [one.reporters for one in waiting(reported).names] == [2]


def test_a_report_that_came_after_the_page_is_not_settled_unseen(reported: Connection) -> None:
    assert moderation.dismiss(reported, ANN, NOW - 2, BY)
    assert [one.reporters for one in waiting(reported).names] == [1]


def test_a_name_is_made_neutral_and_given_back(reported: Connection) -> None:
    decided = moderation.rename(reported, ANN, "Rude Word", "", BY)
    assert decided is not None
    assert named(reported) == decided.after != "Rude Word"
    assert decided.after.startswith("Player ")
    assert not waiting(reported).names
    assert moderation.undo(reported, decided.id, BY)
    assert named(reported) == "Rude Word"
    assert [one.reporters for one in waiting(reported).names] == [2]
    assert moderation.undo(reported, decided.id, BY) is None
    assert [one.decision.kind for one in waiting(reported).decided] == [DecisionKind.UNDO, DecisionKind.RENAME]


def test_who_decides_on_an_old_page_changes_nothing(reported: Connection) -> None:
    accounting.name_player(reported, ANN, "Ann")
    assert moderation.rename(reported, ANN, "Rude Word", "", BY) is None
    assert named(reported) == "Ann"
    assert not waiting(reported).decided
    assert moderation.rename(reported, "nobody", "Rude Word", "", BY) is None


def test_a_name_that_was_taken_meanwhile_is_not_given_back(reported: Connection) -> None:
    decided = moderation.rename(reported, ANN, "Rude Word", "Ann", BY)
    assert decided is not None
    accounting.name_player(reported, BOB, "Rude Word")
    with pytest.raises(Impossible, match="taken"), reported.begin_nested():
        moderation.undo(reported, decided.id, BY)
    assert named(reported) == "Ann"
    assert waiting(reported).decided[0].decision.undone_at is None


def test_a_name_that_its_player_has_changed_since_is_left_alone(reported: Connection) -> None:
    decided = moderation.rename(reported, ANN, "Rude Word", "Ann", BY)
    assert decided is not None
    accounting.name_player(reported, ANN, "Annabel")
    with pytest.raises(Impossible), reported.begin_nested():
        moderation.undo(reported, decided.id, BY)
    assert named(reported) == "Annabel"


def test_two_who_take_a_decision_back_at_once_do_it_once(url: str) -> None:
    with transaction(url) as connection:
        add_player(connection, ANN, "Ann")
        add_player(connection, BOB, "Bob")
        reports.add_report(connection, ANN, BOB, "Ann", Reason.OTHER, 1)
        decided = moderation.rename(connection, ANN, "Ann", "", BY)
        assert decided is not None

    def undo(_: int) -> bool:
        with transaction(url) as connection:
            return moderation.undo(connection, decided.id, BY) is not None

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(undo, range(4))) == [False, False, False, True]
    with transaction(url) as connection:
        assert named(connection) == "Ann"


def test_an_undoing_cannot_be_undone_and_nothing_unknown_either(reported: Connection) -> None:
    decided = moderation.dismiss(reported, ANN, NOW, BY)
    assert decided is not None
    undoing = moderation.undo(reported, decided.id, BY)
    assert undoing is not None
    for unknown in (undoing.id, "nothing", ""):
        with pytest.raises(NotFound):
            moderation.undo(reported, unknown, BY)


def test_a_player_appeals_and_the_moderator_grants_it(reported: Connection) -> None:
    decided = moderation.rename(reported, ANN, "Rude Word", "", BY)
    assert decided is not None
    ann = Visit(ANN)
    (case,) = moderation.about_player(reported, ANN)
    assert case.can_appeal
    moderation.appeal(reported, ann, decided.id, "It is my name.", NOW)
    with pytest.raises(Impossible):
        moderation.appeal(reported, ann, decided.id, "It is!", NOW)
    with pytest.raises(NotFound):
        moderation.appeal(reported, Visit(BOB), decided.id, "Let her.", NOW)
    ((appeal, about),) = waiting(reported).appeals
    assert (appeal.text, about.decision.id) == ("It is my name.", decided.id)
    assert moderation.grant(reported, appeal.id, "Sorry.", BY)
    assert moderation.grant(reported, appeal.id, "Sorry.", BY) is None
    assert named(reported) == "Rude Word"
    (case,) = moderation.about_player(reported, ANN)
    assert (case.appeals[0].answer, case.can_appeal, waiting(reported).appeals) == ("Sorry.", False, [])


def test_appeals_come_to_an_end(reported: Connection) -> None:
    decided = moderation.rename(reported, ANN, "Rude Word", "", BY)
    assert decided is not None
    for number in range(MOST_APPEALS):
        moderation.appeal(reported, Visit(ANN), decided.id, "Please.", NOW + number)
        ((appeal, _),) = waiting(reported).appeals
        assert moderation.answer(reported, appeal.id, "No.", BY)
    with pytest.raises(Impossible):
        moderation.appeal(reported, Visit(ANN), decided.id, "Please.", NOW + 9)


def test_of_a_deleted_account_the_log_keeps_no_name_and_no_appeal_waits(reported: Connection) -> None:
    account = accounts.find(reported, ANN)
    assert account is not None
    decided = moderation.rename(reported, ANN, "Rude Word", "", BY)
    assert decided is not None
    moderation.appeal(reported, Visit(ANN), decided.id, "It is my name.", NOW)
    accounting.remove(reported, account, NOW)
    cases = waiting(reported)
    (case,) = cases.decided
    assert (cases.appeals, case.name, case.decision.before, case.decision.after) == ([], None, "", "")
    with pytest.raises(Impossible):
        moderation.undo(reported, decided.id, BY)
    assert store.count_open_appeals(reported) == 0
    assert not reporting.reports(reported)


def test_a_name_that_a_moderator_let_stay_leaves_the_log_with_its_account(reported: Connection) -> None:
    account = accounts.find(reported, ANN)
    assert account is not None
    moderation.dismiss(reported, ANN, NOW, BY)
    (case,) = waiting(reported).decided
    assert case.decision.before == "Rude Word"
    accounting.remove(reported, account, NOW)
    (case,) = waiting(reported).decided
    assert (case.decision.before, case.decision.after) == ("", "")


def test_a_doubtful_win_in_a_race_is_cleared_once_and_doubted_again(reported: Connection) -> None:
    sessions.add(reported, SESSION._replace(player_id=ANN, status=Status.WON, started_at=NOW, changed_at=NOW))
    for table, row in (
        (metadata.tables["race"], {
            "code": "ABCDEF", "game": "fortress", "options": "", "winnable": True, "best_of": 1, "host_id": ANN,
            "made_at": NOW,
        }),
        (metadata.tables["heat"], {
            "code": "ABCDEF", "number": 1, "match": 1, "deal": "17", "deck": deck_code(SESSION.deck), "proved": True,
            "began_at": NOW,
        }),
        (metadata.tables["run"], {
            "code": "ABCDEF", "number": 1, "player_id": ANN, "session_id": SESSION.id, "outcome": "won",
            "doubts": "too fast",
        }),
    ):  # fmt: skip
        reported.execute(table.insert(), row)
    assert doubts.doubts_about(reported, SESSION.id) == (ANN, "too fast")
    cleared = moderating.clear(reported, SESSION.id, BY)
    assert cleared is not None
    assert moderating.clear(reported, SESSION.id, BY) is None
    assert doubts.doubts_about(reported, SESSION.id) is None
    assert moderation.undo(reported, cleared.id, BY)
    assert doubts.doubts_about(reported, SESSION.id) == (ANN, "too fast")


def test_a_name_that_was_taken_away_goes_from_tournaments_and_races_too_and_comes_back(reported: Connection) -> None:
    ground = Ground(reported, NOW)
    code = ground.make(lead=60_000).code
    assert ground.join(code, ANN).name == "Rude Word"
    ground.join(code, BOB)
    races.add(reported, replace(room("Rude Word", BOB), host_id=ANN, racers=(Racer(ANN, "Rude Word", NOW, NOW),)))
    decided = moderation.rename(reported, ANN, "Rude Word", "Ann", BY)
    assert decided is not None

    def used() -> list[set[str]]:
        race = races.find(reported, "BCDFGH")
        assert race is not None
        return [{one.name for one in entrants.all_of(reported, code)}, {racer.name for racer in race.racers}]

    assert used() == [{"Ann", "Bob"}, {"Ann"}]
    assert moderation.undo(reported, decided.id, BY)
    assert used() == [{"Rude Word", "Bob"}, {"Rude Word"}]


def test_a_name_that_is_taken_in_a_tournament_leaves_the_other_one_alone(reported: Connection) -> None:
    ground = Ground(reported, NOW)
    code = ground.make(lead=60_000).code
    ground.join(code, ANN)
    ground.join(code, BOB, "Nobody Else")
    assert moderation.rename(reported, ANN, "Rude Word", "Nobody Else", BY)
    assert sorted(one.name for one in entrants.all_of(reported, code)) != ["Nobody Else", "Nobody Else"]
    assert "Rude Word" not in {one.name for one in entrants.all_of(reported, code)}
