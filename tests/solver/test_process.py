"""A solver process: questions on standard input, answers on standard output."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.deals import shuffled
from engine.games import GAMES
from engine.moves import Move, Outcome, apply, outcome
from engine.position import deal, restore, snapshot
from engine.solver import LEAST_MEMORY, Solver
from engine.solver.__main__ import GUESSES, NODES_A_PAR, answer
from engine.solver.bands import BANDS
from tests.engine.variants import rules_of
from tests.engine.verdicts import VERDICTS, Verdict

CHECKOUT = Path(__file__).resolve().parents[2]
EASY = tuple({(one.slug, one.winnable): one for one in VERDICTS}.values())
"""A recorded deal of each game and verdict."""


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(LEAST_MEMORY * 8)


def judge(recorded: Verdict) -> dict[str, Any]:
    """Ask for a verdict on a recorded deal."""
    position = snapshot(recorded.rules, deal(recorded.rules, recorded.deck))
    return {"ask": "judge", "game": recorded.slug, "options": recorded.options, "position": position, "seconds": 60}


def wins(question: Mapping[str, Any], moves: list[str]) -> bool:
    """Return whether moves win from the position that was asked about."""
    rules = rules_of(question["game"], **question["options"])
    position = restore(rules, question["position"])
    for move in moves:
        position = apply(rules, position, Move.read(move))
    return outcome(rules, position, ()) is Outcome.WON


@pytest.mark.parametrize("recorded", EASY, ids=str)
def test_a_judgement_is_the_recorded_verdict_with_a_line_that_wins(solver: Solver, recorded: Verdict) -> None:
    question = judge(recorded)
    judged = answer(solver, question)
    assert judged["verdict"] == ("winnable" if recorded.winnable else "unwinnable")
    assert (judged["moves"] is not None) is recorded.winnable
    assert wins(question, judged["moves"] or []) is recorded.winnable
    assert judged["nodes"] > 0


def par(recorded: Verdict) -> dict[str, Any]:
    """Ask for the par of a recorded deal."""
    return judge(recorded) | {"ask": "par"}


@pytest.mark.parametrize("recorded", EASY, ids=str)
def test_a_par_is_a_line_that_wins_and_no_shorter_than_any_can_be(solver: Solver, recorded: Verdict) -> None:
    question = par(recorded)
    found = answer(solver, question)
    if recorded.winnable:
        assert wins(question, found["moves"])
        assert 0 < found["at_least"] <= len(found["moves"]) <= len(recorded.line)
    else:
        assert (found["moves"], found["at_least"]) == (None, None)
    assert found["effort"] == NODES_A_PAR


def test_a_par_can_be_had_again_by_another_solver(solver: Solver) -> None:
    question = par(next(one for one in EASY if one.slug == "stalactites" and one.winnable))
    assert answer(Solver(LEAST_MEMORY * 16), question) == answer(solver, question)


def test_a_guess_counts_the_ways_it_tried(solver: Solver) -> None:
    rules = GAMES["stonewall"].rules
    asked = {"ask": "guess", "game": "stonewall", "options": {}, "position": snapshot(rules, deal(rules, shuffled(2)))}
    guessed = answer(solver, asked)
    assert guessed["tried"] == GUESSES
    assert 0 < guessed["won"] == sum(guessed["moves"].values()) <= GUESSES - guessed["undecided"]


def ask_for_deals(slug: str, *options: dict[str, str], first: int, most: int) -> dict[str, object]:
    return {"ask": "deals", "game": slug, "every": list(options), "first": first, "most": most, "seconds": 5.0}


def test_deals_are_tried_one_after_another_and_those_found_can_be_won(solver: Solver) -> None:
    found = answer(solver, ask_for_deals("stonewall", {}, first=1, most=2))
    assert [type(number) for number, _ in found["found"]] == [int, int]
    assert found["next"] == found["found"][-1][0] + 1, "no more were tried than were asked for"
    for number, band in found["found"]:
        assert band in BANDS
        rules = GAMES["stonewall"].rules
        assert solver.solve(rules, deal(rules, shuffled(number))).verdict == "winnable"


def test_a_deal_is_found_only_if_it_can_be_won_under_every_choice_of_the_options(solver: Solver) -> None:
    choices: list[dict[str, str]] = [{"by": "ones"}, {"by": "twos"}]
    each = [answer(solver, ask_for_deals("stalactites", by, first=1, most=30))["found"] for by in choices]
    both = answer(solver, ask_for_deals("stalactites", *choices, first=1, most=10))["found"]
    ones, twos = (dict(found) for found in each)
    assert ones.keys() != twos.keys(), "for some it does matter"
    for number, band in both:
        assert number in ones.keys() & twos.keys()
        assert band == max(ones[number], twos[number], key=BANDS.index)


def test_there_are_no_other_questions(solver: Solver) -> None:
    with pytest.raises(ValueError, match="There is no question"):
        answer(solver, {"ask": "price", "game": "stonewall", "options": {}})


def test_a_process_says_that_it_is_ready_answers_line_by_line_and_ends_with_its_input() -> None:
    asked = [judge(recorded) for recorded in EASY[:3]]
    done = subprocess.run(
        [sys.executable, "-m", "engine.solver", "--memory", "32"],
        input="".join(f"{json.dumps(question)}\n" for question in asked),
        capture_output=True,
        text=True,
        check=True,
        cwd=CHECKOUT,
        env=os.environ,
        timeout=300,
    )
    ready, *answers = map(json.loads, done.stdout.splitlines())
    assert ready == {"ready": True}
    assert [one["verdict"] == "winnable" for one in answers] == [recorded.winnable for recorded in EASY[:3]]
    assert done.stderr == ""
