"""Statements about public pages and reports of names, on both databases."""

from dataclasses import replace

import pytest
from sqlalchemy import Connection, select

from app.features.moderation.rows import reports
from app.features.moderation.tables import report
from app.features.moderation.values import Reason
from app.features.profiles import rows as profiles
from app.features.profiles.tables import profile
from app.features.profiles.values import ProfilePart
from app.people.rows import accounts, players
from app.people.service import keeping
from tests.factories import an_account
from tests.rows import PLAYER

ANN, BOB, CAT = (f"player-{name}" for name in ("ann", "bob", "cat"))


@pytest.fixture(autouse=True)
def _accounts(connection: Connection) -> None:
    for player_id in (ANN, BOB, CAT):
        name = player_id.removeprefix("player-")
        players.add(connection, replace(PLAYER, id=player_id))
        accounts.add(connection, an_account(player_id, name.title()))


def test_a_page_shows_what_was_chosen_last_and_none_is_there_before(connection: Connection) -> None:
    assert profiles.shown_by(connection, ANN) is None
    for parts in ({ProfilePart.GAMES}, {ProfilePart.STREAK, ProfilePart.POINTS}):
        profiles.show(connection, ANN, parts)
    assert profiles.shown_by(connection, ANN) == frozenset({ProfilePart.STREAK, ProfilePart.POINTS})
    assert profiles.public_among(connection, [ANN, BOB]) == {ANN}
    profiles.hide(connection, ANN)
    assert profiles.shown_by(connection, ANN) is None


def test_each_reports_a_name_once_and_the_last_reported_comes_first(connection: Connection) -> None:
    reports.add_report(connection, ANN, BOB, "Ann", Reason.OTHER, 1)
    reports.add_report(connection, ANN, BOB, "Ann", Reason.OFFENDS, 2)
    reports.add_report(connection, ANN, CAT, "Ann", Reason.PRETENDS, 3)
    reports.add_report(connection, BOB, CAT, "Robert", Reason.OTHER, 4)
    told = [(one.name, one.reported, one.reporters) for one in reports.reports(connection, 10)]
    assert told == [("Bob", "Robert", 1), ("Ann", "Ann", 2)]
    assert reports.reports(connection, 10)[1].reasons == {Reason.OFFENDS, Reason.PRETENDS}
    # A name that many report leaves room for the others.
    reports.add_report(connection, BOB, ANN, "Robert", Reason.OTHER, 5)
    assert [(one.name, one.reporters) for one in reports.reports(connection, 2)] == [("Bob", 2), ("Ann", 2)]
    assert [one.name for one in reports.reports(connection, 1)] == ["Bob"]
    assert reports.count_reported(connection) == 2
    reports.settle_reports(connection, ANN, "a-decision-00000", 2)
    assert (reports.count_reported(connection), reports.reports(connection, 2)[1].reporters) == (2, 1)
    reports.settle_reports(connection, ANN, "a-decision-00000", 3)
    assert reports.count_reported(connection) == 1


def test_of_a_player_who_leaves_no_page_and_no_report_stays(connection: Connection) -> None:
    profiles.show(connection, ANN, {ProfilePart.GAMES})
    reports.add_report(connection, ANN, BOB, "Ann", Reason.OTHER, 1)
    reports.add_report(connection, BOB, ANN, "Bob", Reason.OTHER, 1)
    keeping.forget(connection, ANN, "Somebody")
    assert [*connection.execute(select(profile)), *connection.execute(select(report))] == []
