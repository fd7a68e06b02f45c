"""Who may see the boards of those who still race."""

import pytest

from tests.app.play.table import headline
from tests.app.races.conftest import Arrive, Clock, RacerAtHome
from tests.app.races.test_a_race import started
from tests.engine.verdicts import win

WIN = win("fortress", {}, "3")


@pytest.fixture
def racers(arrive: Arrive, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> list[RacerAtHome]:
    """Return Ann, Ben and Cat, who race on a deal that can be won."""
    monkeypatch.setattr("app.features.races.service.heats.stock.secret_deal", lambda: int(WIN.deal))
    ann, ben, cat = arrive(), arrive(), arrive()
    code = ann.make(name="Ann", winnable=False)["code"]
    ben.join(code, "Ben")
    cat.join(code, "Cat")
    started([ann, ben, cat], clock)
    return [ann, ben, cat]


def test_who_gave_up_sees_no_board_while_two_race_and_then_the_last_one(racers: list[RacerAtHome]) -> None:
    ann, ben, cat = racers
    boards = f"/races/{ann.look()['code']}/boards"
    assert "once you have won" in headline(ann.client.get(boards))
    ann.give_up()
    assert ann.client.get(boards).status_code == 403
    assert "Watch the others" not in ann.client.get(boards.removesuffix("/boards")).text
    ben.give_up()
    seen = ann.client.get(boards).text
    assert "<h2><bdi>Cat</bdi></h2>" in seen
    assert 'id="pile-t0"' in seen
    assert "Watch the others" in ben.client.get(boards.removesuffix("/boards")).text
    assert cat.client.get(boards).status_code == 403
    cat.give_up()
    assert "This round is over." in ann.client.get(boards).text


def test_whoever_looks_at_the_boards_sees_the_podium_once_the_round_is_over_and_not_before(
    racers: list[RacerAtHome], arrive: Arrive
) -> None:
    ann, ben, cat = racers
    boards = f"/races/{ann.look()['code']}/boards"
    ann.play(*map(str, WIN.line))
    ben.give_up()
    assert "podium" not in ann.client.get(boards).text
    cat.give_up()
    for who, heading in ((ann.client, "You won by 52 cards"), (arrive().client, "Ann won by 52 cards")):
        page = who.get(boards).text
        assert f'<h2 id="race-end">{heading}</h2>' in page
        assert page.count('<li class="step') == 3


def test_who_has_won_sees_everybody_who_still_races(racers: list[RacerAtHome]) -> None:
    ann, ben, _ = racers
    boards = f"/races/{ann.look()['code']}/boards"
    ann.play(*map(str, WIN.line))
    assert "<h2><bdi>Ben</bdi></h2>" in ann.client.get(boards).text
    assert "<h2><bdi>Cat</bdi></h2>" in ann.client.get(f"{boards}?racer=Cat").text
    assert ben.client.get(boards).status_code == 403


def test_who_only_has_the_link_is_told_why_no_board_shows_and_then_watches_the_last_one(
    racers: list[RacerAtHome], arrive: Arrive
) -> None:
    ann, ben, cat = racers
    room, late = f"/races/{ann.look()['code']}", arrive()
    late.join(ann.code, "Dan")
    assert ann.client.post(f"{room}/let-in", data={"racer": "Dan"}).status_code == 303
    for one, joined in ((arrive(), False), (late, True)):
        assert one.client.get(f"{room}/boards").status_code == 403
        assert ("You race from the next round on." in one.client.get(room).text) is joined
        page = one.client.get(room).text
        assert "or once only one other racer is left. Until then, what you see could help somebody who races." in page
        assert "Watch the" not in page
    for said in ("once only one other racer is left", "You race from the next round on."):
        assert said not in ann.client.get(room).text
    ann.play(*map(str, WIN.line))
    # A racer who has won sees more than who has not raced.
    assert [one.client.get(f"{room}/boards").status_code for one in (ann, late, arrive())] == [200, 403, 403]
    ben.give_up()
    for one in (arrive(), late):
        page = one.client.get(room).text
        assert "Watch the race" in page
        assert "once only one other racer is left" not in page
        assert "<h2><bdi>Cat</bdi></h2>" in one.client.get(f"{room}/boards").text
    assert cat.client.get(f"{room}/boards").status_code == 403
