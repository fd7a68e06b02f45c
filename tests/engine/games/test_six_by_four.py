from itertools import permutations

import pytest

from engine.cards import CARDS, TEXT
from engine.deals import shuffled
from engine.moves import Objection, Outcome, legal_moves, outcome
from engine.position import deal, face_down_rows, layout
from engine.rules import Rules
from tests.engine.positions import cards_of, legal, place, play, refusal
from tests.engine.variants import rules_of

RULES = rules_of("six-by-four")
FOUR_CELLS = rules_of("six-by-four", cells="four")
TABLE = layout(RULES)

either = pytest.mark.parametrize("rules", [RULES, FOUR_CELLS], ids=["cells=none", "cells=four"])


@either
def test_four_columns_get_nine_cards_and_two_get_eight(rules: Rules) -> None:
    """six-by-four, Setup 1–4; Key Play Areas 1; Definitions 1."""
    position = deal(rules, shuffled(1))
    assert [len(position.piles[at]) for at in layout(rules).columns] == [9, 9, 9, 9, 8, 8]
    assert sorted(card for pile in position.piles for card in pile) == list(CARDS)


def test_cards_are_dealt_row_by_row_and_the_last_four_lie_on_the_leftmost_columns() -> None:
    """six-by-four, reading laying out."""
    position = deal(RULES, shuffled(1))
    assert cards_of(RULES, position, "t0") == "JD 7C AD 9D 4C 4D 8H 8D 6S"
    assert cards_of(RULES, position, "t3").endswith("6H")
    assert cards_of(RULES, position, "t5").endswith("TC")


@either
def test_every_card_lies_face_up(rules: Rules) -> None:
    """six-by-four, Setup 5."""
    position = deal(rules, shuffled(1))
    assert not any(face_down_rows(rules, position, at) for at in range(len(layout(rules).ids)))


@either
def test_four_foundations_start_empty(rules: Rules) -> None:
    """six-by-four, Setup 6; Key Play Areas 2; Definitions 2."""
    position = deal(rules, shuffled(1))
    assert [position.piles[at] for at in layout(rules).foundations] == [(), (), (), ()]


def test_there_is_no_stock_no_waste_and_no_reserve() -> None:
    """six-by-four, Setup 7; On Your Turn 4; Special Rules 2."""
    assert {pile_id[0] for pile_id in TABLE.ids} == {"t", "f"}


@either
def test_only_what_ends_at_the_top_card_of_a_column_moves(rules: Rules) -> None:
    """six-by-four, Rules 1; reading top."""
    position = place(rules, t0="QC 3D", t1="KH", t2="2H", t3="7S", t4="9S", t5="JS")
    assert refusal(rules, position, "t0-t1") is Objection.BUILD_DOWN_IN_ALTERNATE_COLOURS
    assert refusal(rules, position, "t0-t1:2") is Objection.NOT_PACKED


@either
def test_columns_are_built_down_in_alternate_colours(rules: Rules) -> None:
    """six-by-four, Rules 2; On Your Turn 1."""
    position = place(rules, t0="7H", t1="8C", t2="8D", t3="9C", t4="6H")
    assert refusal(rules, position, "t0-t1") is None
    for target in ("t2", "t3", "t4"):
        assert refusal(rules, position, f"t0-{target}") is Objection.BUILD_DOWN_IN_ALTERNATE_COLOURS


@either
def test_building_does_not_turn_the_corner(rules: Rules) -> None:
    """six-by-four, reading ace and king."""
    position = place(rules, t0="KC", t1="AH")
    assert refusal(rules, position, "t0-t1") is Objection.BUILD_DOWN_IN_ALTERNATE_COLOURS


@either
def test_a_sequence_moves_as_a_unit_whatever_spaces_there_are(rules: Rules) -> None:
    """six-by-four, Rules 3; On Your Turn 1; Definitions 3; reading unit."""
    position = place(rules, t0="2C TH 9S 8D 7C", t1="JS", t2="2H", t3="4H", t4="6D", t5="QD")
    assert refusal(rules, position, "t0-t1:4") is None
    moved = play(rules, position, "t0-t1:4")
    assert cards_of(rules, moved, "t1") == "JS TH 9S 8D 7C"


@either
def test_any_part_of_a_sequence_that_ends_at_its_top_moves(rules: Rules) -> None:
    """six-by-four, reading sequence."""
    position = place(rules, t0="2C TH 9S 8D", t1="TD", t2="9C", t3="JC", t4="2H", t5="2S")
    assert [move for move in legal(rules, position) if "-t" in move] == [
        "t0-t1:2",
        "t0-t2",
        "t0-t3:3",
        "t1-t3",
        "t2-t1",
    ]


@either
def test_cards_that_are_not_a_sequence_do_not_move_together(rules: Rules) -> None:
    """six-by-four, Special Rules 3; Definitions 3."""
    for run in ("TH 9D", "TH 8S", "9S TH", "TH 9S 7D"):
        position = place(rules, t0=run, t1="JS", t2="2H")
        count = len(run.split())
        assert refusal(rules, position, f"t0-t1:{count}") is Objection.NOT_PACKED


@either
def test_foundations_are_built_in_suit_from_the_ace_to_the_king(rules: Rules) -> None:
    """six-by-four, Goal 1; Rules 4; On Your Turn 2."""
    position = place(rules, t0=" ".join(reversed(TEXT[26:39])), t1="2S")
    assert refusal(rules, position, "t1-f1") is Objection.FOUNDATION_STARTS
    for number in range(13):
        if number:
            assert refusal(rules, position, "t1-f2") is Objection.FOUNDATION_FOLLOWS_IN_SUIT
        position = play(rules, position, "t0-f2")
    assert cards_of(rules, position, "f2") == "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"


@either
def test_only_a_king_or_a_sequence_headed_by_one_fills_an_empty_column(rules: Rules) -> None:
    """six-by-four, Rules 5; On Your Turn 3; Special Rules 1; reading kings."""
    position = place(rules, t0="2C KH QS JD", t1="3S KC", t2="4H QH", t3="AD JC")
    assert refusal(rules, position, "t0-t5:3") is None
    assert refusal(rules, position, "t1-t5") is None
    for refused in ("t0-t5", "t0-t5:2", "t2-t5", "t3-t5"):
        assert refusal(rules, position, refused) is Objection.SPACE_TAKES_KINGS


@either
def test_a_king_alone_in_its_column_may_change_places(rules: Rules) -> None:
    """six-by-four, reading whole pile to an empty pile."""
    assert refusal(rules, place(rules, t0="KH"), "t0-t5") is None


@either
def test_moves_may_be_made_in_any_order(rules: Rules) -> None:
    """six-by-four, Special Rules 4; On Your Turn 5."""
    position = place(rules, t0="2C AS", t1="7H", t2="8C", t3="4D KC", t4="9D")
    moves = ("t0-f1", "t1-t2", "t3-t5")
    assert len({play(rules, position, *order) for order in permutations(moves)}) == 1


def test_a_player_without_a_move_has_lost_unless_they_undo() -> None:
    """six-by-four, Winning & Losing 2; On Your Turn 5; reading stuck."""
    position = place(RULES, t0="2C", t1="4C", t2="6C", t3="8C", t4="TC")
    assert legal(RULES, position) == []
    assert outcome(RULES, position, []) is Outcome.STUCK


@either
def test_all_cards_on_the_foundations_win(rules: Rules) -> None:
    """six-by-four, Winning & Losing 1; Goal 1; reading won."""
    nearly = place(rules, f0="to KC", f1="to KS", f2="to QH", f3="to KD", t3="KH")
    won = play(rules, nearly, "t3-f2")
    assert outcome(rules, won, legal_moves(rules, won)) is Outcome.WON


def test_with_the_option_there_are_four_cells_of_one_card_each() -> None:
    """six-by-four, reading cells."""
    position = place(FOUR_CELLS, t0="2C 9H 8S", t1="5D", t2="9D", t3="AC")
    assert [move for move in legal(FOUR_CELLS, position) if move[:4] == "t0-c"] == [f"t0-c{cell}" for cell in range(4)]
    full = play(FOUR_CELLS, position, "t0-c2")
    assert refusal(FOUR_CELLS, full, "t0-c2") is Objection.CELL_IS_TAKEN
    assert refusal(FOUR_CELLS, position, "t0-c2:2") is Objection.CELL_TAKES_ONE


def test_the_card_in_a_cell_goes_to_a_column_or_a_foundation_and_to_no_other_cell() -> None:
    """six-by-four, reading cells."""
    position = place(FOUR_CELLS, c0="8S", c1="AC", c2="KH", c3="7S", t0="9D", t1="2C")
    moves = [move for move in legal(FOUR_CELLS, position) if move[0] == "c"]
    assert moves == ["c0-t0", "c1-f0", "c2-t2", "c2-t3", "c2-t4", "c2-t5"]
    assert refusal(FOUR_CELLS, play(FOUR_CELLS, position, "c0-t0"), "c3-c0") is Objection.CELL_TAKES_FROM_COLUMNS


def test_a_sequence_moves_whole_with_every_cell_taken() -> None:
    """six-by-four, reading unit; reading cells."""
    position = place(
        FOUR_CELLS, c0="2S", c1="4C", c2="KH", c3="7S", t0="2D TH 9S 8D", t1="JS", t2="2H", t3="4H", t4="6D"
    )
    assert refusal(FOUR_CELLS, position, "t0-t1:3") is None
