"""The winnable deals that come with Rampart."""

import pytest

from app.cli.found import NODES
from app.services.rulebook import rules_of
from app.services.stock import Shelf, found_ahead, shelves
from engine.deals import LAST_RANDOM_DEAL, shuffled
from engine.position import deal
from engine.solver import Solver, Verdict


@pytest.mark.parametrize("shelf", list(shelves()), ids=" ".join)
def test_every_deal_found_ahead_is_proved_winnable_again(shelf: Shelf) -> None:
    solver, rules = Solver(), rules_of(*shelf)
    numbers = [number for kept in found_ahead()[shelf].values() for number in kept]
    assert numbers, "a game without a deal found ahead cannot be dealt winnable on a new server"
    assert len(set(numbers)) == len(numbers)
    for number in numbers:
        assert 1 <= number <= LAST_RANDOM_DEAL
        assert solver.solve(rules, deal(rules, shuffled(number)), nodes=NODES).verdict is Verdict.WINNABLE, number
