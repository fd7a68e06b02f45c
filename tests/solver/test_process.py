"""A solver process: questions on standard input, answers on standard output."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.asking import (
    FindDeals,
    FindPar,
    FoundDeals,
    Guess,
    Judgement,
    JudgePosition,
    MakeGuesses,
    Par,
    Ready,
    VariantPosition,
    Verdict,
    read,
    written,
)
from engine.deals import shuffled
from engine.games import GAMES, find, variant_of
from engine.moves import Move, Outcome, outcome, replay
from engine.position import deal
from engine.solver import LEAST_MEMORY, Solver
from engine.solver.__main__ import GUESSES, NODES_A_PAR, answer
from engine.solver.bands import BANDS
from tests.engine.verdicts import VERDICTS
from tests.engine.verdicts import Verdict as Recorded
from tests.lengths import a_few

CHECKOUT = Path(__file__).resolve().parents[2]
EASY = tuple({(one.slug, one.winnable): one for one in VERDICTS}.values())
"""A recorded deal of each game and verdict."""


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(LEAST_MEMORY * 8)


def judge(recorded: Recorded) -> JudgePosition:
    """Ask for a verdict on a recorded deal."""
    return JudgePosition(dealt(recorded), 60)


def dealt(recorded: Recorded) -> VariantPosition:
    """Return a recorded deal as it is asked about."""
    return VariantPosition.of(find(recorded.slug).settle(recorded.options), deal(recorded.rules, recorded.deck))


def wins(recorded: Recorded, line: tuple[Move, ...]) -> bool:
    """Return whether moves win a recorded deal."""
    return outcome(recorded.rules, replay(recorded.rules, recorded.deck, line), ()) is Outcome.WON


@pytest.mark.parametrize("recorded", EASY, ids=str)
def test_a_judgement_is_the_recorded_verdict_with_a_line_that_wins(solver: Solver, recorded: Recorded) -> None:
    judged = answer(solver, judge(recorded))
    assert isinstance(judged, Judgement)
    assert judged.verdict is (Verdict.WINNABLE if recorded.winnable else Verdict.UNWINNABLE)
    assert (judged.moves is not None) is recorded.winnable
    assert wins(recorded, judged.line) is recorded.winnable
    assert judged.nodes > 0


def par(recorded: Recorded) -> FindPar:
    """Ask for the par of a recorded deal."""
    return FindPar(dealt(recorded), 60)


@pytest.mark.parametrize("recorded", a_few(EASY), ids=str)
def test_a_par_is_a_line_that_wins_and_no_shorter_than_any_can_be(solver: Solver, recorded: Recorded) -> None:
    found = answer(solver, par(recorded))
    assert isinstance(found, Par)
    if recorded.winnable:
        assert wins(recorded, found.line)
        assert found.at_least is not None
        assert 0 < found.at_least <= len(found.line) <= len(recorded.line)
    else:
        assert (found.moves, found.at_least) == (None, None)
    assert found.effort == NODES_A_PAR


@pytest.mark.long
def test_a_par_can_be_had_again_by_another_solver(solver: Solver) -> None:
    question = par(next(one for one in EASY if one.slug == "stalactites" and one.winnable))
    assert answer(Solver(LEAST_MEMORY * 16), question) == answer(solver, question)


def test_a_guess_counts_the_ways_it_tried(solver: Solver) -> None:
    stonewall = variant_of("stonewall", "")
    guessed = answer(solver, MakeGuesses(VariantPosition.of(stonewall, deal(stonewall.rules, shuffled(2))), 60))
    assert isinstance(guessed, Guess)
    assert guessed.tried == GUESSES
    assert 0 < guessed.won == sum(guessed.moves.values()) <= GUESSES - guessed.undecided


def find_deals(solver: Solver, slug: str, *options: dict[str, str], first: int, most: int) -> FoundDeals:
    found = answer(solver, FindDeals(slug, list(options), first, most, 60.0))
    assert isinstance(found, FoundDeals)
    return found


def test_deals_are_tried_one_after_another_and_those_found_can_be_won(solver: Solver) -> None:
    proved = find_deals(solver, "stonewall", {}, first=1, most=2)
    assert [type(number) for number, _ in proved.found] == [int, int]
    assert proved.next == proved.found[-1][0] + 1, "no more were tried than were asked for"
    for number, band in proved.found:
        assert band in BANDS
        rules = GAMES["stonewall"].rules
        assert solver.solve(rules, deal(rules, shuffled(number))).verdict == "winnable"


def test_a_deal_is_found_only_if_it_can_be_won_under_every_choice_of_the_options(solver: Solver) -> None:
    choices: list[dict[str, str]] = [{"by": "ones"}, {"by": "twos"}]
    each = [find_deals(solver, "stalactites", by, first=1, most=30).found for by in choices]
    both = find_deals(solver, "stalactites", *choices, first=1, most=10).found
    ones, twos = (dict(found) for found in each)
    assert ones.keys() != twos.keys(), "for some it does matter"
    for number, band in both:
        assert number in ones.keys() & twos.keys()
        assert band == max(ones[number], twos[number], key=BANDS.index)


def test_a_process_says_that_it_is_ready_answers_line_by_line_and_ends_with_its_input() -> None:
    asked = [judge(recorded) for recorded in EASY[:3]]
    done = subprocess.run(
        [sys.executable, "-m", "engine.solver", "--memory", "32"],
        input="".join(f"{written(question).decode()}\n" for question in asked),
        capture_output=True,
        text=True,
        check=True,
        cwd=CHECKOUT,
        env=os.environ,
        timeout=300,
    )
    ready, *answers = done.stdout.splitlines()
    assert read(ready, Ready) == Ready()
    won = [read(one, Judgement).verdict is Verdict.WINNABLE for one in answers]
    assert won == [recorded.winnable for recorded in EASY[:3]]
    assert done.stderr == ""
