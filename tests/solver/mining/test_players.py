"""Random and greedy play towards a goal."""

from random import Random

import pytest

from engine.cards import card
from engine.deals import shuffled
from engine.games import variant_of
from engine.position import deal
from engine.puzzles import CardHome
from engine.solver import Solver
from engine.solver.mining.judge import Judge
from engine.solver.mining.players import End, PlayStyle, attempt
from tests.solver.reached import near_the_end

STRONGHOLD = variant_of("stronghold", "cell=one")
KING = CardHome(card("KH"))


@pytest.mark.parametrize("player", PlayStyle)
def test_a_player_ends_the_same_way_by_the_same_draws(player: PlayStyle) -> None:
    judge, dealt = Judge(Solver(), STRONGHOLD.rules), deal(STRONGHOLD.rules, shuffled(17))
    first = [attempt(judge, dealt, KING, player, Random(seed)) for seed in range(5)]
    again = [attempt(Judge(Solver(), STRONGHOLD.rules), dealt, KING, player, Random(seed)) for seed in range(5)]
    assert first == again
    assert End.REACHED not in first, "nobody brings a King home in so few moves"


@pytest.mark.parametrize("player", PlayStyle)
def test_a_player_reaches_what_lies_ahead(player: PlayStyle) -> None:
    position = near_the_end(STRONGHOLD.rules, seed=1, left=1)
    last = next(pile[-1] for pile in position.piles[: len(STRONGHOLD.rules.columns)] if pile)
    judge = Judge(Solver(), STRONGHOLD.rules)
    ends = {attempt(judge, position, CardHome(last), player, Random(seed)) for seed in range(20)}
    assert End.REACHED in ends
    assert End.LOST not in ends


def test_greedy_play_takes_the_goal_at_once() -> None:
    position = near_the_end(STRONGHOLD.rules, seed=1, left=1)
    last = next(pile[-1] for pile in position.piles[: len(STRONGHOLD.rules.columns)] if pile)
    judge = Judge(Solver(), STRONGHOLD.rules)
    assert {attempt(judge, position, CardHome(last), PlayStyle.GREEDY, Random(seed)) for seed in range(9)} == {
        End.REACHED
    }
