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


def test_who_has_won_sees_everybody_who_still_races(racers: list[RacerAtHome]) -> None:
    ann, ben, _ = racers
    boards = f"/races/{ann.look()['code']}/boards"
    ann.play(*map(str, WIN.line))
    assert "<h2><bdi>Ben</bdi></h2>" in ann.client.get(boards).text
    assert "<h2><bdi>Cat</bdi></h2>" in ann.client.get(f"{boards}?racer=Cat").text
    assert ben.client.get(boards).status_code == 403


def test_strangers_see_no_board(racers: list[RacerAtHome], arrive: Arrive) -> None:
    boards = f"/races/{racers[0].look()['code']}/boards"
    assert arrive().client.get(boards).status_code == 403
