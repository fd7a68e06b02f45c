"""What the end of a race says first: who has won, and what became of the rating."""

from dataclasses import replace

import pytest

from app.features.races.service.finales import Finale, RatedFinale
from app.features.races.values import race as racing
from app.features.races.values.placing import has_acted, standings
from app.features.races.values.race import RaceRun, RunOutcome
from app.features.races.words.podium import podium_of
from app.features.ratings.values.rating import Rating
from app.features.ratings.values.strength import PlacedRacer, Stake, after_heat
from tests.app.races.conftest import Arrive, Clock
from tests.app.races.test_a_race import started
from tests.app.races.test_rules import NOW, run, running


@pytest.fixture
def three_rounds(arrive: Arrive, clock: Clock) -> list[str]:
    """Return what is said at the end to Ann, who has won both rounds of a match because Ben left, and to Ben."""
    ann, ben = arrive(), arrive()
    ben.join(ann.make(name="Ann", winnable=False, best_of=3)["code"], "Ben")
    for _ in range(2):
        started([ann, ben], clock)
        tables = [one.look()["session"] for one in (ann, ben)]
        ben.do("leave")
        ben.join(ann.code, "Ben")
    return [
        one.client.get(f"/races/{one.code}/ending?session={table}").text
        for one, table in zip((ann, ben), tables, strict=True)
    ]


@pytest.mark.parametrize(
    ("runs", "winner"),
    [
        ([run("A", RunOutcome.GIVEN_UP, home=2), run("B", RunOutcome.GIVEN_UP, home=1)], "A"),
        ([run("A", RunOutcome.GIVEN_UP, home=2), run("B", RunOutcome.GIVEN_UP, home=2)], ""),
        ([run("A"), run("B", RunOutcome.FORFEITED, ms=1)], "A"),
        ([run(name, RunOutcome.FORFEITED, ms=1) for name in "AB"], ""),
    ],
)
def test_only_who_has_won_alone_sees_a_win(runs: list[RaceRun], winner: str) -> None:
    over = racing.stop(running(*runs), NOW + 9)
    for viewer in ("A", "B", None):
        podium = podium_of(over, RatedFinale(Finale(over.heats[-1], {}, None), {}), viewer)
        assert podium.won is (viewer == winner)


def test_whoever_has_won_a_match_reads_that_first_and_in_the_look_of_a_win(
    three_rounds: list[str],
) -> None:
    won, lost = three_rounds
    assert 'class="race-end over first"' in won
    assert 'class="race-end over first"' not in lost
    said = "You won the match, 2–0. Round 2 of 3: You won: Ben left."
    heading = f'<strong id="ending-first" data-aloud="{said}">You won the match, 2–0</strong>'
    assert heading in won
    assert won.index(heading) < won.rindex("Round 2 of 3: You won: Ben left.") < won.index('class="podium"')


def staked(name: str, outcome: RunOutcome, deviation: float, ms: int = 0) -> RaceRun:
    """Return a run with a stake of that deviation."""
    return replace(run(name, outcome, ms=ms), stake=Stake(bot=False, rating=Rating(deviation=deviation)))


@pytest.mark.parametrize(
    ("runs", "why"),
    [
        (
            [staked("A", RunOutcome.WON, 190), staked("B", RunOutcome.WON, 350, ms=9)],
            "your opponent has raced too little so far to move it.",
        ),
        (
            [staked("A", RunOutcome.WON, 190), *(staked(name, RunOutcome.WON, 350, ms=9) for name in "BC")],
            "your opponents have raced too little so far to move it.",
        ),
        (
            [run("C", RunOutcome.WON), *(staked(name, RunOutcome.STOPPED, 100) for name in "AB")],
            "the host ended the round while you all raced.",
        ),
        ([staked(name, RunOutcome.GIVEN_UP, 100) for name in "AB"], "Nobody played, so no rating moves."),
        (
            [replace(run("C", RunOutcome.GIVEN_UP), steps=1)] + [staked(name, RunOutcome.GIVEN_UP, 9) for name in "AB"],
            "neither you nor anybody whom you are rated against made a move.",
        ),
        ([staked(name, RunOutcome.FORFEITED, 100, ms=1) for name in "AB"], "Everybody left"),
    ],
)
def test_whoever_staked_a_rating_that_did_not_change_reads_why(runs: list[RaceRun], why: str) -> None:
    over = racing.stop(running(*runs), NOW + 9)
    heat = over.heats[-1]
    rated = [one for one in heat.runs if one.stake]
    if "Everybody" not in why:
        field = [
            PlacedRacer(one.player_id, place, one.stake.rating, one.outcome is RunOutcome.STOPPED, has_acted(one))
            for place, one in standings(rated)
            if one.stake
        ]
        assert "A" not in after_heat(field, {}, NOW + 9)
    podium = podium_of(over, RatedFinale(Finale(heat, {}, None), {}), "A")
    assert why in podium.unmoved
    assert podium_of(over, RatedFinale(Finale(heat, {}, None), {}), None).unmoved == ""


@pytest.mark.parametrize(
    ("viewer", "aloud"),
    [
        ("A", "You won by 2 cards."),
        ("B", "A won by 2 cards. You came second of 3: 3 home."),
        ("C", "A won by 2 cards."),
        (None, "A won by 2 cards."),
    ],
)
def test_the_end_is_spoken_with_the_place_of_whoever_has_not_won(viewer: str | None, aloud: str) -> None:
    over = racing.settle(
        running(
            run("A", RunOutcome.GIVEN_UP, home=5), run("B", RunOutcome.GIVEN_UP, home=3), run("C", RunOutcome.FORFEITED)
        ),
        NOW,
    )
    assert podium_of(over, RatedFinale(Finale(over.heats[-1], {}, None), {}), viewer).aloud == aloud


def test_between_two_the_heading_alone_is_spoken() -> None:
    over = racing.settle(running(run("A", RunOutcome.GIVEN_UP, home=5), run("B", RunOutcome.GIVEN_UP, home=3)), NOW)
    assert podium_of(over, RatedFinale(Finale(over.heats[-1], {}, None), {}), "B").aloud == "A won by 2 cards."
