from dataclasses import asdict

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
RULES = rules_of("stronghold")
WITH_CELL = rules_of("stronghold", cell="one")

either = pytest.mark.parametrize("rules", [RULES, WITH_CELL], ids=["cell=none", "cell=one"])


@either
@rule("1.1", "1.2")
def test_four_columns_get_seven_cards_and_four_get_six(rules: Rules) -> None:
    position = deal(rules, shuffled(1))
    assert [len(position.piles[at]) for at in layout(rules).columns] == [7, 7, 7, 7, 6, 6, 6, 6]
    assert sorted(card for pile in position.piles for card in pile) == list(CARDS)


@rule("1.3", "1.4")
def test_a_deal_lies_as_in_streets_and_alleys_and_freecell_of_that_number() -> None:
    position = deal(RULES, shuffled(24))
    assert [cards_of(RULES, position, f"t{column}") for column in range(8)] == [
        "4C 2C 9C 8C QS 4S 2H",
        "5H QH 3C AC 3H 4H QD",
        "QC 9S 6H 9H 3S KS 3D",
        "5D 2S JC 5C JH 6D AS",
        "2D KD TH TC TD 8D",
        "7H JS KH TS KC 7C",
        "AH 5S 6S AD 8H JD",
        "7S 6C 7D 4D 8S 9D",
    ]


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
def test_the_usual_game_has_no_cell_no_stock_and_no_reserve() -> None:
    assert {pile_id[0] for pile_id in layout(RULES).ids} == {"t", "f"}


@either
@rule("2.1")
def test_only_the_top_card_of_a_column_moves(rules: Rules) -> None:
    position = place(rules, t0="8C AH", t1="9D", t2="KH")
    assert refusal(rules, position, "t0-t1") is Objection.BUILD_DOWN_IN_ANY_SUIT
    assert refusal(rules, play(rules, position, "t0-f2"), "t0-t1") is None


@either
@rule("2.2")
def test_cards_move_one_at_a_time(rules: Rules) -> None:
    position = place(rules, t0="8C 7H", t1="9D")
    assert refusal(rules, position, "t0-t1:2") is Objection.ONE_AT_A_TIME
    assert cards_of(rules, play(rules, position, "t0-t7", "t0-t1", "t7-t1"), "t1") == "9D 8C 7H"


@either
@rule("3.1")
def test_columns_are_built_down_whatever_the_suit(rules: Rules) -> None:
    position = place(rules, t0="9C", t1="TC", t2="TS", t3="TH", t4="TD")
    for target in ("t1", "t2", "t3", "t4"):
        assert refusal(rules, position, f"t0-{target}") is None


@either
@rule("3.2")
def test_columns_are_not_built_up(rules: Rules) -> None:
    position = place(rules, t0="9C", t1="8C", t2="8H", t3="JH", t4="9D")
    for target in ("t1", "t2", "t3", "t4"):
        assert refusal(rules, position, f"t0-{target}") is Objection.BUILD_DOWN_IN_ANY_SUIT


@either
@rule("3.3")
def test_building_does_not_turn_the_corner(rules: Rules) -> None:
    position = place(rules, t0="KC", t1="AC")
    assert refusal(rules, position, "t0-t1") is Objection.BUILD_DOWN_IN_ANY_SUIT
    assert refusal(rules, position, "t1-t0") is Objection.BUILD_DOWN_IN_ANY_SUIT


@either
@rule("5.3")
def test_foundations_are_built_in_suit_from_the_ace_to_the_king(rules: Rules) -> None:
    position = place(rules, t0=" ".join(reversed(TEXT[39:])), t1="3H 2H")
    for _ in range(13):
        assert refusal(rules, position, "t1-f3") is not None
        position = play(rules, position, "t0-f3")
    assert cards_of(rules, position, "f3") == "AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD"


@either
@rule("5.1", "5.2")
def test_only_an_ace_starts_a_foundation_and_only_that_of_its_suit(rules: Rules) -> None:
    position = place(rules, t0="AC", t1="AS", t2="AH", t3="AD", t4="2S", t5="KH")
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
@rule("4.1")
def test_any_card_fills_an_empty_column(rules: Rules) -> None:
    position = place(rules, t0="3S AC", t1="9C 7H", t2="2D KD")
    for source in ("t0", "t1", "t2"):
        for target in ("t3", "t7"):
            assert refusal(rules, position, f"{source}-{target}") is None


@rule("6.2")
def test_a_player_without_a_move_has_lost_unless_they_undo() -> None:
    eight = ["2C AD", "4C", "6C", "8C", "TC", "QC", "2S", "4S"]
    position = place(RULES, (), **{f"t{column}": text for column, text in enumerate(eight)})
    assert legal(RULES, play(RULES, position, "t0-f3")) == []
    assert statuses(RULES, position, "t0-f3", "undo") == [Status.STUCK, Status.PLAYING]


@rule("7.5")
def test_a_free_cell_is_a_move_left() -> None:
    eight = ["2C", "4C", "6C", "8C", "TC", "QC", "2S", "4S"]
    position = place(WITH_CELL, (), **{f"t{column}": text for column, text in enumerate(eight)})
    assert outcome(WITH_CELL, position, legal_moves(WITH_CELL, position)) is Outcome.PLAYING


@either
@rule("6.1")
def test_all_cards_on_the_foundations_win(rules: Rules) -> None:
    nearly = place(rules, f0="to KC", f1="to QS", f2="to KH", f3="to KD", t7="KS")
    won = play(rules, nearly, "t7-f1")
    assert outcome(rules, won, legal_moves(rules, won)) is Outcome.WON


@rule("7.2", "7.3")
def test_with_the_option_one_cell_holds_one_card() -> None:
    position = place(WITH_CELL, t0="9C 2D", t1="5H")
    assert refusal(WITH_CELL, position, "t0-c0") is None
    assert refusal(WITH_CELL, position, "t0-c1") is Objection.NO_SUCH_PILE
    taken = play(WITH_CELL, position, "t0-c0")
    assert refusal(WITH_CELL, taken, "t1-c0") is Objection.CELL_IS_TAKEN
    assert refusal(RULES, place(RULES, t0="9C 2D"), "t0-c0") is Objection.NO_SUCH_PILE


@rule("7.4")
def test_the_card_in_the_cell_goes_back_to_a_column_or_to_a_foundation() -> None:
    position = place(WITH_CELL, c0="2D", t0="3S", t1="9C", f3="AD")
    assert [move for move in legal(WITH_CELL, position) if move[0] == "c"] == [
        *("c0-f3", "c0-t0", "c0-t2", "c0-t3", "c0-t4", "c0-t5", "c0-t6", "c0-t7")
    ]


@rule("7.6")
def test_the_option_changes_the_number_of_cells_and_nothing_else() -> None:
    assert asdict(WITH_CELL) == asdict(RULES) | {"cells": 1}
