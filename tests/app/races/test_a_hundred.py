"""Many racers at once, in two races; at length a hundred, in two races of fifty."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby

import pytest

from app.features.races.values.race import COUNTDOWN_MS, MOST
from engine.games import GAMES
from engine.moves import replay
from engine.position import layout
from tests.app.races.conftest import Arrive, Clock, RacerAtHome
from tests.app.races.test_a_race import until
from tests.engine.verdicts import Verdict, win

WINS = [win("fortress", {}, deal) for deal in ("3", "1234567890123456789")]
RULES = GAMES["fortress"].rules
A_FEW = pytest.param(12, id="a few")
A_HUNDRED = pytest.param(MOST, id="a hundred", marks=pytest.mark.long)
FURTHEST = 24
"""How many moves of the winning line those make at most who do not win."""


def home_after(won: Verdict, moves: int) -> int:
    """Count the cards on the foundations after so many moves of a winning line."""
    position = replay(RULES, won.deck, won.line[:moves])
    return sum(len(position.piles[at]) for at in layout(RULES).foundations)


def share_out(won: Verdict, moves: Iterable[int]) -> list[tuple[int, int]]:
    """Return the places and cards home of those who gave up after so many moves of a line, behind two winners."""
    homes = sorted((home_after(won, count) for count in moves), reverse=True)
    placed, place = [], 3
    for home, alike in groupby(homes):
        count = len(list(alike))
        placed += [(place, home)] * count
        place += count
    return placed


@pytest.mark.parametrize("in_a_race", [A_FEW, A_HUNDRED])
def test_many_racers_get_the_standings_that_they_played_for(
    arrive: Arrive, clock: Clock, monkeypatch: pytest.MonkeyPatch, in_a_race: int
) -> None:
    deals = iter([int(won.deal) for won in WINS])
    monkeypatch.setattr("app.features.races.service.heats.stock.secret_deal", lambda: next(deals))
    rooms = [[arrive() for _ in range(in_a_race)] for _ in WINS]

    def play(racer: RacerAtHome, line: list[str], number: int) -> None:
        if number < 2:
            racer.play(*line[:-1])
        else:
            racer.play(*line[: number % FURTHEST])
            racer.give_up()

    lines = [[str(move) for move in won.line] for won in WINS]
    with ThreadPoolExecutor(8) as threads:
        for racers in rooms:
            code = racers[0].make()["code"]
            list(threads.map(lambda racer, code=code: racer.join(code), racers[1:]))
            list(threads.map(lambda racer: racer.do("ready"), racers))
            clock.pass_by(COUNTDOWN_MS)
            until(racers[0], lambda race: race["stage"] == "running")
        playing = [
            threads.submit(play, racer, line, number)
            for racers, line in zip(rooms, lines, strict=True)
            for number, racer in enumerate(racers)
        ]
        for played in playing:
            played.result()
    for racers, line, won in zip(rooms, lines, WINS, strict=True):
        for winner in racers[:2]:
            clock.pass_by(1000)
            winner.play(line[-1])
        race = racers[0].look()
        runs = race["heats"][-1]["runs"]
        assert race["stage"] == "gathering"
        assert [(run["place"], run["outcome"]) for run in runs[:2]] == [(1, "won"), (2, "won")]
        assert runs[0]["seconds"] == runs[1]["seconds"] - 1
        assert [(run["place"], run["home"]) for run in runs[2:]] == share_out(
            won, (number % FURTHEST for number in range(2, in_a_race))
        )
        assert race["champions"] == [runs[0]["name"]]
        assert {run["outcome"] for run in runs[2:]} == {"given-up"}
