"""Names of tournaments and groups are reported, and let stay or replaced, by decisions that can be taken back."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import Connection

from app.core.refusals import Impossible, NotFound
from app.features.friends.service import groups
from app.features.moderation.service import moderation, titles
from app.features.moderation.service.moderation import Cases, Moderator
from app.features.moderation.values import DecisionKind, Reason
from app.features.tournaments.rows import entrants
from app.features.tournaments.service import tournaments
from app.features.tournaments.service.tournaments import JoinRequest
from app.people.service import accounts, players
from app.people.titles import titled
from app.people.venues import Venue
from app.people.visitors import Visit
from tests.app.people.claimed import NOW, Visits
from tests.app.tournaments.ground import TERMS

BY = Moderator("operator", NOW, "It offends people.")
RUDE = "Rude words"
TERMS_RUDE = replace(TERMS, name=RUDE)
Made = Callable[[Connection, Visits], Venue]


def tournament(connection: Connection, visits: Visits) -> Venue:
    """Return Ann's tournament."""
    made = tournaments.make(connection, visits["Ann"], TERMS_RUDE, NOW, NOW)
    return Venue("tournament", made.code)


def group(connection: Connection, visits: Visits) -> Venue:
    """Return Ann's group, which Ben has joined."""
    made = groups.make(connection, visits["Ann"], RUDE, NOW)
    groups.join(connection, visits["Ben"], made.code, NOW + 1)
    return Venue("group", made.code)


def title_of(connection: Connection, venue: Venue) -> str | None:
    those = titled(venue)
    return those.title_of(connection, venue.code) if those else None


def waiting(connection: Connection) -> Cases:
    return moderation.cases(connection)


BOTH = pytest.mark.parametrize("make", [tournament, group])


@BOTH
def test_a_reported_title_is_replaced_told_appealed_against_and_given_back(
    connection: Connection, visits: Visits, make: Made
) -> None:
    venue = make(connection, visits)
    titles.report(connection, visits["Ben"], venue, Reason.OFFENDS, NOW)
    assert [(one.venue, one.name, one.reporters) for one in waiting(connection).reported_titles] == [(venue, RUDE, 1)]
    decided = titles.retitle(connection, venue, RUDE, BY)
    assert decided
    assert title_of(connection, venue) == decided.after != RUDE
    assert venue.kind == "tournament" or venue.code not in decided.after
    assert not waiting(connection).reported_titles
    assert titles.retitle(connection, venue, RUDE, BY) is None
    (case,) = moderation.about_player(connection, visits["Ann"].player_id)
    assert (case.decision.kind, case.decision.reason, case.can_appeal) == (DecisionKind.RETITLE, BY.reason, True)
    moderation.appeal(connection, visits["Ann"], decided.id, "It is the name of a flower.", NOW)
    (appeal, _) = waiting(connection).appeals[0]
    assert moderation.grant(connection, appeal.id, "So it is.", BY)
    assert title_of(connection, venue) == RUDE
    assert len(waiting(connection).reported_titles) == 1


@BOTH
def test_a_reported_title_may_stay(connection: Connection, visits: Visits, make: Made) -> None:
    venue = make(connection, visits)
    titles.report(connection, visits["Ben"], venue, Reason.OTHER, NOW)
    assert titles.dismiss(connection, venue, NOW - 1, BY) is None
    decided = titles.dismiss(connection, venue, NOW, BY)
    assert decided
    assert (decided.kind, decided.before) == (DecisionKind.DISMISS, RUDE)
    assert not waiting(connection).reported_titles
    assert titles.dismiss(connection, venue, NOW, BY) is None
    assert moderation.undo(connection, decided.id, BY)
    assert len(waiting(connection).reported_titles) == 1


def test_only_members_report_the_name_of_a_group_and_no_guest_reports_anything(
    connection: Connection, visits: Visits
) -> None:
    venue = group(connection, visits)
    players.ensure(connection, "guest00000000000", NOW)
    for visit in (visits["Cyn"], Visit("guest00000000000"), None):
        with pytest.raises(NotFound):
            titles.report(connection, visit, venue, Reason.OTHER, NOW)
    planned = tournaments.add(connection, TERMS_RUDE, NOW, NOW)
    for code in (planned.code, "NOBODY"):
        with pytest.raises(NotFound):
            titles.report(connection, visits["Ben"], Venue("tournament", code), Reason.OTHER, NOW)


def test_a_name_stays_as_often_as_it_was_reported_when_the_moderator_looked(
    connection: Connection, visits: Visits
) -> None:
    venue = group(connection, visits)
    titles.report(connection, visits["Ben"], venue, Reason.OFFENDS, NOW)
    titles.report(connection, visits["Ann"], venue, Reason.OTHER, NOW + 1)
    assert titles.dismiss(connection, venue, NOW, BY)
    assert [one.reporters for one in waiting(connection).reported_titles] == [1]
    assert titles.dismiss(connection, venue, NOW, BY) is None


def test_a_decision_about_a_group_finds_it_under_its_new_link(connection: Connection, visits: Visits) -> None:
    venue = group(connection, visits)
    titles.report(connection, visits["Ben"], venue, Reason.OFFENDS, NOW)
    cup = tournaments.add(connection, TERMS, NOW, NOW).code
    tournaments.join(connection, cup, visits["Ben"], JoinRequest(group=venue.code), NOW)
    decided = titles.retitle(connection, venue, RUDE, BY)
    assert decided
    part = tournaments.part_of(connection, tournaments.look(connection, cup), visits["Ben"].player_id)
    assert part.entrant
    assert part.entrant.group_name == decided.after
    renewed = groups.renew(connection, visits["Ann"], venue.code)
    assert moderation.undo(connection, decided.id, BY)
    assert groups.look(connection, None, renewed.code).group.name == RUDE


def test_the_name_of_a_group_is_replaced_wherever_it_stands_even_if_those_who_play_for_it_have_left(
    connection: Connection, visits: Visits
) -> None:
    venue = group(connection, visits)
    cup = tournaments.add(connection, TERMS, NOW, NOW).code
    for name in ("Ann", "Ben"):
        tournaments.join(connection, cup, visits[name], JoinRequest(group=venue.code), NOW)
    titles.report(connection, visits["Ben"], venue, Reason.OFFENDS, NOW)
    groups.leave(connection, visits["Ben"], venue.code)
    last = groups.renew(connection, visits["Ann"], venue.code).code
    groups.leave(connection, visits["Ann"], last)
    (reported,) = waiting(connection).reported_titles
    assert (reported.venue, reported.name) == (Venue("group", last), RUDE)
    decided = titles.retitle(connection, reported.venue, RUDE, BY)
    assert decided
    assert {one.group_name for one in entrants.all_of(connection, cup)} == {decided.after}


def test_the_name_of_a_group_that_nobody_is_in_any_more_is_not_given_back(
    connection: Connection, visits: Visits
) -> None:
    venue = group(connection, visits)
    decided = titles.retitle(connection, venue, RUDE, BY)
    for name in ("Ann", "Ben"):
        groups.leave(connection, visits[name], venue.code)
    assert decided
    with pytest.raises(Impossible, match="no longer exists"):
        moderation.undo(connection, decided.id, BY)


def test_who_deletes_the_account_takes_the_reports_along(connection: Connection, visits: Visits) -> None:
    venue = tournament(connection, visits)
    titles.report(connection, visits["Ben"], venue, Reason.OFFENDS, NOW)
    accounts.remove(connection, accounts.own(connection, visits["Ben"]), NOW)
    assert not waiting(connection).reported_titles
