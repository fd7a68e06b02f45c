"""Moves on tiny tables: exactly which are legal, and why every other is refused."""

from dataclasses import replace

import pytest

from engine.moves import (
    IllegalMove,
    InvalidMove,
    Move,
    Objection,
    Outcome,
    after,
    apply,
    distinct_moves,
    legal_moves,
    outcome,
    renames,
    replay,
)
from engine.position import Position
from engine.rules import Build, Foundation, Lift, Rules, Space
from tests.engine.positions import PACKED, PLAIN, cards_of, legal, place, play, refusal
from tests.engine.variants import rules_of

ANY_SUIT = replace(PLAIN, build=Build.DOWN_IN_ANY_SUIT)
IN_SUIT = replace(PLAIN, build=Build.UP_OR_DOWN_IN_SUIT)
NO_BUILDING = replace(PLAIN, build=Build.NONE)
KINGS = replace(PACKED, space=Space.KING)
CLOSED = replace(PLAIN, space=Space.NOTHING)
CELL = replace(PACKED, cells=2)
RESERVE = replace(PLAIN, reserve=2)
HIDDEN = replace(PACKED, face_down_rows=(0, 2))
BY_ONES = replace(NO_BUILDING, space=Space.NOTHING, foundation=Foundation.FROM_DEALT_CARD_BY_ONES)
BY_TWOS = replace(NO_BUILDING, space=Space.NOTHING, foundation=Foundation.FROM_DEALT_CARD_BY_TWOS)

REFUSALS = {
    Objection.NO_SUCH_PILE: [
        (PLAIN, {"t0": "5C"}, "t0-t3"),
        (PLAIN, {"t0": "5C"}, "t9-t0"),
        (PLAIN, {"t0": "5C"}, "t0-c0"),
        (PLAIN, {"t0": "5C"}, "r0-t0"),
        (PLAIN, {"t0": "5C"}, "t0-f4"),
    ],
    Objection.SAME_PILE: [(PLAIN, {"t0": "5C"}, "t0-t0"), (PLAIN, {}, "t1-t1"), (CELL, {"c0": "5C"}, "c0-c0")],
    Objection.NOTHING_THERE: [(PLAIN, {"t1": "5C"}, "t0-t1"), (CELL, {"t1": "5C"}, "c1-t1")],
    Objection.TOO_FEW_CARDS: [
        (PACKED, {"t0": "5C 4H", "t1": "6D"}, "t0-t1:3"),
        (CELL, {"c0": "5C", "t1": "6D"}, "c0-t1:2"),
    ],
    Objection.FOUNDATION_KEEPS: [
        (PLAIN, {"f0": "to 5C", "t0": "6D"}, "f0-t0"),
        (PLAIN, {"f0": "to 5C"}, "f0-f1"),
        (PLAIN, {}, "f0-t0"),
    ],
    Objection.ONE_AT_A_TIME: [(PLAIN, {"t0": "5C 4H", "t1": "6D"}, "t0-t1:2"), (PLAIN, {"t0": "5C 4H"}, "t0-f0:2")],
    Objection.FACE_DOWN: [(HIDDEN, {"t0": "6S 5H 4C", "t1": "7D"}, "t0-t1:3")],
    Objection.NOT_PACKED: [
        (PACKED, {"t0": "5C 3H", "t1": "6D"}, "t0-t1:2"),
        (PACKED, {"t0": "5C 4S", "t1": "6D"}, "t0-t1:2"),
        (PACKED, {"t0": "4H 5C", "t1": "6D"}, "t0-t1:2"),
        (replace(PACKED, build=Build.NONE), {"t0": "5C 4H"}, "t0-t1:2"),
    ],
    Objection.RESERVE_TAKES_NOTHING: [(RESERVE, {"t0": "5C"}, "t0-r0"), (RESERVE, {"r0": "5C"}, "r0-r1")],
    Objection.CELL_TAKES_ONE: [(CELL, {"t0": "5C 4H"}, "t0-c0:2")],
    Objection.CELL_TAKES_FROM_COLUMNS: [
        (CELL, {"c0": "5C"}, "c0-c1"),
        (replace(CELL, reserve=1), {"r0": "5C"}, "r0-c0"),
    ],
    Objection.CELL_IS_TAKEN: [
        (CELL, {"c0": "5C", "t0": "4H"}, "t0-c0"),
        (CELL, {"c0": "5C", "t0": "6S 5H"}, "t0-c0:2"),
    ],
    Objection.FOUNDATION_TAKES_ONE: [(PACKED, {"t0": "3H 2S", "f1": "AS"}, "t0-f1:2")],
    Objection.FOUNDATION_STARTS: [
        (PLAIN, {"t0": "2C"}, "t0-f0"),
        (PLAIN, {"t0": "AS"}, "t0-f0"),
        (PLAIN, {"t0": "KC"}, "t0-f0"),
    ],
    Objection.FOUNDATION_FOLLOWS_IN_SUIT: [
        (PLAIN, {"f0": "AC", "t0": "2S"}, "t0-f0"),
        (PLAIN, {"f0": "AC", "t0": "3C"}, "t0-f0"),
        (PLAIN, {"f0": "to 2C", "t0": "AS"}, "t0-f0"),
    ],
    Objection.FOUNDATION_FOLLOWS_BY_ONES: [
        (BY_ONES, {"f0": "5C", "t0": "4C"}, "t0-f0"),
        (BY_ONES, {"f0": "5C", "t0": "7H"}, "t0-f0"),
    ],
    Objection.FOUNDATION_FOLLOWS_BY_TWOS: [(BY_TWOS, {"f0": "5C", "t0": "6C"}, "t0-f0")],
    Objection.FOUNDATION_IS_COMPLETE: [
        (PLAIN, {"f0": "to KC", "t0": "AS"}, "t0-f0"),
        (BY_ONES, {"f0": "to KC", "t0": "AS"}, "t0-f0"),
    ],
    Objection.SPACE_TAKES_KINGS: [
        (KINGS, {"t0": "KC QH"}, "t0-t1"),
        (KINGS, {"t0": "QH JC", "t1": "2C"}, "t0-t2:2"),
        (replace(KINGS, cells=1), {"c0": "QH"}, "c0-t2"),
    ],
    Objection.SPACE_STAYS_EMPTY: [(CLOSED, {"t0": "KC"}, "t0-t1"), (replace(CLOSED, cells=1), {"c0": "KC"}, "c0-t0")],
    Objection.BUILD_DOWN_IN_ALTERNATE_COLOURS: [
        (PLAIN, {"t0": "TH", "t1": "JD"}, "t0-t1"),
        (PLAIN, {"t0": "JC", "t1": "TH"}, "t0-t1"),
        (RESERVE, {"r0": "9H", "t1": "JC"}, "r0-t1"),
        (PACKED, {"t0": "TH 9S", "t1": "JD"}, "t0-t1:2"),
    ],
    Objection.BUILD_DOWN_IN_ANY_SUIT: [(ANY_SUIT, {"t0": "TH", "t1": "9H"}, "t0-t1")],
    Objection.BUILD_UP_OR_DOWN_IN_SUIT: [(IN_SUIT, {"t0": "TH", "t1": "9D"}, "t0-t1")],
    Objection.NO_BUILDING: [(NO_BUILDING, {"t0": "TH", "t1": "JC"}, "t0-t1")],
}


def table() -> list[object]:
    return [
        pytest.param(rules, piles, move, expected, id=f"{expected.name} {move} {number}")
        for expected, cases in REFUSALS.items()
        for number, (rules, piles, move) in enumerate(cases)
    ]


def at_table(rules: Rules, piles: dict[str, str]) -> Position:
    """Set up the piles. If the rules have face-down rows, two cards of the first column lie face down."""
    return place(rules, (2, 0, 0) if rules.face_down_rows else (), **piles)


@pytest.mark.parametrize(("rules", "piles", "move", "expected"), table())
def test_a_move_is_refused_for_its_reason(rules: Rules, piles: dict[str, str], move: str, expected: Objection) -> None:
    position = at_table(rules, piles)
    assert refusal(rules, position, move) is expected
    assert move not in legal(rules, position)
    with pytest.raises(IllegalMove) as refused:
        apply(rules, position, Move.read(move))
    assert refused.value.objection is expected
    assert refused.value.move == Move.read(move)
    assert str(refused.value) == expected.value


def test_every_objection_is_reached_by_the_table() -> None:
    assert set(REFUSALS) == set(Objection)


def test_every_objection_is_a_sentence_of_its_own() -> None:
    sentences = [objection.value for objection in Objection]
    assert len(set(sentences)) == len(sentences)
    assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in sentences)


@pytest.mark.parametrize("count", [0, -1])
@pytest.mark.parametrize("rules", [PLAIN, PACKED], ids=["top card", "packed sequence"])
def test_a_move_of_no_cards_is_not_legal(rules: Rules, count: int) -> None:
    with pytest.raises((IllegalMove, InvalidMove)):
        apply(rules, place(rules, t0="5C", t1="6D"), Move("t0", "t1", count))


# --- exact lists -------------------------------------------------------------------------------------------------


def test_single_cards_are_built_and_fill_any_space() -> None:
    position = place(PLAIN, t0="JC 9D", t1="TH")
    assert legal(PLAIN, position) == ["t0-t2", "t1-t2"]
    assert legal(PLAIN, play(PLAIN, position, "t0-t2")) == ["t1-t0"]


def test_of_a_packed_sequence_every_end_may_be_lifted() -> None:
    position = place(PACKED, t0="2C JC TH 9S", t1="QD", t2="TD")
    assert legal(PACKED, position) == ["t0-t1:3", "t0-t2"]


def test_a_sequence_goes_to_a_space_whole_or_in_part() -> None:
    position = place(PACKED, t0="2C JC TH", t1="QS")
    assert legal(PACKED, position) == ["t0-t2", "t0-t2:2", "t1-t2"]


def test_a_whole_column_may_be_moved_to_a_space() -> None:
    assert legal(PLAIN, place(PLAIN, t0="5C")) == ["t0-t1", "t0-t2"]


def test_only_a_king_heads_what_fills_a_space_where_kings_alone_may() -> None:
    position = place(KINGS, t0="3H KC QH", t1="4S KD")
    assert legal(KINGS, position) == ["t0-t2:2", "t1-t2"]


def test_building_up_or_down_in_suit_goes_both_ways() -> None:
    position = place(IN_SUIT, t0="7C", t1="8C", t2="6C 7D")
    assert legal(IN_SUIT, position) == ["t0-t1", "t1-t0"]


def test_each_space_cell_and_foundation_counts_as_a_move_of_its_own() -> None:
    position = place(CELL, t0="2C AC", t1="9H")
    assert legal(CELL, position) == ["t0-c0", "t0-c1", "t0-f0", "t0-t2", "t1-c0", "t1-c1", "t1-t2"]


def test_a_card_goes_to_each_foundation_that_takes_it() -> None:
    position = place(BY_ONES, t0="AD 6H", f0="5C", f1="9S", f2="5D", f3="KS")
    assert legal(BY_ONES, position) == ["t0-f0", "t0-f2"]


def test_foundations_by_twos_turn_the_corner() -> None:
    position = place(BY_TWOS, t0="AC", t1="2C", t2="KH", f0="QS", f1="KD", f2="JS", f3="TS")
    assert legal(BY_TWOS, position) == ["t0-f0", "t1-f1", "t2-f2"]


def test_cards_leave_cells_and_reserve_for_columns_and_foundations() -> None:
    rules = replace(PLAIN, cells=1, reserve=1)
    position = place(rules, t0="3H", t1="8S", t2="KC", c0="2S", r0="7D", f1="AS")
    assert legal(rules, position) == ["c0-f1", "c0-t0", "r0-t1"]


def test_a_run_that_reaches_below_a_face_down_card_is_lifted_only_to_it() -> None:
    rules = replace(PACKED, face_down_rows=(0,))
    position = place(rules, (1, 0, 0), t0="7D 6S 5H", t1="7H", t2="8S")
    assert "t0-t1:2" in legal(rules, position)
    assert refusal(rules, position, "t0-t2:3") is Objection.FACE_DOWN


def test_an_empty_table_has_no_moves() -> None:
    assert legal(PLAIN, place(PLAIN)) == []


# --- moving -----------------------------------------------------------------------------------------------------


def test_a_move_leaves_the_old_position_as_it_was() -> None:
    position = place(PACKED, t0="JC TH 9S", t1="QD")
    after = apply(PACKED, position, Move("t0", "t1", 3))
    assert cards_of(PACKED, position, "t0") == "JC TH 9S"
    assert (cards_of(PACKED, after, "t0"), cards_of(PACKED, after, "t1")) == ("", "QD JC TH 9S")


def test_the_card_that_a_move_uncovers_turns_up_with_it() -> None:
    position = place(HIDDEN, (2, 0, 0), t0="6S 5H 4C 8D", t1="9S")
    uncovered = play(HIDDEN, position, "t0-t1")
    assert uncovered.face_down == (1, 0, 0)
    assert play(HIDDEN, uncovered, "t0-t2").face_down == (1, 0, 0)
    assert play(HIDDEN, uncovered, "t0-t2", "t2-t0").face_down == (1, 0, 0), "it stays up when covered again"


def test_the_last_face_down_card_of_a_column_turns_up_too() -> None:
    rules = replace(PACKED, face_down_rows=(0,))
    assert play(rules, place(rules, (1, 1, 0), t0="6S 5H", t1="2C 9D"), "t0-t2").face_down == (0, 1, 0)


def test_a_replay_stops_at_the_first_illegal_move() -> None:
    rules = rules_of("fortress")
    with pytest.raises(IllegalMove) as refused:
        replay(rules, tuple(range(52)), [Move("t0", "f0", 1)])
    assert refused.value.move == Move("t0", "f0")


# --- how it stands -----------------------------------------------------------------------------------------------


def stands(rules: Rules, position: Position) -> Outcome:
    return outcome(rules, position, legal_moves(rules, position))


def test_four_complete_foundations_are_a_win() -> None:
    assert stands(PLAIN, place(PLAIN, f0="to KC", f1="to KS", f2="to KH", f3="to KD")) is Outcome.WON
    assert stands(PLAIN, place(PLAIN, f0="to KC", f1="to KS", f2="to KH", f3="to QD", t0="KD")) is Outcome.PLAYING


def test_a_player_with_a_move_is_playing() -> None:
    assert stands(PLAIN, place(PLAIN, t0="5C", t1="6D", t2="9D")) is Outcome.PLAYING


def test_a_player_without_a_move_is_stuck() -> None:
    assert stands(PLAIN, place(PLAIN, t0="5C", t1="7D", t2="9D")) is Outcome.STUCK


def test_a_player_who_can_only_change_the_places_of_columns_is_stuck() -> None:
    position = place(PLAIN, t0="5C", t1="9D")
    assert legal(PLAIN, position) == ["t0-t2", "t1-t2"]
    assert stands(PLAIN, position) is Outcome.STUCK


def test_part_of_a_column_to_a_space_is_more_than_a_renaming() -> None:
    assert stands(PLAIN, place(PLAIN, t0="5C 2C", t1="9D")) is Outcome.PLAYING
    assert stands(PACKED, place(PACKED, t0="5C 4H", t1="9D")) is Outcome.PLAYING


@pytest.mark.parametrize(
    ("move", "verdict"),
    [("t0-t2", False), ("t0-t2:2", True), ("t1-t2", True), ("c0-t2", False), ("r0-t2", False), ("t1-c1", False)],
)
def test_only_a_whole_column_to_a_space_renames(move: str, verdict: bool) -> None:
    rules = replace(PACKED, cells=2, reserve=1)
    position = place(rules, t0="5C 4H", t1="9D", c0="2S", r0="KC")
    assert move in legal(rules, position)
    assert renames(rules, position, Move.read(move)) is verdict


def test_a_whole_column_laid_on_another_renames_nothing() -> None:
    position = place(PLAIN, t0="5C", t1="6D")
    assert not renames(PLAIN, position, Move("t0", "t1"))


# --- texts -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["t0-t1", "t12-f3", "c0-t5", "r15-t0", "t3-t5:4", "t0-t1:13"])
def test_a_move_text_is_read_and_written_alike(text: str) -> None:
    assert str(Move.read(text)) == text


def test_a_count_of_one_is_read_and_left_out() -> None:
    assert Move.read("t3-t5:1") == Move("t3", "t5")
    assert str(Move.read("t3-t5:1")) == "t3-t5"


@pytest.mark.parametrize(
    "text",
    [
        *("", "t3", "t3-", "-t5", "t3t5", "t3-t5:", "t3-t5:0", "t3-t5:-1", "t3-t5:01", "t03-t5", "T3-T5", "x3-t5"),
        *("t3–t5", " t3-t5", "t3-t5\n", "t3-t5:4 ", "t٣-t5", "t3-t5:4:4", "t-t", "t3-t5:" + "9" * 60),
    ],
)
def test_another_text_is_no_move(text: str) -> None:
    with pytest.raises(InvalidMove, match=r"^Write a move like t3-t5, or t3-t5:4 for four cards\.$"):
        Move.read(text)


def test_a_longer_lift_than_any_pile_is_refused_calmly() -> None:
    assert refusal(PACKED, place(PACKED, t0="5C"), "t0-t1:99999999") is Objection.TOO_FEW_CARDS


def test_lift_has_a_test_for_each_member() -> None:
    assert {rules.lift for rules in (PLAIN, PACKED)} == set(Lift)


def test_of_moves_that_differ_only_in_the_order_of_piles_the_first_stands_for_all() -> None:
    stronghold = rules_of("stronghold", cell="one")
    position = place(stronghold, t0="AC 9H", t1="TC")
    distinct = distinct_moves(stronghold, position)
    assert sorted(map(str, distinct)) == ["t0-c0", "t0-t1", "t0-t2", "t1-c0", "t1-t2"]
    assert all(reached == after(stronghold, position, move) for move, reached in distinct.items())
    assert {str(move) for move in distinct} < set(legal(stronghold, position))
