import pytest

from engine.automatic import Automatic, automatic_moves
from engine.cards import CARDS, TEXT
from engine.deals import shuffled
from engine.moves import Objection, Outcome, legal_moves, outcome
from engine.position import deal, face_down_rows, layout
from engine.record import Status
from tests.engine.positions import cards_of, legal, place, play, refusal, statuses
from tests.engine.variants import rules_of

rule = pytest.mark.rule
RULES = rules_of("fortress")
TABLE = layout(RULES)


@rule("1.1")
def test_the_whole_deck_is_dealt_to_ten_columns() -> None:
    position = deal(RULES, shuffled(1))
    assert len(TABLE.columns) == 10
    assert sorted(card for at in TABLE.columns for card in position.piles[at]) == list(CARDS)


@rule("1.2")
def test_the_first_two_columns_get_six_cards_and_the_other_eight_five() -> None:
    position = deal(RULES, shuffled(1))
    assert [len(position.piles[at]) for at in TABLE.columns] == [6, 6, 5, 5, 5, 5, 5, 5, 5, 5]


@rule("1.3", "1.4")
def test_cards_are_dealt_row_by_row_and_the_last_two_lie_on_the_leftmost_columns() -> None:
    position = deal(RULES, shuffled(1))
    assert cards_of(RULES, position, "t0") == "JD 9S JS 4D 6D 2H"
    assert cards_of(RULES, position, "t1") == "2D 5S AS 7S 8S 6H"
    assert cards_of(RULES, position, "t9") == "KC QD AC 7D 9C"


@rule("5.1")
def test_four_foundations_stand_empty_in_the_middle() -> None:
    position = deal(RULES, shuffled(1))
    assert [position.piles[at] for at in TABLE.foundations] == [(), (), (), ()]


@rule("1.5")
def test_every_card_lies_face_up_from_the_start() -> None:
    position = deal(RULES, shuffled(1))
    assert not any(face_down_rows(RULES, position, at) for at in range(len(TABLE.ids)))


@rule("2.1")
def test_only_the_outermost_card_of_a_column_can_be_played() -> None:
    position = place(RULES, t0="7C 9H", t9="3D 6C", t4="8C", t5="TH")
    assert refusal(RULES, position, "t0-t4:2") is Objection.ONE_AT_A_TIME
    assert [move for move in legal(RULES, position) if move[:2] == "t0"] == [
        *("t0-t1", "t0-t2", "t0-t3", "t0-t5", "t0-t6", "t0-t7", "t0-t8")
    ]


@rule("5.3")
def test_foundations_are_built_in_suit_from_the_ace_to_the_king() -> None:
    position = place(RULES, t0=" ".join(reversed(TEXT[13:26])), t1="3H 2H")
    for _ in range(13):
        assert refusal(RULES, position, "t1-f1") is not None
        position = play(RULES, position, "t0-f1")
    assert cards_of(RULES, position, "f1") == "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"


@rule("5.1", "5.2")
def test_an_ace_goes_to_the_foundation_of_its_suit_whenever_it_is_uncovered() -> None:
    position = place(RULES, t0="9H AC", t1="AD", t2="2C")
    assert [move for move in legal(RULES, position) if "-f" in move] == ["t0-f0", "t1-f3"]
    assert refusal(RULES, position, "t0-f1") is Objection.FOUNDATION_STARTS
    assert refusal(RULES, position, "t2-f0") is Objection.FOUNDATION_STARTS


@rule("5.4")
def test_a_card_that_is_home_stays_there() -> None:
    position = place(RULES, f0="to 5C", t0="6C")
    assert refusal(RULES, position, "f0-t0") is Objection.FOUNDATION_KEEPS


@rule("3.1")
def test_columns_are_built_up_or_down_by_one_rank_in_suit() -> None:
    position = place(RULES, t0="7C", t1="6C", t2="8C", t3="8S", t4="9C")
    assert refusal(RULES, position, "t0-t1") is None
    assert refusal(RULES, position, "t0-t2") is None
    assert refusal(RULES, position, "t0-t3") is Objection.BUILD_UP_OR_DOWN_IN_SUIT
    assert refusal(RULES, position, "t0-t4") is Objection.BUILD_UP_OR_DOWN_IN_SUIT


@rule("3.2")
def test_building_does_not_turn_the_corner() -> None:
    position = place(RULES, t0="KC", t1="AC")
    assert refusal(RULES, position, "t0-t1") is Objection.BUILD_UP_OR_DOWN_IN_SUIT
    assert refusal(RULES, position, "t1-t0") is Objection.BUILD_UP_OR_DOWN_IN_SUIT


@rule("2.2")
def test_cards_move_one_at_a_time_even_from_a_sequence_in_order() -> None:
    position = place(RULES, t0="8C 7C", t1="9C")
    assert refusal(RULES, position, "t0-t1:2") is Objection.ONE_AT_A_TIME
    assert refusal(RULES, position, "t0-t2:2") is Objection.ONE_AT_A_TIME


@rule("4.1")
def test_any_uncovered_card_fills_an_empty_column() -> None:
    position = place(RULES, t0="8C AC", t1="9C 7H", t2="2D KD")
    for source in ("t0", "t1", "t2"):
        assert refusal(RULES, position, f"{source}-t9") is None


@rule("4.2")
def test_a_sequence_is_reversed_over_an_empty_column_card_by_card() -> None:
    position = place(RULES, t0="2H 7C 8C 9C", t1="6C", t2="QH", t3="2S", t4="KS", t5="JD", t6="4D", t7="5H", t8="9S")
    reversed_ = play(RULES, position, "t0-t9", "t0-t9", "t0-t9", "t9-t1", "t9-t1", "t9-t1")
    assert (cards_of(RULES, reversed_, "t1"), cards_of(RULES, reversed_, "t9")) == ("6C 7C 8C 9C", "")


@rule("1.6")
def test_there_is_no_stock_no_reserve_no_cell_and_no_redeal() -> None:
    assert {pile_id[0] for pile_id in TABLE.ids} == {"t", "f"}


@rule("6.2")
def test_a_player_without_a_move_has_lost_unless_they_undo() -> None:
    ten = ["2C AD", "4C", "6C", "8C", "TC", "QC", "2S", "4S", "6S", "8S"]
    position = place(RULES, (), **{f"t{column}": text for column, text in enumerate(ten)})
    assert legal(RULES, play(RULES, position, "t0-f3")) == []
    assert statuses(RULES, position, "t0-f3", "undo") == [Status.STUCK, Status.PLAYING]


@rule("4.3", "6.3")
def test_a_player_who_can_only_exchange_the_places_of_columns_is_stuck() -> None:
    position = place(RULES, t0="2C", t1="4C", t2="6C")
    moves = legal_moves(RULES, position)
    assert len(moves) == 3 * 7
    assert outcome(RULES, position, moves) is Outcome.STUCK


@rule("6.1")
def test_all_cards_on_the_foundations_win() -> None:
    nearly = place(RULES, f0="to KC", f1="to KS", f2="to QH", f3="to KD", t6="KH")
    assert outcome(RULES, nearly, legal_moves(RULES, nearly)) is Outcome.PLAYING
    won = play(RULES, nearly, "t6-f2")
    assert outcome(RULES, won, legal_moves(RULES, won)) is Outcome.WON


@rule("5.5")
def test_cards_go_home_by_themselves_only_if_the_player_asks_for_it() -> None:
    position = place(RULES, t0="9H AC", t1="2C")
    assert automatic_moves(RULES, position, Automatic.OFF) == []
    assert list(map(str, automatic_moves(RULES, position, Automatic.SAFE))) == ["t0-f0", "t1-f0"]
