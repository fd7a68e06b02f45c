"""How everybody hears who has come in: on the tables of a race, while it goes on."""

from dataclasses import replace

import pytest

from app.features.races.values import race as racing
from app.features.races.values.race import Race, RunOutcome
from app.features.races.words.coming_back import coming_back
from app.features.races.words.finishes import finish_lines, most_to_beat
from app.play.occasion import EventStanding
from tests.app.races.conftest import Arrive, Clock, RacerAtHome
from tests.app.races.test_a_race import started
from tests.app.races.test_boards import WIN, racers
from tests.app.races.test_rules import NOW, run, running

__all__ = ["racers"]


def told(race: Race, viewer: str) -> list[str]:
    """Return what a viewer hears about the last heat."""
    return finish_lines(race, race.heats[-1], viewer)


def panel(racer: RacerAtHome) -> str:
    """Return what the table of a racer says of the race."""
    return racer.client.get(f"/races/{racer.code}/panel?session={racer.look()['session']}").text


@pytest.mark.parametrize(
    ("viewer", "sentence"),
    [
        ("Ann", "You finished first in 1:05. Cid is next, 12 cards behind."),
        ("Ben", "Ann finished first in 1:05. You are 13 cards behind."),
        ("Cid", "Ann finished first in 1:05. You are 12 cards behind."),
        ("Dee", "Ann finished first in 1:05. Cid is next, 12 cards behind."),
    ],
)
def test_the_first_finish_is_told_with_time_and_margin(viewer: str, sentence: str) -> None:
    race = running(run("Ann", RunOutcome.WON, home=52, ms=65_000), run("Ben", home=39), run("Cid", home=40))
    assert told(race, viewer) == [sentence]


def test_each_place_is_told_in_the_order_in_which_it_fell() -> None:
    race = running(
        run("Ann", RunOutcome.WON, home=52, ms=65_000),
        run("Ben", RunOutcome.GIVEN_UP, home=1, ms=70_000),
        run("Cid", RunOutcome.WON, home=52, ms=80_000),
        run("Dee", RunOutcome.FORFEITED, ms=30_000),
        run("Eve", RunOutcome.GIVEN_UP, home=20, ms=90_000),
        run("Fay", RunOutcome.GIVEN_UP, ms=91_000),
    )
    assert told(race, "Cid") == [
        "Dee left.",
        "Ann finished first in 1:05.",
        "Ben stopped with one card home.",
        "You finished second in 1:20, 0:15 after the winner.",
        "Eve stopped with 20 cards home.",
        "Fay stopped with no card home.",
    ]


@pytest.mark.parametrize(
    ("home", "enough"),
    [(0, "with a card home"), (1, "with more than one card home"), (12, "with more than 12 cards home")],
)
def test_whoever_races_alone_is_told_what_wins_as_long_as_nobody_has_finished(home: int, enough: str) -> None:
    race = running(run("Ann"), run("Ben", RunOutcome.GIVEN_UP, home=home, ms=9), run("Cid", RunOutcome.FORFEITED, ms=8))
    said = f"Only you still race. You win if you finish, or stop {enough}."
    assert race.heat
    assert [most_to_beat(race.heat, viewer) for viewer in ("Ann", "Ben", None)] == [home, None, None]
    assert most_to_beat(running(run("Ann"), run("Ben", RunOutcome.WON, home=52)).heats[-1], "Ann") is None
    assert told(race, "Ann")[-1] == said
    assert coming_back(race, "session of Ann") == EventStanding(words=said)
    assert not any("Only you" in line for viewer in ("Ben", "Dan") for line in told(race, viewer))
    finished = running(run("Ann"), run("Ben", RunOutcome.WON, home=52, ms=9))
    assert coming_back(finished, "session of Ann").words == told(finished, "Ann")[-1]
    assert "Only you" not in told(finished, "Ann")[-1]


def test_whoever_races_alone_with_more_cards_home_reads_that_stopping_now_wins() -> None:
    for home, ahead in ((4, False), (5, True)):
        race = running(run("Ann", home=home), run("Ben", RunOutcome.GIVEN_UP, home=4, ms=9))
        assert ("stop now and you win, or play on." in told(race, "Ann")[-1]) is ahead
        assert told(race, "Ben") == ["You stopped with 4 cards home."]


def test_a_race_that_goes_on_has_nothing_to_say_until_somebody_has_come_in() -> None:
    assert coming_back(running(run("Ann"), run("Ben")), "session of Ann") == EventStanding()


def test_whoever_comes_back_hears_that_the_race_is_over_and_who_won_it() -> None:
    race = running(run("Ann", home=3), run("Ben", RunOutcome.FORFEITED))
    over = racing.stop(race, NOW + 9)
    assert coming_back(over, "session of Ann") == EventStanding(True, "This race is over. You won: Ben left.")
    out = running(run("Ann", RunOutcome.FORFEITED), run("Ben"), run("Cid"))
    assert coming_back(out, "session of Ann") == EventStanding(True, "You are no longer in this race.")
    assert coming_back(over, "a session of an earlier match") == EventStanding(True, "This race is over.")


def test_one_card_is_one_card() -> None:
    race = running(run("Ann", RunOutcome.WON, home=52, ms=65_000), run("Ben", home=51))
    assert told(race, "Ben") == ["Ann finished first in 1:05. You are one card behind."]
    assert told(race, "Ann") == ["You finished first in 1:05. Ben is next, one card behind."]


def test_somebody_whose_account_is_gone_is_somebody() -> None:
    race = running(run("Ann", RunOutcome.WON, home=52, ms=65_000), run("Ben", RunOutcome.WON, home=52, ms=66_000))
    gone = replace(race, racers=race.racers[1:], made_at=NOW)
    assert told(gone, "Ben")[0] == "Somebody finished first in 1:05."


def test_every_table_tells_of_a_finish_and_whoever_still_races_may_stop(racers: list[RacerAtHome]) -> None:
    ann, ben, cat = racers
    assert all(" hidden>" in panel(racer) for racer in racers)
    ann.play(*map(str, WIN.line))
    for racer in (ben, cat):
        assert "Ann finished first in 0:00. You are 52 cards behind." in panel(racer)
        assert f'href="/sessions/{racer.look()["session"]}/give-up"' in panel(racer)
        assert "/boards" not in panel(racer)
    assert " hidden>" in panel(ann)
    ended = ann.client.get(f"/sessions/{ann.look()['session']}").text
    assert "You finished first" in ended
    assert "give-up" not in ended
    assert f"/races/{ann.code}/boards" in ended
    # The page itself says it as well, without any script.
    assert "Ann finished first" in ben.client.get(f"/sessions/{ben.look()['session']}").text
    assert "Ann finished first" in ben.client.get(f"/races/{ben.code}").text


def test_a_table_of_another_game_tells_nothing_of_the_race(racers: list[RacerAtHome]) -> None:
    ann, ben, _ = racers
    ann.play(*map(str, WIN.line))
    other = ben.client.post("/api/v1/sessions", json={"game": "fortress"}).json()["id"]
    for part in ("panel", "ending"):
        assert "finished" not in ben.client.get(f"/races/{ben.code}/{part}?session={other}").text
        assert ben.client.get(f"/races/{ben.code}/{part}?session=nothing").status_code == 404


def test_a_race_that_is_over_is_no_open_game_of_the_front_page(racers: list[RacerAtHome]) -> None:
    ann, ben, cat = racers
    address = f"/sessions/{ann.look()['session']}"
    table = f'id="main-action" href="{address}"'
    ben.give_up()
    front = ann.client.get("/").text
    assert table in front
    assert "Ben stopped with no card home." in front
    cat.give_up()
    assert "Only you still race. You win if you finish, or stop with a card home." in ann.client.get("/").text
    for racer in (ben, cat):
        racer.do("leave")
    # The two who stopped have a place each, so Ann still races.
    assert table in ann.client.get("/").text
    ann.do("leave")
    front = ann.client.get("/").text
    assert address not in front
    assert "This race is over." not in front
    # The history has every game, and the table stays open to whoever wants to finish.
    assert address in ann.client.get("/history").text


def test_of_two_the_one_who_stops_reads_the_name_of_the_other(arrive: Arrive, clock: Clock) -> None:
    ann, ben = arrive(), arrive()
    code = ann.make(name="Ann", winnable=False)["code"]
    ben.join(code, "Ben")
    started([ann, ben], clock)
    table = f"/sessions/{ben.look()['session']}"
    asked = ben.client.get(f"{table}/give-up").text
    assert "Ann races on" in asked
    assert "The others" not in asked
    ben.give_up()
    for page in (f"/races/{code}", table):
        shown = ben.client.get(page).text
        assert "Watch Ann" in shown
        assert "Watch the others" not in shown
