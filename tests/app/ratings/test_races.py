"""Races as players run them, and what they do to ratings."""

import pytest

from tests.app.accounts.conftest import PASSWORD
from tests.app.races.conftest import Arrive, Clock, Document, RacerAtHome, arrive, clock, given
from tests.app.races.test_a_race import started, until

__all__ = ["arrive", "clock"]


def rating(racer: RacerAtHome) -> Document | None:
    """Return a racer's own rating at Fortress."""
    own: Document | None = given(racer.client.get("/api/v1/ratings/fortress"))["me"]
    return own


@pytest.fixture
def three(arrive: Arrive) -> list[RacerAtHome]:
    """Return two racers with accounts and a guest, in the room of one race."""
    ann, ben, guest = arrive(), arrive(), arrive()
    for racer, name in ((ann, "Ann"), (ben, "Ben")):
        given(racer.client.post("/api/v1/players", json={"name": name, "password": PASSWORD}))
    code = ann.make()["code"]
    ben.join(code)
    guest.join(code)
    return [ann, ben, guest]


def test_whoever_leaves_a_race_loses_to_whoever_stays_and_the_guest_is_not_rated(
    three: list[RacerAtHome], clock: Clock
) -> None:
    ann, ben, guest = three
    started(three, clock)
    ben.do("leave")
    guest.give_up()
    assert rating(ann) is None
    ann.give_up()
    until(ann, lambda race: race["stage"] == "gathering")
    won, lost = rating(ann), rating(ben)
    assert won
    assert lost
    assert won["rating"] > 1500 > lost["rating"]
    assert (won["results"], won["provisional"]) == (1, True)
    assert rating(guest) is None
    for racer in three:
        racer.look()
    assert rating(ann) == won


def test_each_heat_of_a_race_counts_and_one_that_everybody_leaves_does_not(
    three: list[RacerAtHome], clock: Clock
) -> None:
    ann = three[0]
    for heats in (1, 2):
        started(three, clock)
        for racer in three:
            racer.give_up()
        assert results(ann) == heats
    started(three, clock)
    for racer in three:
        racer.do("leave")
    assert results(ann) == 2


def results(racer: RacerAtHome) -> int:
    """Return how many results a racer's rating comes from."""
    own = rating(racer)
    assert own
    count: int = own["results"]
    return count
