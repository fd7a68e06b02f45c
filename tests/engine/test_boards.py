"""Board texts, in the words that PySolFC and Freecell Solver print and read."""

from dataclasses import replace

import pytest

from engine.boards import InvalidBoard, board_text, read_board, read_deal
from engine.cards import InvalidCard, spell
from engine.deals import shuffled
from engine.position import Position, deal
from engine.rules import Foundation, arrange
from tests.engine.positions import PLAIN, cards_of, place, play
from tests.engine.variants import VARIANTS, Variant, rules_of

EIGHT_COLUMNS = replace(PLAIN, columns=(7, 7, 7, 7, 6, 6, 6, 6), cells=4)
SIX_BY_FOUR = rules_of("six-by-four", cells="four")
STRONGHOLD = rules_of("stronghold")
STONEWALL = rules_of("stonewall")
STALACTITES = rules_of("stalactites", by="ones")

# Deal 24 of the Microsoft generator, as those programs print it.
DEAL_24 = """\
4C 2C 9C 8C QS 4S 2H
5H QH 3C AC 3H 4H QD
QC 9S 6H 9H 3S KS 3D
5D 2S JC 5C JH 6D AS
2D KD TH TC TD 8D
7H JS KH TS KC 7C
AH 5S 6S AD 8H JD
7S 6C 7D 4D 8S 9D
"""

IN_PLAY = """\
# A game half played, with a comment, small letters and a ten in figures.
Foundations: H-3 C-A D-0 S-10
Freecells: JS - - kd
: 4C 2C 9C 8C

: QH 3C
: QC 6H 9H KS 5H
: 5D JC 5C JH 6D
: 2D KH 10H TC 10D 8D
: 7H QD KC 7C 9D
: 4H AD 8H JD 4D 6C 7D QS 3D
"""


def position_in_play() -> Position:
    return place(
        EIGHT_COLUMNS,
        f0="AC",
        f1="to TS",
        f2="to 3H",
        c0="JS",
        c3="KD",
        t0="4C 2C 9C 8C",
        t1="",
        t2="QH 3C",
        t3="QC 6H 9H KS 5H",
        t4="5D JC 5C JH 6D",
        t5="2D KH TH TC TD 8D",
        t6="7H QD KC 7C 9D",
        t7="4H AD 8H JD 4D 6C 7D QS 3D",
    )


def test_the_deal_that_the_other_programs_print_is_read() -> None:
    assert read_deal(STRONGHOLD, DEAL_24) == shuffled(24)


def test_a_deal_is_written_as_the_other_programs_print_it() -> None:
    assert board_text(STRONGHOLD, deal(STRONGHOLD, shuffled(24))) == "Foundations:\n" + DEAL_24


def test_a_board_with_headings_comments_colons_and_tens_is_read() -> None:
    assert read_board(EIGHT_COLUMNS, IN_PLAY) == position_in_play()


def test_a_board_with_more_lines_than_columns_is_refused() -> None:
    with pytest.raises(InvalidBoard, match=r"^This game has 8 columns; the board has 9 lines of cards\.$"):
        read_board(EIGHT_COLUMNS, IN_PLAY + ": KC\n")


def test_a_board_in_play_is_written_with_its_foundations_cells_and_spaces() -> None:
    position = position_in_play()
    assert board_text(EIGHT_COLUMNS, position) == (
        "Foundations: H-3 C-A S-T\n"
        "Freecells: JS - - KD\n"
        "4C 2C 9C 8C\n"
        ":\n"
        "QH 3C\n"
        "QC 6H 9H KS 5H\n"
        "5D JC 5C JH 6D\n"
        "2D KH TH TC TD 8D\n"
        "7H QD KC 7C 9D\n"
        "4H AD 8H JD 4D 6C 7D QS 3D\n"
    )


def test_columns_left_out_at_the_end_are_empty() -> None:
    won = read_board(EIGHT_COLUMNS, "Foundations: H-K C-K D-K S-Q\nKS\n")
    assert cards_of(EIGHT_COLUMNS, won, "t0") == "KS"
    assert won.piles[1:8] == ((),) * 7


def test_a_line_left_blank_between_columns_is_an_empty_column() -> None:
    position = read_board(EIGHT_COLUMNS, "\n\nFoundations: H-K C-K D-K S-J\nQS\n\nKS\n\n\n")
    assert [cards_of(EIGHT_COLUMNS, position, pile) for pile in ("t0", "t1", "t2")] == ["QS", "", "KS"]


def test_a_dealt_foundation_is_written_as_its_cards() -> None:
    position = deal(STALACTITES, shuffled(1))
    assert board_text(STALACTITES, position).startswith("Foundations: 6S 9C 2H 6H\nFreecells: - -\nJD KD 2S 4C")
    after = play(STALACTITES, position, "t4-c1", "t5-f2")
    assert board_text(STALACTITES, after).startswith("Foundations: 6S 9C 2H,3D 6H\nFreecells: - 6C\n")
    assert read_board(STALACTITES, board_text(STALACTITES, after)) == after


def test_the_reserve_has_a_line_of_its_own_and_face_down_cards_angle_brackets() -> None:
    position = play(STONEWALL, deal(STONEWALL, shuffled(1)), "r4-t1", "t2-t0")
    assert board_text(STONEWALL, position) == (
        "Foundations:\n"
        "Reserve: 8H 2C JH 7D - 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H\n"
        "<JD> 7C <AD> 9D <4C> 4D 3S\n"
        "<2D> 5H <QC> QD <5C> 7S 6D\n"
        "<9H> KD <KH> JS TS\n"
        "<JC> KC <3H> AS <QH> TD\n"
        "<5D> 9S <2S> AH <4H> 4S\n"
        "<7H> 5S <KS> 3C <AC> TH\n"
    )


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_deal_written_as_board_or_as_deck_is_read_again(variant: Variant) -> None:
    for number in (1, 32001, 1234567890123456789):
        deck = shuffled(number)
        text = board_text(variant.rules, deal(variant.rules, deck))
        laid_out = arrange(variant.rules.dealing, deck)
        assert read_deal(variant.rules, text) == read_deal(variant.rules, spell(deck)) == laid_out


def test_face_down_cards_of_a_dealt_board_need_not_be_marked() -> None:
    text = board_text(STONEWALL, deal(STONEWALL, shuffled(5))).replace("<", "").replace(">", "")
    assert read_deal(STONEWALL, text) == shuffled(5)


def test_a_deck_over_several_lines_is_a_deck_and_not_a_board() -> None:
    words = spell(shuffled(3)).split()
    assert read_deal(STRONGHOLD, "\n".join(" ".join(words[at : at + 13]) for at in range(0, 52, 13))) == shuffled(3)


HOME = "Foundations: H-K C-K D-K S-Q\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (HOME + "KS 1C", "“1C” is not a card: write a rank of A23456789TJQK and a suit of CSHD."),
        (HOME + "KS KS", "The king of spades (KS) appears twice."),
        (HOME + "KS 2H", "The 2 of hearts (2H) appears twice."),
        (HOME, "A deck has 52 cards; this one has 51, without KS."),
        ("", "A deck has 52 cards; this one has 0, without AC, 2C, 3C, 4C, 5C, 6C and 46 more."),
        (HOME.replace("H-K", "H-14") + "KS", "“H-14” is not a foundation: write H-3 for hearts up to the three."),
        (HOME.replace("H-K", "hearts") + "KS", "“hearts” is not a foundation: write H-3 for hearts up to the three."),
        (HOME + HOME + "KS", "The board has two lines “Foundations:”."),
        (HOME + "freecells: - - - KS -", "The line “Freecells:” has 5 places; this game has 4."),
        (HOME + "Reserve: KS", "The line “Reserve:” has 1 places; this game has 0."),
        (HOME + "<KS>", "Column 1 has face-down cards where this game has none."),
        (HOME + "KS" + " " * 4000, "A board text has at most 4000 characters."),
    ],
)
def test_a_wrong_board_is_refused_with_its_sentence(text: str, sentence: str) -> None:
    with pytest.raises((InvalidBoard, InvalidCard)) as refused:
        read_board(EIGHT_COLUMNS, text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("line", ["", "Foundations: 6S 9C 2H\n", "Foundations: 6S 9C 2H 6H AD\n"])
def test_dealt_foundations_must_be_four(line: str) -> None:
    text = board_text(STALACTITES, deal(STALACTITES, shuffled(1))).replace("Foundations: 6S 9C 2H 6H\n", line)
    with pytest.raises(InvalidBoard, match=r"^This game needs a line “Foundations:” with four cards\.$"):
        read_board(STALACTITES, text)


@pytest.mark.parametrize(
    ("first", "moved"),
    [
        ("<JD> <7C> <AD> 9D <4C> 4D", ""),  # a row that is dealt face up
        ("JD 7C <AD> 9D <4C> 4D", ""),  # face up below a face-down card
        ("<JD> 7C <AD> 9D <4C>", " 4D"),  # a face-down card on top
    ],
)
def test_face_down_cards_stand_only_where_the_game_has_them(first: str, moved: str) -> None:
    foundations, reserve, _, second, *rest = board_text(STONEWALL, deal(STONEWALL, shuffled(1))).splitlines()
    with pytest.raises(InvalidBoard, match=r"^Column 1 has face-down cards where this game has none\.$"):
        read_board(STONEWALL, "\n".join([foundations, reserve, first, second + moved, *rest]))


def test_a_board_in_play_is_no_deal() -> None:
    position = play(STALACTITES, deal(STALACTITES, shuffled(1)), "t4-c1")
    with pytest.raises(InvalidBoard, match=r"^This is not a dealt board, with 6, 6, 6, 6, 6, 6, 6, 6 cards in the"):
        read_deal(STALACTITES, board_text(STALACTITES, position))


def test_foundations_of_another_kind_are_refused() -> None:
    rules = replace(STALACTITES, foundation=Foundation.FROM_ACE_IN_SUIT)
    with pytest.raises(InvalidBoard, match="is not a foundation"):
        read_board(rules, board_text(STALACTITES, deal(STALACTITES, shuffled(1))))


def test_a_board_of_a_game_with_cells_may_leave_their_line_out() -> None:
    text = board_text(SIX_BY_FOUR, deal(SIX_BY_FOUR, shuffled(9)))
    assert read_deal(SIX_BY_FOUR, text.replace("Freecells: - - - -\n", "")) == shuffled(9)
