from dataclasses import replace

import pytest

from engine.cards import CARDS
from engine.deals import shuffled
from engine.position import deal, diagram, face_down_rows, face_up, gather, layout, pile, restore, snapshot
from engine.rules import Foundation, arrange
from tests.engine.positions import PLAIN, cards_of, place, play
from tests.engine.variants import VARIANTS, Variant, rules_of

STONEWALL = rules_of("stonewall")


def test_piles_are_named_by_kind_and_number() -> None:
    table = layout(replace(PLAIN, cells=1, reserve=2))
    assert table.ids == ("t0", "t1", "t2", "f0", "f1", "f2", "f3", "c0", "r0", "r1")
    assert [table.ids[at] for at in table.columns] == ["t0", "t1", "t2"]
    assert [table.ids[at] for at in table.foundations] == ["f0", "f1", "f2", "f3"]
    assert [table.ids[at] for at in table.cells] == ["c0"]
    assert [table.ids[at] for at in table.reserve] == ["r0", "r1"]


def test_cards_are_dealt_row_by_row_and_left_to_right() -> None:
    position = deal(rules_of("fortress"), tuple(CARDS))
    assert position.piles[0] == (0, 10, 20, 30, 40, 50)
    assert position.piles[1] == (1, 11, 21, 31, 41, 51)
    assert position.piles[9] == (9, 19, 29, 39, 49)


def test_foundations_are_dealt_after_the_columns_and_before_the_reserve() -> None:
    rules = replace(PLAIN, columns=(23, 23), foundation=Foundation.FROM_DEALT_CARD_BY_ONES, reserve=2)
    position = deal(rules, tuple(CARDS))
    assert [pile(rules, position, f"f{number}") for number in range(4)] == [(46,), (47,), (48,), (49,)]
    assert [pile(rules, position, f"r{number}") for number in range(2)] == [(50,), (51,)]


def test_a_deck_of_another_size_than_the_table_is_not_dealt() -> None:
    with pytest.raises(ValueError, match="zip"):
        deal(PLAIN, tuple(CARDS))


def test_the_named_rows_are_dealt_face_down() -> None:
    position = deal(STONEWALL, shuffled(1))
    assert [face_down_rows(STONEWALL, position, at) for at in layout(STONEWALL).columns] == [(0, 2, 4)] * 6
    assert face_down_rows(STONEWALL, position, layout(STONEWALL).reserve[0]) == ()


def test_a_column_too_short_for_a_face_down_row_has_none_there() -> None:
    rules = replace(PLAIN, columns=(2, 25, 25), face_down_rows=(0, 2))
    assert deal(rules, tuple(CARDS)).face_down == (1, 2, 2)


def test_rows_turn_up_from_the_top_downwards() -> None:
    position = place(STONEWALL, (2, 0, 0, 0, 0, 0), t0="2C 3C 4C 5C")
    assert face_down_rows(STONEWALL, position, 0) == (0, 2)
    assert face_down_rows(STONEWALL, play(STONEWALL, position, "t0-t1"), 0) == (0,)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_deck_is_gathered_from_the_position_it_deals(variant: Variant) -> None:
    rules, deck = variant.rules, shuffled(7)
    assert gather(rules, deal(rules, deck)) == arrange(rules.dealing, deck)


def test_no_deck_is_gathered_from_a_position_in_play() -> None:
    rules = rules_of("stronghold", cell="one")
    assert gather(rules, play(rules, deal(rules, shuffled(1)), "t0-c0")) is None
    assert gather(STONEWALL, deal(STONEWALL, shuffled(1))._replace(face_down=(0,) * 6)) is None


def test_a_pile_is_asked_for_by_its_id() -> None:
    position = deal(STONEWALL, shuffled(1))
    assert cards_of(STONEWALL, position, "t0") == "JD 7C AD 9D 4C 4D"
    with pytest.raises(KeyError):
        pile(STONEWALL, position, "c0")


def test_a_snapshot_is_one_line_with_face_down_cards_in_small_letters() -> None:
    rules = replace(PLAIN, face_down_rows=(0, 2), cells=1, reserve=1)
    position = place(rules, (2, 1, 0), t0="TH 9S 2C 3D", t1="5C 4H 3S", c0="KD", f2="to 2H")
    line = "th9S2c3D/5c4H3S///" + "/AH2H//KD/"
    assert snapshot(rules, position) == line
    assert restore(rules, line) == position


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_dealt_position_is_restored_from_its_snapshot(variant: Variant) -> None:
    position = deal(variant.rules, shuffled(32001))
    assert restore(variant.rules, snapshot(variant.rules, position)) == position


def test_a_position_is_drawn_with_face_down_cards_in_brackets() -> None:
    position = deal(STONEWALL, shuffled(1))
    assert diagram(STONEWALL, play(STONEWALL, position, "t2-t0")) == (
        "Foundations: -- -- -- --\n"
        "Reserve: 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H\n"
        "\n"
        " t0   t1   t2   t3   t4   t5\n"
        "(JD) (2D) (9H) (JC) (5D) (7H)\n"
        " 7C   5H   KD   KC   9S   5S\n"
        "(AD) (QC) (KH) (3H) (2S) (KS)\n"
        " 9D   QD   JS   AS   AH   3C\n"
        "(4C) (5C)  TS  (QH) (4H) (AC)\n"
        " 4D   7S        TD   4S   TH\n"
        " 3S\n"
    )


def test_a_drawing_shows_foundation_tops_cells_and_spaces() -> None:
    rules = replace(PLAIN, cells=2)
    position = place(rules, t0="TH 9S", t2="2C", c1="KD", f2="to 3H")
    assert diagram(rules, position) == ("Foundations: -- -- 3H --\nCells: -- KD\n\n t0   t1   t2\n TH    .   2C\n 9S\n")


def test_cards_turned_up_stay_where_they_lie() -> None:
    dealt = deal(rules_of("stonewall"), shuffled(4))
    assert any(dealt.face_down)
    shown = face_up(dealt)
    assert (shown.piles, shown.face_down) == (dealt.piles, (0,) * len(dealt.face_down))


def test_a_diagram_shows_the_top_of_each_foundation_and_cell_and_every_card_of_a_column() -> None:
    stronghold = rules_of("stronghold", cell="one")
    lines = diagram(stronghold, place(stronghold, f1="to 3S", c0="KD", t0="9H 8C", t2="QC")).splitlines()
    assert [line for line in lines if line.startswith(("Foundations", "Cells"))] == [
        "Foundations: -- 3S -- --",
        "Cells: KD",
    ]
    assert [line.split() for line in lines[-2:]] == [["9H", ".", "QC", *["."] * (len(stronghold.columns) - 3)], ["8C"]]
