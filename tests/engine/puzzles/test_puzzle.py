"""Puzzles as values and as lines."""

from dataclasses import replace

import pytest

from engine.cards import card
from engine.deals import shuffled
from engine.games import variant_of
from engine.moves import Move, legal_moves, replay
from engine.position import deal
from engine.puzzles import Puzzle, Spaces, Theme, Uncovered, puzzle_id, read_puzzle, written_puzzle

STRONGHOLD = variant_of("stronghold", "cell=one")
DECK = shuffled(17)
DEALT = deal(STRONGHOLD.rules, DECK)
FIRST = legal_moves(STRONGHOLD.rules, DEALT)[0]
GOAL = Uncovered(card("4C"))
PUZZLE = Puzzle(
    id=puzzle_id(STRONGHOLD, DEALT, GOAL),
    variant=STRONGHOLD,
    deal=17,
    deck=DECK,
    moves=(FIRST,),
    goal=GOAL,
    way=(Move("t3", "t5"), Move("t0", "c0")),
    rating=1512.0,
    themes=(Theme.DEEP_DIG, Theme.SPARE_CELLS),
)


def test_a_puzzle_is_read_as_it_was_written_in_one_line() -> None:
    line = written_puzzle(PUZZLE)
    assert "\n" not in line
    assert read_puzzle(STRONGHOLD, line) == PUZZLE


def test_a_puzzle_begins_where_its_moves_lead() -> None:
    assert PUZZLE.position == replay(STRONGHOLD.rules, DECK, [FIRST])


def test_a_hand_made_deck_does_not_ship() -> None:
    with pytest.raises(ValueError, match="number"):
        written_puzzle(replace(PUZZLE, deal=None))


@pytest.mark.parametrize(
    "line", ["", "{}", '{"id":"a"}', "[]", "nothing", written_puzzle(PUZZLE).replace("uncover", "dig")]
)
def test_another_line_is_no_puzzle(line: str) -> None:
    with pytest.raises(ValueError, match=r"puzzle|goal"):
        read_puzzle(STRONGHOLD, line)


def test_an_id_is_the_same_for_the_same_position_and_goal_and_no_other() -> None:
    none = variant_of("stronghold", "cell=none")
    ids = {
        puzzle_id(STRONGHOLD, DEALT, GOAL),
        puzzle_id(STRONGHOLD, DEALT, Spaces(1)),
        puzzle_id(STRONGHOLD, replay(STRONGHOLD.rules, DECK, [FIRST]), GOAL),
        puzzle_id(none, deal(none.rules, DECK), GOAL),
    }
    assert len(ids) == 4
    assert PUZZLE.id in ids
    assert all(len(one) == 8 and one.isascii() and one.islower() | one.isdigit() for one in ids)
