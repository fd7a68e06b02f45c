"""Moves that only go round in circles."""

import pytest

from engine.deals import shuffled
from engine.moves import apply, legal_moves
from engine.position import Position, deal, layout
from engine.rules import Rules
from engine.solver.circles import goes_round
from tests.engine.variants import rules_of
from tests.solver.reached import played


def brings_nothing(rules: Rules, position: Position, moves: int) -> bool:
    """Say whether no card comes home within so many moves, by trying all of them."""
    homes = layout(rules).foundations
    home = [position.piles[at] for at in homes]
    reached = {position}
    for _ in range(moves):
        reached |= {apply(rules, before, move) for before in reached for move in legal_moves(rules, before)}
    return all([after.piles[at] for at in homes] == home for after in reached)


def test_a_game_that_has_just_begun_goes_on() -> None:
    rules = rules_of("fortress")
    assert not goes_round(rules, deal(rules, shuffled(4)))


def test_where_nothing_can_be_moved_nothing_goes_round() -> None:
    rules = rules_of("stalactites", by="ones")
    *_, stuck = played(rules, 1, moves=400)
    assert not legal_moves(rules, stuck)
    assert not goes_round(rules, stuck)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_goes_round_brings_nothing_home_for_as_long_as_one_looks(number: int) -> None:
    rules, found = rules_of("stronghold", cell="one"), 0
    for position in played(rules, number, moves=200):
        if goes_round(rules, position):
            assert brings_nothing(rules, position, moves=3)
            found += 1
    assert found
