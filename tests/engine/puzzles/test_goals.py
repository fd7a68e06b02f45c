"""Goals of puzzles: when they are reached, and how they are written."""

import pytest

from engine.cards import card
from engine.puzzles import (
    CardHome,
    Goal,
    InvalidGoal,
    Spaces,
    Uncovered,
    goal_document,
    goal_from,
    goal_text,
    is_reached,
    read_goal,
)
from tests.engine.positions import PLAIN, place
from tests.engine.variants import rules_of

GOALS = (CardHome(card("7H")), Spaces(2), Uncovered(card("4C")))
CELLS = rules_of("stronghold", cell="one")


@pytest.mark.parametrize("goal", GOALS, ids=goal_text)
def test_a_goal_is_read_as_it_was_written(goal: Goal) -> None:
    assert read_goal(goal_text(goal)) == goal
    assert goal_from(goal_document(goal)) == goal


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "home",
            "home ",
            "home 1H",
            "home 7h",
            "home  7H",
            "home 7H 7H",
            "space 0",
            "space 01",
            "space -1",
            "space ²",
        ),
        *("space 7H", "spaces 2", "uncover 2", "7H", "home\n7H", "space 100", "space True"),
    ],
)
def test_nothing_else_is_read_as_a_goal(text: str) -> None:
    with pytest.raises(InvalidGoal):
        read_goal(text)


@pytest.mark.parametrize(
    "written",
    [{}, {"home": 7}, {"space": "2"}, {"space": True}, {"space": 0}, {"home": "7H", "space": 2}, {"dig": "7H"}],
)
def test_json_of_another_form_is_no_goal(written: dict[str, object]) -> None:
    with pytest.raises(InvalidGoal):
        goal_from(written)


def test_a_card_is_home_on_a_foundation_alone() -> None:
    position = place(PLAIN, t0="3C", t1="5H", f0="to 2C")
    assert is_reached(PLAIN, position, CardHome(card("AC")))
    assert is_reached(PLAIN, position, CardHome(card("2C")))
    assert not is_reached(PLAIN, position, CardHome(card("3C")))


def test_spaces_are_counted_at_once_and_in_columns_alone() -> None:
    position = place(PLAIN, t0="3C")
    assert is_reached(PLAIN, position, Spaces(1))
    assert is_reached(PLAIN, position, Spaces(2))
    assert not is_reached(PLAIN, position, Spaces(3))


def test_a_card_is_uncovered_on_top_of_a_column_in_a_cell_and_at_home_even_beneath_others() -> None:
    position = place(CELLS, t0="3C 9H", t1="5H", c0="7D", f0="to 2C")
    for text in ("9H", "5H", "7D", "AC", "2C"):
        assert is_reached(CELLS, position, Uncovered(card(text))), text
    assert not is_reached(CELLS, position, Uncovered(card("3C")))
