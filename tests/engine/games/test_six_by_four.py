from dataclasses import asdict
from itertools import permutations

import pytest

from engine.automatic import Automatic, automatic_moves
from engine.cards import CARDS, TEXT
from engine.deals import shuffled
from engine.moves import Objection, Outcome, legal_moves, outcome
from engine.position import deal, face_down_rows, layout
from engine.record import Status
from engine.rules import Rules
from tests.engine.positions import cards_of, legal, place, play, refusal, statuses
from tests.engine.variants import rules_of

rule = pytest.mark.rule
RULES = rules_of("six-by-four")
FOUR_CELLS = rules_of("six-by-four", cells="four")
TABLE = layout(RULES)

either = pytest.mark.parametrize("rules", [RULES, FOUR_CELLS], ids=["cells=none", "cells=four"])


@either
@rule("1.1", "1.2")
def test_four_columns_get_nine_cards_and_two_get_eight(rules: Rules) -> None:
    position = deal(rules, shuffled(1))
    assert [len(position.piles[at]) for at in layout(rules).columns] == [9, 9, 9, 9, 8, 8]
    assert sorted(card for pile in position.piles for card in pile) == list(CARDS)


@rule("1.3", "1.4")
def test_cards_are_dealt_row_by_row_and_the_last_four_lie_on_the_leftmost_columns() -> None:
    position = deal(RULES, shuffled(1))
    assert cards_of(RULES, position, "t0") == "JD 7C AD 9D 4C 4D 8H 8D 6S"
    assert cards_of(RULES, position, "t3").endswith("6H")
    assert cards_of(RULES, position, "t5").endswith("TC")


@either
@rule("1.5")
def test_every_card_lies_face_up(rules: Rules) -> None:
    position = deal(rules, shuffled(1))
    assert not any(face_down_rows(rules, position, at) for at in range(len(layout(rules).ids)))


@either
@rule("5.1")
def test_four_foundations_start_empty(rules: Rules) -> None:
    position = deal(rules, shuffled(1))
    assert [position.piles[at] for at in layout(rules).foundations] == [(), (), (), ()]


@rule("1.6", "7.1")
def test_there_is_no_stock_no_waste_and_no_reserve() -> None:
    assert {pile_id[0] for pile_id in TABLE.ids} == {"t", "f"}


@either
@rule("2.1")
def test_only_what_ends_at_the_top_card_of_a_column_moves(rules: Rules) -> None:
    position = place(rules, t0="QC 3D", t1="KH", t2="2H", t3="7S", t4="9S", t5="JS")
    assert refusal(rules, position, "t0-t1") is Objection.BUILD_DOWN_IN_ALTERNATE_COLOURS
    assert refusal(rules, position, "t0-t1:2") is Objection.NOT_PACKED


@either
@rule("3.1")
def test_columns_are_built_down_in_alternate_colours(rules: Rules) -> None:
    position = place(rules, t0="7H", t1="8C", t2="8D", t3="9C", t4="6H")
    assert refusal(rules, position, "t0-t1") is None
    for target in ("t2", "t3", "t4"):
        assert refusal(rules, position, f"t0-{target}") is Objection.BUILD_DOWN_IN_ALTERNATE_COLOURS


@either
@rule("3.3")
def test_building_does_not_turn_the_corner(rules: Rules) -> None:
    position = place(rules, t0="KC", t1="AH")
    assert refusal(rules, position, "t0-t1") is Objection.BUILD_DOWN_IN_ALTERNATE_COLOURS


@either
@rule("2.2", "3.2")
def test_a_sequence_moves_as_a_unit_whatever_spaces_there_are(rules: Rules) -> None:
    position = place(rules, t0="2C TH 9S 8D 7C", t1="JS", t2="2H", t3="4H", t4="6D", t5="QD")
    assert refusal(rules, position, "t0-t1:4") is None
    assert refusal(rules, position, "t0-t5:4") is Objection.BUILD_DOWN_IN_ALTERNATE_COLOURS
    moved = play(rules, position, "t0-t1:4")
    assert cards_of(rules, moved, "t1") == "JS TH 9S 8D 7C"


@either
@rule("2.3")
def test_any_part_of_a_sequence_that_ends_at_its_top_moves(rules: Rules) -> None:
    position = place(rules, t0="2C TH 9S 8D", t1="TD", t2="9C", t3="JC", t4="2H", t5="2S")
    assert [move for move in legal(rules, position) if "-t" in move] == [
        "t0-t1:2",
        "t0-t2",
        "t0-t3:3",
        "t1-t3",
        "t2-t1",
    ]


@either
@rule("2.4")
def test_cards_that_are_not_a_sequence_do_not_move_together(rules: Rules) -> None:
    for run in ("TH 9D", "TH 8S", "9S TH", "TH 9S 7D"):
        position = place(rules, t0=run, t1="JS", t2="2H")
        count = len(run.split())
        assert refusal(rules, position, f"t0-t1:{count}") is Objection.NOT_PACKED


@either
@rule("5.3")
def test_foundations_are_built_in_suit_from_the_ace_to_the_king(rules: Rules) -> None:
    position = place(rules, t0=" ".join(reversed(TEXT[26:39])), t1="2S")
    assert refusal(rules, position, "t1-f1") is Objection.FOUNDATION_STARTS
    for number in range(13):
        if number:
            assert refusal(rules, position, "t1-f2") is Objection.FOUNDATION_FOLLOWS_IN_SUIT
        position = play(rules, position, "t0-f2")
    assert cards_of(rules, position, "f2") == "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"


@either
@rule("5.1", "5.2")
def test_only_an_ace_starts_a_foundation_and_only_that_of_its_suit(rules: Rules) -> None:
    position = place(rules, t0="AC", t1="AS", t2="AH", t3="AD", t4="2S")
    assert [move for move in legal(rules, position) if "-f" in move] == ["t0-f0", "t1-f1", "t2-f2", "t3-f3"]
    assert refusal(rules, position, "t4-f1") is Objection.FOUNDATION_STARTS


@either
@rule("5.4")
def test_a_card_that_is_home_stays_there(rules: Rules) -> None:
    position = place(rules, f0="to 5C", t0="6C")
    assert refusal(rules, position, "f0-t0") is Objection.FOUNDATION_KEEPS


@either
@rule("5.5")
def test_cards_go_home_by_themselves_only_if_the_player_asks_for_it(rules: Rules) -> None:
    position = place(rules, t0="9H AC", t1="2C")
    assert automatic_moves(rules, position, Automatic.OFF) == []
    assert list(map(str, automatic_moves(rules, position, Automatic.ALL))) == ["t0-f0", "t1-f0"]


@either
@rule("4.1", "4.2")
def test_only_a_king_or_a_sequence_headed_by_one_fills_an_empty_column(rules: Rules) -> None:
    position = place(rules, t0="2C KH QS JD", t1="3S KC", t2="4H QH", t3="AD JC")
    assert refusal(rules, position, "t0-t5:3") is None
    assert refusal(rules, position, "t1-t5") is None
    for refused in ("t0-t5", "t0-t5:2", "t2-t5", "t3-t5"):
        assert refusal(rules, position, refused) is Objection.SPACE_TAKES_KINGS


@either
@rule("4.3")
def test_a_king_alone_in_its_column_may_change_places(rules: Rules) -> None:
    assert refusal(rules, place(rules, t0="KH"), "t0-t5") is None


@either
@rule("2.5")
def test_moves_may_be_made_in_any_order(rules: Rules) -> None:
    position = place(rules, t0="2C AS", t1="7H", t2="8C", t3="4D KC", t4="9D")
    moves = ("t0-f1", "t1-t2", "t3-t5")
    assert len({play(rules, position, *order) for order in permutations(moves)}) == 1


@rule("6.2")
def test_a_player_without_a_move_has_lost_unless_they_undo() -> None:
    position = place(RULES, t0="2C AD", t1="4C", t2="6C", t3="8C", t4="TC")
    assert legal(RULES, play(RULES, position, "t0-f3")) == []
    assert statuses(RULES, position, "t0-f3", "undo") == [Status.STUCK, Status.PLAYING]


@either
@rule("6.1")
def test_all_cards_on_the_foundations_win(rules: Rules) -> None:
    nearly = place(rules, f0="to KC", f1="to KS", f2="to QH", f3="to KD", t3="KH")
    won = play(rules, nearly, "t3-f2")
    assert outcome(rules, won, legal_moves(rules, won)) is Outcome.WON


@rule("7.2", "7.3")
def test_with_the_option_there_are_four_cells_of_one_card_each() -> None:
    position = place(FOUR_CELLS, t0="2C 9H 8S", t1="5D", t2="9D", t3="AC")
    assert [move for move in legal(FOUR_CELLS, position) if move[:4] == "t0-c"] == [f"t0-c{cell}" for cell in range(4)]
    full = play(FOUR_CELLS, position, "t0-c2")
    assert refusal(FOUR_CELLS, full, "t0-c2") is Objection.CELL_IS_TAKEN
    assert refusal(FOUR_CELLS, position, "t0-c2:2") is Objection.CELL_TAKES_ONE


@rule("7.3", "7.4")
def test_the_card_in_a_cell_goes_to_a_column_or_a_foundation_and_to_no_other_cell() -> None:
    position = place(FOUR_CELLS, c0="8S", c1="AC", c2="KH", c3="7S", t0="9D", t1="2C")
    moves = [move for move in legal(FOUR_CELLS, position) if move[0] == "c"]
    assert moves == ["c0-t0", "c1-f0", "c2-t2", "c2-t3", "c2-t4", "c2-t5"]
    assert refusal(FOUR_CELLS, play(FOUR_CELLS, position, "c0-t0"), "c3-c0") is Objection.CELL_TAKES_FROM_COLUMNS


@rule("2.2")
def test_a_sequence_moves_whole_with_every_cell_taken() -> None:
    position = place(
        FOUR_CELLS, c0="2S", c1="4C", c2="KH", c3="7S", t0="2D TH 9S 8D", t1="JS", t2="2H", t3="4H", t4="6D"
    )
    assert refusal(FOUR_CELLS, position, "t0-t1:3") is None


@rule("7.5")
def test_the_option_changes_the_number_of_cells_and_nothing_else() -> None:
    assert asdict(FOUR_CELLS) == asdict(RULES) | {"cells": 4}
