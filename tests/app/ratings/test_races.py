"""Races as players run them, and what they do to ratings."""

import pytest

from app.features.races.values.race import WAIT_MS
from tests.app.account.conftest import PASSWORD
from tests.app.races.conftest import Arrive, Clock, Document, RacerAtHome, arrive, clock, given
from tests.app.races.test_a_race import started, until
from tests.app.races.test_boards import WIN
from tests.app.tournaments.ground import LINES

__all__ = ["arrive", "clock"]


def rating(racer: RacerAtHome) -> Document | None:
    """Return a racer's own rating at Fortress."""
    own: Document | None = given(racer.client.get("/api/v1/ratings/fortress"))["me"]
    return own


@pytest.fixture
def three(arrive: Arrive, monkeypatch: pytest.MonkeyPatch) -> list[RacerAtHome]:
    """Return two racers with accounts and a guest, in the room of one race on a deal with a legal move."""
    monkeypatch.setattr("app.features.races.service.heats.stock.secret_deal", lambda: int(WIN.deal))
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
    ann.any_move()
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
    page, of_guest = (one.client.get(f"/races/{one.code}").text for one in (ann, guest))
    assert f"Your rating: {won['rating']:,.0f} ({won['rating'] - 1500:+.0f})" in page
    assert f"rating −{1500 - lost['rating']:.0f}" in of_guest
    assert "Your rating" not in of_guest
    for racer in three:
        racer.look()
    assert rating(ann) == won


def test_of_two_the_first_to_finish_is_rated_at_once_and_nothing_that_the_other_does_later_counts(
    three: list[RacerAtHome], clock: Clock
) -> None:
    ann, ben, guest = three
    guest.do("leave")
    started([ann, ben], clock)
    table, line = ben.look()["session"], [str(move) for move in WIN.line]
    clock.pass_by(60_000)
    ann.play(*line)
    settled = rating(ann), rating(ben)
    assert [one and one["results"] for one in settled] == [1, 1]
    assert ann.look()["stage"] == "gathering"
    assert 'id="ready">Again</button>' in ann.client.get(f"/races/{ann.code}").text
    for seq, move in enumerate(line[:9]):
        given(ben.client.post(f"/api/v1/sessions/{table}/moves", json={"seq": seq, "move": move}))
    ben.do("leave")
    assert (rating(ann), rating(ben)) == settled
    assert {run["name"]: run["place"] for run in ann.look()["heats"][-1]["runs"]} == {"Ann": 1, "Ben": 2}


def test_a_racer_who_makes_an_account_or_signs_in_after_a_heat_began_stakes_nothing_on_it(
    three: list[RacerAtHome], clock: Clock
) -> None:
    ann, ben, guest = three
    ben.do("leave")
    race = started([ann, guest], clock)
    assert [run["rated"] for run in race["heats"][-1]["runs"]] == [False, False]
    assert "This round is not rated" in guest.client.get(f"/races/{guest.code}").text
    given(guest.client.post("/api/v1/players", json={"name": "Late", "password": PASSWORD}))
    ann.give_up()
    guest.give_up()
    assert (rating(ann), rating(guest)) == (None, None)
    race = started([ann, guest], clock)
    guest.any_move()
    assert [run["rated"] for run in race["heats"][-1]["runs"]] == [True, True]
    assert "This round is rated." in ann.client.get(f"/races/{ann.code}").text
    ann.do("leave")
    assert results(guest) == 1


def test_a_guest_who_signs_in_in_mid_heat_moves_no_rating(three: list[RacerAtHome], clock: Clock) -> None:
    ann, ben, guest = three
    ben.do("leave")
    started([ann, guest], clock)
    form = {"name": "Ben", "password": PASSWORD}
    answer = guest.client.post("/account/sign-in", data=form)
    assert answer.headers["location"] == "/account?done=in"
    for racer in (ann, guest):
        racer.give_up()
    assert guest.look()["stage"] == "gathering"
    assert (rating(ann), rating(ben)) == (None, None)


def test_a_heat_counts_though_all_leave_it_together(three: list[RacerAtHome], clock: Clock) -> None:
    ann, ben, guest = three
    guest.do("leave")
    race = started([ann, ben], clock)
    assert "rated" in ann.client.get(f"/races/{race['code']}").text
    ann.any_move()
    ann.do("leave")
    ben.do("leave")
    assert (results(ann), results(ben)) == (1, 1)
    won, lost = rating(ben), rating(ann)
    assert won
    assert lost
    assert won["rating"] > 1500 > lost["rating"]


def test_a_host_who_ends_a_heat_chooses_no_winner_among_those_who_still_race(
    three: list[RacerAtHome], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, guest = three
    deal, win = next(iter(LINES.items()))
    monkeypatch.setattr("app.features.races.service.heats.stock.secret_deal", lambda: deal)
    started(three, clock)
    line = [str(move) for move in win.line]
    for move in line:
        before = sum(run["home"] for run in ann.look()["heats"][-1]["runs"])
        ann.play(move)
        if sum(run["home"] for run in ann.look()["heats"][-1]["runs"]) > before:
            break
    guest.play(*line)
    runs = {run["name"]: run for run in ann.do("stop")["heats"][-1]["runs"]}
    assert (runs["Ann"]["place"], runs["Ben"]["place"]) == (2, 3)
    assert (rating(ann), rating(ben)) == (None, None)


def test_whoever_leaves_a_heat_first_loses_to_whoever_leaves_it_later_though_a_guest_races_on(
    three: list[RacerAtHome], clock: Clock
) -> None:
    ann, ben, guest = three
    started(three, clock)
    clock.pass_by(1_000)
    ben.any_move()
    ann.do("leave")
    clock.pass_by(1_000)
    ben.do("leave")
    assert guest.look()["stage"] == "gathering"
    won, lost = rating(ben), rating(ann)
    assert won
    assert lost
    assert won["rating"] > 1500 > lost["rating"]


def test_each_heat_of_a_race_counts(three: list[RacerAtHome], clock: Clock) -> None:
    ann = three[0]
    for heats in (1, 2):
        started(three, clock)
        ann.any_move()
        for racer in three:
            racer.give_up()
        assert results(ann) == heats


def test_whoever_leaves_before_anybody_has_moved_loses_and_cannot_choose_the_deals_to_race_on(
    three: list[RacerAtHome], clock: Clock
) -> None:
    ann, ben, guest = three
    guest.do("leave")
    started([ann, ben], clock)
    ben.do("leave")
    moved = [rating(one) for one in (ann, ben)]
    assert [one and one["rating"] > 1_500 for one in moved] == [True, False]
    assert "Nobody played" not in ann.client.get(f"/races/{ann.code}").text


def test_a_round_in_which_nobody_made_a_move_is_not_rated_and_says_so(three: list[RacerAtHome], clock: Clock) -> None:
    ann, ben, guest = three
    guest.do("leave")
    started([ann, ben], clock)
    ann.give_up()
    ben.give_up()
    assert ann.look()["stage"] == "gathering"
    assert (rating(ann), rating(ben)) == (None, None)
    page = ann.client.get(f"/races/{ann.code}").text
    assert page.count("Nobody played, so no rating moves.") == 2
    assert "This round is rated." not in page


def test_a_round_that_ends_because_nobody_makes_a_move_is_not_rated(
    three: list[RacerAtHome], clock: Clock, database_url: str
) -> None:
    ann, ben, guest = three
    guest.do("leave")
    started([ann, ben], clock)
    ann.give_up()
    clock.pass_watched(WAIT_MS, database_url)
    assert ben.look()["stage"] == "gathering"
    assert (rating(ann), rating(ben)) == (None, None)


def test_whoever_gives_up_without_a_move_loses_to_whoever_then_finishes(three: list[RacerAtHome], clock: Clock) -> None:
    ann, ben, guest = three
    guest.do("leave")
    started([ann, ben], clock)
    ann.give_up()
    ben.play(*(str(move) for move in WIN.line))
    won, lost = rating(ben), rating(ann)
    assert won
    assert lost
    assert won["rating"] > 1500 > lost["rating"]


def results(racer: RacerAtHome) -> int:
    """Return how many results a racer's rating comes from."""
    own = rating(racer)
    assert own
    count: int = own["results"]
    return count
