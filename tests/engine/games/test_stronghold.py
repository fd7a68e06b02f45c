import pytest

from engine.cards import CARDS, TEXT
from engine.deals import shuffled
from engine.moves import Objection, Outcome, legal_moves, outcome
from engine.position import deal, face_down_rows, layout
from engine.rules import Rules
from tests.engine.positions import cards_of, legal, place, play, refusal
from tests.engine.variants import rules_of

RULES = rules_of("stronghold")
WITH_CELL = rules_of("stronghold", cell="one")

either = pytest.mark.parametrize("rules", [RULES, WITH_CELL], ids=["cell=none", "cell=one"])


@either
def test_four_columns_get_seven_cards_and_four_get_six(rules: Rules) -> None:
    """stronghold, Deck 1; Tableau 1–3; Key Terms 1."""
    position = deal(rules, shuffled(1))
    assert [len(position.piles[at]) for at in layout(rules).columns] == [7, 7, 7, 7, 6, 6, 6, 6]
    assert sorted(card for pile in position.piles for card in pile) == list(CARDS)


def test_a_deal_lies_as_in_streets_and_alleys_and_freecell_of_that_number() -> None:
    """stronghold, reading streets and alleys; reading laying out; reading deal numbers."""
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
def test_every_card_lies_face_up(rules: Rules) -> None:
    """stronghold, Tableau 4; Special Rules 4; Key Terms 1."""
    position = deal(rules, shuffled(1))
    assert not any(face_down_rows(rules, position, at) for at in range(len(layout(rules).ids)))


@either
def test_four_foundations_start_empty(rules: Rules) -> None:
    """stronghold, Foundations Setup 1 and 2; Key Terms 2."""
    position = deal(rules, shuffled(1))
    assert [position.piles[at] for at in layout(rules).foundations] == [(), (), (), ()]


def test_the_usual_game_has_no_cell_no_stock_and_no_reserve() -> None:
    """stronghold, Cells 2; Stock 1; Introducing New Cards 1; Special Rules 3; Key Terms 4."""
    assert {pile_id[0] for pile_id in layout(RULES).ids} == {"t", "f"}


@either
def test_only_the_top_card_of_a_column_moves(rules: Rules) -> None:
    """stronghold, Card Movement 1; reading top."""
    position = place(rules, t0="8C AH", t1="9D", t2="KH")
    assert refusal(rules, position, "t0-t1") is Objection.BUILD_DOWN_IN_ANY_SUIT
    assert refusal(rules, play(rules, position, "t0-f2"), "t0-t1") is None


@either
def test_cards_move_one_at_a_time(rules: Rules) -> None:
    """stronghold, Card Movement 2; Special Rules 2; reading single moves."""
    position = place(rules, t0="8C 7H", t1="9D")
    assert refusal(rules, position, "t0-t1:2") is Objection.ONE_AT_A_TIME
    assert cards_of(rules, play(rules, position, "t0-t7", "t0-t1", "t7-t1"), "t1") == "9D 8C 7H"


@either
def test_columns_are_built_down_whatever_the_suit(rules: Rules) -> None:
    """stronghold, Tableau Building 1; Sequence of Actions 3."""
    position = place(rules, t0="9C", t1="TC", t2="TS", t3="TH", t4="TD")
    for target in ("t1", "t2", "t3", "t4"):
        assert refusal(rules, position, f"t0-{target}") is None


@either
def test_columns_are_not_built_up(rules: Rules) -> None:
    """stronghold, Tableau Building 2."""
    position = place(rules, t0="9C", t1="8C", t2="8H", t3="JH", t4="9D")
    for target in ("t1", "t2", "t3", "t4"):
        assert refusal(rules, position, f"t0-{target}") is Objection.BUILD_DOWN_IN_ANY_SUIT


@either
def test_building_does_not_turn_the_corner(rules: Rules) -> None:
    """stronghold, Special Rules 5; reading ace and king."""
    position = place(rules, t0="KC", t1="AC")
    assert refusal(rules, position, "t0-t1") is Objection.BUILD_DOWN_IN_ANY_SUIT
    assert refusal(rules, position, "t1-t0") is Objection.BUILD_DOWN_IN_ANY_SUIT


@either
def test_foundations_are_built_in_suit_from_the_ace_to_the_king(rules: Rules) -> None:
    """stronghold, Goal 1; Foundations 1; Sequence of Actions 2; Key Terms 2."""
    position = place(rules, t0=" ".join(reversed(TEXT[39:])), t1="3H 2H")
    for _ in range(13):
        assert refusal(rules, position, "t1-f3") is not None
        position = play(rules, position, "t0-f3")
    assert cards_of(rules, position, "f3") == "AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD"


@either
def test_only_an_ace_starts_a_foundation_and_only_that_of_its_suit(rules: Rules) -> None:
    """stronghold, Foundations 2; Sequence of Actions 1."""
    position = place(rules, t0="AC", t1="2S", t2="KH")
    assert [move for move in legal(rules, position) if "-f" in move] == ["t0-f0"]
    assert refusal(rules, position, "t1-f1") is Objection.FOUNDATION_STARTS


@either
def test_any_card_fills_an_empty_column(rules: Rules) -> None:
    """stronghold, Empty Tableau Piles 1; Special Rules 1; Sequence of Actions 4."""
    position = place(rules, t0="3S AC", t1="9C 7H", t2="2D KD")
    for source in ("t0", "t1", "t2"):
        for target in ("t3", "t7"):
            assert refusal(rules, position, f"{source}-{target}") is None


def test_a_player_without_a_move_has_lost_unless_they_undo() -> None:
    """stronghold, If No Moves Are Possible 1; Losing 1; reading stuck."""
    eight = ["2C", "4C", "6C", "8C", "TC", "QC", "2S", "4S"]
    blocked = place(RULES, (), **{f"t{column}": text for column, text in enumerate(eight)})
    assert legal(RULES, blocked) == []
    assert outcome(RULES, blocked, []) is Outcome.STUCK


def test_a_free_cell_is_a_move_left() -> None:
    """stronghold, If No Moves Are Possible 1; reading cell; reading stuck."""
    eight = ["2C", "4C", "6C", "8C", "TC", "QC", "2S", "4S"]
    position = place(WITH_CELL, (), **{f"t{column}": text for column, text in enumerate(eight)})
    assert outcome(WITH_CELL, position, legal_moves(WITH_CELL, position)) is Outcome.PLAYING


@either
def test_all_cards_on_the_foundations_win(rules: Rules) -> None:
    """stronghold, Winning 1; Goal 1; reading won."""
    nearly = place(rules, f0="to KC", f1="to QS", f2="to KH", f3="to KD", t7="KS")
    won = play(rules, nearly, "t7-f1")
    assert outcome(rules, won, legal_moves(rules, won)) is Outcome.WON


def test_with_the_option_one_cell_holds_one_card() -> None:
    """stronghold, Cells 1; Key Terms 3; reading cell; reading cells."""
    position = place(WITH_CELL, t0="9C 2D", t1="5H")
    assert refusal(WITH_CELL, position, "t0-c0") is None
    assert refusal(WITH_CELL, position, "t0-c1") is Objection.NO_SUCH_PILE
    taken = play(WITH_CELL, position, "t0-c0")
    assert refusal(WITH_CELL, taken, "t1-c0") is Objection.CELL_IS_TAKEN
    assert refusal(RULES, place(RULES, t0="9C 2D"), "t0-c0") is Objection.NO_SUCH_PILE


def test_the_card_in_the_cell_goes_back_to_a_column_or_to_a_foundation() -> None:
    """stronghold, reading cell."""
    position = place(WITH_CELL, c0="2D", t0="3S", t1="9C", f3="AD")
    assert [move for move in legal(WITH_CELL, position) if move[0] == "c"] == [
        *("c0-f3", "c0-t0", "c0-t2", "c0-t3", "c0-t4", "c0-t5", "c0-t6", "c0-t7")
    ]
