"""Goals on a line, and ways that become shorter."""

from dataclasses import replace

from engine.cards import card
from engine.deals import shuffled
from engine.games import variant_of
from engine.moves import Move, replay
from engine.position import deal
from engine.puzzles import CardHome, Spaces, Uncovered, is_reached
from engine.rules import Build, Space
from engine.solver import Solver
from engine.solver.mining.judge import Judge
from engine.solver.mining.ways import MOST_MOVES, goals_on, shortened
from tests.engine.positions import PLAIN, place

RULES = replace(PLAIN, build=Build.DOWN_IN_ANY_SUIT)


def line(*moves: str) -> tuple[Move, ...]:
    """Return moves from their texts."""
    return tuple(map(Move.read, moves))


def test_each_card_home_is_a_goal_and_so_is_one_space_more_and_a_card_dug_out() -> None:
    position = place(RULES, t0="2H 9C 8D", t1="TS", f2="AH")
    made = line("t0-t2", "t0-t1", "t2-t1", "t0-f2")
    assert list(goals_on(RULES, position, made)) == [
        (Uncovered(card("2H")), made[:2]),
        (CardHome(card("2H")), made),
        (Spaces(2), made),
    ]


def test_a_space_that_only_moves_on_is_no_goal_nor_any_where_it_stays_empty() -> None:
    position = place(RULES, t0="9C", t1="TS")
    assert [goal for goal, _ in goals_on(RULES, position, line("t0-t2", "t2-t1"))] == [Spaces(2)]
    closed = replace(RULES, space=Space.NOTHING)
    assert list(goals_on(closed, position, line("t0-t1"))) == []


def test_goals_lie_within_reach() -> None:
    position = place(RULES, t0="9C", t1="TS", t2="KD")
    to_and_fro = line("t0-t1", "t1-t0") * MOST_MOVES
    assert all(len(way) <= MOST_MOVES for _, way in goals_on(RULES, position, to_and_fro))


def test_a_way_loses_its_detours_and_still_reaches_the_goal_with_its_last_move() -> None:
    variant = variant_of("stronghold", "cell=one")
    judge, number = Judge(Solver(), variant.rules), 17
    dealt = deal(variant.rules, shuffled(number))
    won = judge.line(dealt)
    assert won is not None
    goal, way = next((goal, way) for goal, way in goals_on(variant.rules, dealt, won) if len(way) > 8)
    there_and_back = (way[0], Move(way[0].target, way[0].source), *way)
    short = shortened(judge, dealt, goal, there_and_back)
    assert len(short) <= len(way)
    ends = [replay(variant.rules, shuffled(number), short[:made]) for made in range(len(short) + 1)]
    reached = [is_reached(variant.rules, end, goal) for end in ends]
    assert reached == [False] * len(short) + [True]
