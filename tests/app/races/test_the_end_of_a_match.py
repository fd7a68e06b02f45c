"""The headings at the end of a match, and at the end of each of its rounds."""

from dataclasses import replace

import pytest

from app.features.races.service.finales import Finale, RatedFinale
from app.features.races.values import race as racing
from app.features.races.values.race import RunOutcome
from app.features.races.words.podium import podium_of
from tests.app.races.factories import race_terms
from tests.app.races.test_rules import NOW, match, run, running


@pytest.mark.parametrize(
    ("winners", "viewer", "heading", "outcome"),
    [
        (("Ann",), "Ann", "Round 1 of 3: You won by one card", ""),
        (("",), "Ann", "Round 1 of 3: It’s a tie", ""),
        (("Ann", "Ben", "Ann"), "Ann", "You won the match, 2–1", "Round 3 of 3: You won by one card."),
        (("Ann", "Ben", "Ann"), None, "Ann won the match, 2–1", "Round 3 of 3: Ann won by one card."),
        (("Ben", "Ben"), "Ann", "Ben won the match, 2–0", "Round 2 of 3: Ben won by one card."),
        (("Ann", "Ben", ""), "Ben", "The match is a tie", "Round 3 of 3: It’s a tie."),
    ],
)
def test_the_end_of_a_match_is_about_the_match_first_and_then_about_its_last_round(
    winners: tuple[str, ...], viewer: str | None, heading: str, outcome: str
) -> None:
    over = match(*winners, best_of=3)
    podium = podium_of(over, RatedFinale(Finale(over.heats[-1], {}, None), {}), viewer)
    assert (podium.heading, podium.outcome) == (heading, outcome)


def test_a_match_whose_last_round_ran_out_of_time_says_both() -> None:
    terms = race_terms(limit_ms=60_000, best_of=3)
    first = racing.stop(running(run("A", home=5), run("B", home=3), terms=terms), NOW + 60_000)
    podium = podium_of(first, RatedFinale(Finale(first.heats[-1], {}, None), {}), "B")
    assert (podium.heading, podium.outcome) == ("Round 1 of 3: time’s up", "A won by 2 cards.")
    again = replace(first, heats=(*first.heats, replace(first.heats[-1], number=2)))
    podium = podium_of(again, RatedFinale(Finale(again.heats[-1], {}, None), {}), "B")
    assert (podium.heading, podium.outcome) == ("A won the match, 2–0", "Time’s up in round 2: A won by 2 cards.")


def test_a_match_that_everybody_left_has_no_winner() -> None:
    left = [run(name, RunOutcome.FORFEITED) for name in "AB"]
    heats = [racing.stop(running(*left, terms=race_terms(best_of=3)), NOW).heats[0] for _ in range(3)]
    over = replace(running(*left, terms=race_terms(best_of=3)), heats=tuple(heats))
    podium = podium_of(over, RatedFinale(Finale(over.heats[-1], {}, None), {}), "A")
    assert (podium.heading, podium.outcome) == ("Nobody won the match", "Round 3 of 3: Everybody left.")
