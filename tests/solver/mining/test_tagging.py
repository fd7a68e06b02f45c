"""The themes of puzzles, each in the smallest position that has it and one that nearly has."""

from dataclasses import replace

import pytest

from engine.cards import card
from engine.moves import Move, apply
from engine.position import Position
from engine.puzzles import CardHome, Goal, Spaces, Theme, Uncovered
from engine.rules import Build, Foundation, Lift, Rules, Space
from engine.solver.mining.tagging import WayStep, themes
from tests.engine.positions import PLAIN, place

ANY_SUIT = replace(PLAIN, build=Build.DOWN_IN_ANY_SUIT, cells=1)
IN_SUIT = replace(PLAIN, build=Build.UP_OR_DOWN_IN_SUIT)
PACKED = replace(PLAIN, lift=Lift.PACKED_SEQUENCE)
BARE = replace(PLAIN, build=Build.NONE, space=Space.NOTHING, foundation=Foundation.FROM_DEALT_CARD_BY_ONES)
FAR = CardHome(card("KH"))


def steps(rules: Rules, position: Position, *moves: str, losing: str = "") -> list[WayStep]:
    """Return the steps of a way; `losing` is a move that loses at the first."""
    made = list[WayStep]()
    for text in moves:
        after = apply(rules, position, Move.read(text))
        made.append(WayStep(position, Move.read(text), after, (Move.read(losing),) if losing and not made else ()))
        position = after
    return made


def found(rules: Rules, position: Position, *moves: str, goal: Goal = FAR, losing: str = "") -> set[Theme]:
    """Return the themes of a way."""
    return set(themes(rules, goal, steps(rules, position, *moves, losing=losing)))


def test_a_column_is_emptied_by_its_last_card_alone() -> None:
    position = place(PLAIN, t0="9H", t1="TS", t2="3C 8S")
    assert found(PLAIN, position, "t0-t1") == {Theme.EMPTY_COLUMN}
    assert found(PLAIN, position, "t2-t0") == set()
    assert found(PLAIN, position, "t2-t0", goal=Spaces(1)) == {Theme.EMPTY_COLUMN}


def test_an_empty_column_is_nothing_where_it_stays_empty() -> None:
    position = place(BARE, t0="2H", t1="9C", f0="AS")
    assert found(BARE, position, "t0-f0", goal=Spaces(2)) == set()


def test_a_space_is_filled_and_not_to_be_filled() -> None:
    position = place(PLAIN, t0="9H 8C", t1="9D")
    assert Theme.FILL_SPACE in found(PLAIN, position, "t0-t2")
    assert found(PLAIN, position, "t0-t1", losing="t0-t2") == {Theme.SPARE_SPACE}
    assert found(PLAIN, position, "t0-t1", losing="t0-t1") == set()


def test_a_run_is_reversed_when_three_cards_lie_the_other_way_round() -> None:
    position = place(IN_SUIT, t0="KC 4H 5H 6H", t1="7H")
    assert Theme.REVERSE_RUN in found(IN_SUIT, position, "t0-t1", "t0-t1", "t0-t1")
    assert Theme.REVERSE_RUN not in found(IN_SUIT, position, "t0-t1", "t0-t1")


def test_three_cards_across_two_suits_are_no_run() -> None:
    position = place(IN_SUIT, t0="QC KC AS", t1="9H", t2="8H")
    assert found(IN_SUIT, position, "t2-t1") == {Theme.EMPTY_COLUMN}


def test_where_columns_build_one_way_nothing_is_reversed() -> None:
    position = place(ANY_SUIT, t0="KC 4H 5H 6H", t1="7H")
    assert Theme.REVERSE_RUN not in found(ANY_SUIT, position, "t0-t1")


def test_a_sequence_is_moved_by_several_cards_at_once() -> None:
    position = place(PACKED, t0="KC 9H 8C", t1="TS")
    assert found(PACKED, position, "t0-t1:2") == {Theme.MOVE_SEQUENCE}
    assert found(PACKED, place(PACKED, t0="KC 9H", t1="TS"), "t0-t1") == set()


@pytest.mark.parametrize(
    ("column", "goal", "expected"),
    [
        ("KC 3D 8C 9H", "3D", {Theme.FREE_LOW_CARD}),
        ("KC 4D 8C 9H", "4D", set()),
        ("KC 8C 3D 9H", "3D", set()),
        ("5D KC JC 8C 9H", "5D", {Theme.DEEP_DIG}),
        ("2D KC JC 8C 9H", "2D", {Theme.DEEP_DIG, Theme.FREE_LOW_CARD}),
        ("KC 5D JC 8C 9H", "5D", set()),
    ],
)
def test_a_low_card_is_freed_and_a_deep_one_dug_out(column: str, goal: str, expected: set[Theme]) -> None:
    position = place(ANY_SUIT, t0=column, t1="TS")
    assert found(ANY_SUIT, position, "t0-t1", goal=Uncovered(card(goal))) == expected
    assert found(ANY_SUIT, position, "t0-t1", goal=CardHome(card(goal))) == expected


def test_a_card_held_back_counts_in_suit_and_an_interval_where_foundations_take_any_suit() -> None:
    position = place(ANY_SUIT, t0="KC 2H", t1="3C", f2="AH")
    assert found(ANY_SUIT, position, "t0-t1", losing="t0-f2") == {Theme.HOLD_BACK}
    position = place(BARE, t0="KC 2H", t1="9C", f0="AS", f1="AC")
    assert found(BARE, position, "t0-f0", losing="t0-f1") == {Theme.COUNT_INTERVAL}


def test_cells_are_spared_where_a_card_in_one_loses() -> None:
    position = place(ANY_SUIT, t0="KC 2H", t1="3C")
    assert found(ANY_SUIT, position, "t0-t1", losing="t0-c0") == {Theme.SPARE_CELLS}
