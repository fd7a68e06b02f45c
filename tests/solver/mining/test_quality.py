"""What makes a puzzle and what does not, on a puzzle that ships and changed forms of it."""

from dataclasses import replace

import pytest

from app.play.service.shipped import shipped_puzzles
from engine.games import variant_of
from engine.moves import Move, after, legal_moves, replay
from engine.position import cards_home
from engine.puzzles import CardHome, Goal, Puzzle, Spaces, Uncovered
from engine.solver import Solver
from engine.solver.mining import Candidate, Flaw, Judge, assess
from engine.solver.mining.players import PlayStyle
from engine.solver.mining.quality import TRIES, Tries, first_rating

ONES = variant_of("stalactites", "by=ones")
PUZZLE = shipped_puzzles(ONES)[0]
CANDIDATE = Candidate(
    variant=ONES, deal=PUZZLE.deal, deck=PUZZLE.deck, moves=PUZZLE.moves, goal=PUZZLE.goal, way=PUZZLE.way
)


@pytest.fixture(scope="module")
def judge() -> Judge:
    """Return a judge that has seen nothing yet."""
    return Judge(Solver(), ONES.rules)


def test_the_same_candidate_makes_the_same_puzzle_even_after_others(judge: Judge) -> None:
    first = assess(judge, CANDIDATE)
    assert first == PUZZLE
    assert assess(judge, replace(CANDIDATE, goal=Spaces(8))) is Flaw.ASTRAY
    assert assess(judge, CANDIDATE) == first


def test_a_goal_that_is_reached_at_once_makes_no_puzzle(judge: Judge) -> None:
    top = next(pile[-1] for pile in PUZZLE.position.piles if pile)
    assert assess(judge, replace(CANDIDATE, goal=Uncovered(top))) is Flaw.REACHED_AT_ONCE


def test_a_way_reaches_its_goal_with_its_last_move_and_not_before(judge: Judge) -> None:
    last = replay(ONES.rules, PUZZLE.deck, (*PUZZLE.moves, *PUZZLE.way))
    more = legal_moves(ONES.rules, last)[0]
    assert assess(judge, replace(CANDIDATE, way=(*PUZZLE.way, more))) is Flaw.ASTRAY
    assert assess(judge, replace(CANDIDATE, way=PUZZLE.way[:-1])) in {Flaw.ASTRAY, Flaw.LENGTH}


@pytest.mark.parametrize("length", [0, 1, 2, 26, 400])
def test_a_way_has_a_length_that_somebody_can_think_through(judge: Judge, length: int) -> None:
    assert assess(judge, replace(CANDIDATE, way=(PUZZLE.way * length)[:length])) is Flaw.LENGTH


def test_a_way_that_loses_makes_no_puzzle(judge: Judge) -> None:
    wrong = [(goal, way) for goal, way in _losing_ways(judge, PUZZLE) if len(way) >= 3]
    assert wrong, "somewhere on the way a move loses"
    for goal, way in wrong:
        assert assess(judge, replace(CANDIDATE, goal=goal, way=way)) is Flaw.LOST


def test_near_the_end_nothing_loses_any_more(judge: Judge) -> None:
    line = judge.line(PUZZLE.position)
    assert line is not None
    moves = (*PUZZLE.moves, *line[:-6])
    position = replay(ONES.rules, PUZZLE.deck, moves)
    assert cards_home(ONES.rules, position) >= 40
    last = replay(ONES.rules, PUZZLE.deck, (*PUZZLE.moves, *line[:-1]))
    home = next(pile[-1] for pile in after(ONES.rules, last, line[-1]).piles if pile and pile not in last.piles)
    assert assess(judge, replace(CANDIDATE, moves=moves, goal=CardHome(home), way=line[-6:])) is Flaw.HARMLESS


@pytest.mark.parametrize("easy", PlayStyle)
def test_a_goal_that_either_player_reaches_too_often_makes_no_puzzle(
    judge: Judge, easy: PlayStyle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tries(_judge: Judge, _position: object, _goal: Goal, player: PlayStyle, _seed: str) -> Tries | None:
        return None if player is easy else Tries(TRIES, 0)

    monkeypatch.setattr("engine.solver.mining.quality.tries", tries)
    assert assess(judge, CANDIDATE) is Flaw.TRIVIAL


def test_more_losses_of_random_play_mean_a_higher_rating_and_all_or_none_are_finite() -> None:
    ratings = [first_rating(lost) for lost in range(TRIES + 1)]
    assert ratings == sorted(set(ratings))
    assert 300 < ratings[0] < 400
    assert 1800 < ratings[-1] < 1900


def _losing_ways(judge: Judge, puzzle: Puzzle) -> list[tuple[Goal, tuple[Move, ...]]]:
    """Return ways whose last move loses, with a goal that this move reaches and none before it."""
    found, position = list[tuple[Goal, tuple[Move, ...]]](), puzzle.position
    for made, move in enumerate(puzzle.way):
        for losing in judge.losing_moves(position) or ():
            lost = after(judge.rules, position, losing)
            moved = next(
                lost.piles[at][-1] for at, pile in enumerate(position.piles) if len(lost.piles[at]) > len(pile)
            )
            if losing.target[0] == "f":
                found.append((CardHome(moved), (*puzzle.way[:made], losing)))
        position = after(judge.rules, position, move)
    return found
