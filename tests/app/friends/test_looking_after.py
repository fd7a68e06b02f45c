"""Whoever looks after a group can remove members and renew its link."""

import pytest
from sqlalchemy import Connection

from app.core.refusals import Impossible, NotFound, NotYours
from app.features.friends.service import friends, groups
from app.features.tournaments.service import tournaments
from app.features.tournaments.service.tournaments import JoinRequest
from tests.app.people.claimed import NOW, Visits
from tests.app.tournaments.ground import TERMS


@pytest.fixture
def code(connection: Connection, visits: Visits) -> str:
    """Return the group that Ann has made, and that Ben and then Cyn have joined."""
    made = groups.make(connection, visits["Ann"], "The Moat", NOW)
    for later, name in enumerate(("Ben", "Cyn"), 1):
        groups.join(connection, visits[name], made.code, NOW + later)
    return made.code


def members(connection: Connection, code: str) -> list[str]:
    return list(groups.look(connection, None, code).members.values())


def test_a_removed_member_takes_back_what_they_asked_and_cannot_come_back(
    connection: Connection, visits: Visits, code: str
) -> None:
    friends.ask(connection, visits["Ben"], code, "Cyn", NOW)
    groups.remove(connection, visits["Ann"], code, "Ben")
    assert members(connection, code) == ["Ann", "Cyn"]
    assert friends.circle(connection, visits["Cyn"].player_id, 0).asking == []
    with pytest.raises(Impossible, match="removed"):
        groups.join(connection, visits["Ben"], code, NOW)
    with pytest.raises(NotFound):
        friends.ask(connection, visits["Ben"], code, "Cyn", NOW)


def test_only_the_member_who_has_been_there_for_longest_removes_and_renews(
    connection: Connection, visits: Visits, code: str
) -> None:
    for act in (lambda: groups.remove(connection, visits["Ben"], code, "Cyn"),
                lambda: groups.renew(connection, visits["Ben"], code)):  # fmt: skip
        with pytest.raises(NotYours):
            act()
    with pytest.raises(Impossible):
        groups.remove(connection, visits["Ann"], code, "Ann")
    with pytest.raises(NotFound):
        groups.remove(connection, visits["Ann"], code, "Nobody")
    groups.leave(connection, visits["Ann"], code)
    groups.remove(connection, visits["Ben"], code, "Cyn")
    assert members(connection, code) == ["Ben"]


def test_a_renewed_link_is_the_only_one_that_works(connection: Connection, visits: Visits, code: str) -> None:
    cup = tournaments.add(connection, TERMS, NOW, NOW).code
    tournaments.join(connection, cup, visits["Cyn"], JoinRequest(group=code), NOW)
    groups.remove(connection, visits["Ann"], code, "Ben")
    renewed = groups.renew(connection, visits["Ann"], code).code
    assert renewed != code
    assert members(connection, renewed) == ["Ann", "Cyn"]
    with pytest.raises(NotFound):
        groups.join(connection, visits["Ben"], code, NOW)
    with pytest.raises(Impossible, match="removed"):
        groups.join(connection, visits["Ben"], renewed, NOW)
    part = tournaments.part_of(connection, tournaments.look(connection, cup), visits["Cyn"].player_id)
    assert part.entrant
    assert part.entrant.group_code == renewed
