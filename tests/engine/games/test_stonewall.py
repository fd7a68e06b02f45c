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
RULES = rules_of("stonewall")
TABLE = layout(RULES)


@rule("1.1", "1.2", "1.3", "1.4")
def test_six_columns_get_six_cards_and_the_reserve_the_other_sixteen() -> None:
    position = deal(RULES, shuffled(1))
    assert [len(position.piles[at]) for at in TABLE.columns] == [6] * 6
    assert [len(position.piles[at]) for at in TABLE.reserve] == [1] * 16
    assert sorted(card for pile in position.piles for card in pile) == list(CARDS)
    assert cards_of(RULES, position, "t0") == "JD 7C AD 9D 4C 4D"
    assert "".join(cards_of(RULES, position, f"r{place}") for place in range(3)) == "8H2CJH"


@rule("1.5", "1.6")
def test_the_first_third_and_fifth_rows_lie_face_down() -> None:
    position = deal(RULES, shuffled(1))
    assert [face_down_rows(RULES, position, at) for at in TABLE.columns] == [(0, 2, 4)] * 6
    assert not any(face_down_rows(RULES, position, at) for at in (*TABLE.foundations, *TABLE.reserve))


@rule("6.2")
def test_the_top_card_of_every_column_can_be_played() -> None:
    position = place(RULES, t0="5D AC", t1="5S 2C", t2="3C 9H")
    assert [move for move in legal(RULES, position) if "-f" in move] == ["t0-f0"]
    position = play(RULES, position, "t0-f0")
    assert [move for move in legal(RULES, position) if "-f" in move] == ["t1-f0"]
    position = play(RULES, position, "t1-f0")
    assert [move for move in legal(RULES, position) if "-f" in move] == [], "the three lies under the nine"


@rule("6.1", "6.3")
def test_four_foundations_start_empty_one_for_each_suit() -> None:
    position = deal(RULES, shuffled(1))
    assert [position.piles[at] for at in TABLE.foundations] == [(), (), (), ()]
    aces = place(RULES, t0="AC", t1="AS", t2="AH", t3="AD")
    assert [move for move in legal(RULES, aces) if "-f" in move] == ["t0-f0", "t1-f1", "t2-f2", "t3-f3"]


@rule("5.1")
def test_every_reserve_card_can_be_played_at_any_time_to_columns_and_foundations() -> None:
    texts = ["AC", "9H", "2S", "KD", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "QC", "JH", "8C"]
    columns = {"t0": "TC", "t1": "9D", "t2": "AS", "t3": "KH", "t4": "2H", "t5": "4D"}
    position = place(RULES, (), **{f"r{number}": text for number, text in enumerate(texts)}, **columns)
    assert [move for move in legal(RULES, position) if move[0] == "r" and "-f" in move] == ["r0-f0"]
    assert refusal(RULES, position, "r1-t0") is None
    assert refusal(RULES, position, "r15-t1") is None


@rule("5.2")
def test_a_reserve_place_once_empty_stays_empty() -> None:
    position = play(RULES, place(RULES, r0="9H", r1="5C", t0="TC", t1="4D"), "r0-t0")
    assert cards_of(RULES, position, "r0") == ""
    for refused in ("t1-r0", "t0-r0", "r1-r0"):
        assert refusal(RULES, position, refused) is Objection.RESERVE_TAKES_NOTHING


@pytest.mark.parametrize(
    ("laid", "onto", "accepted"),
    [
        *(("TH", "JC", True), ("5S", "6D", True), ("TH", "JH", False), ("TH", "JD", False), ("JC", "TH", False)),
        *(("TH", "QC", False), ("KH", "AC", False), ("AC", "KH", False)),
    ],
)
@rule("3.1", "3.3")
def test_columns_are_built_down_in_alternate_colours(laid: str, onto: str, accepted: bool) -> None:
    for source in ("t0", "r7"):
        position = place(RULES, (), **{source: laid}, t1=onto)
        expected = None if accepted else Objection.BUILD_DOWN_IN_ALTERNATE_COLOURS
        assert refusal(RULES, position, f"{source}-t1") is expected


@rule("2.1", "2.2", "2.3")
def test_a_card_or_a_packed_sequence_moves_to_another_column() -> None:
    position = place(RULES, t0="2C TH 9S 8D", t1="JS", t2="TD", t3="9C", t4="4C", t5="6C")
    assert [move for move in legal(RULES, position) if move[:2] == "t0"] == ["t0-t1:3", "t0-t2:2", "t0-t3"]
    assert cards_of(RULES, play(RULES, position, "t0-t1:3"), "t1") == "JS TH 9S 8D"


@rule("2.4", "3.2")
def test_the_lowest_card_of_a_sequence_must_fit_where_it_goes() -> None:
    position = place(RULES, t0="2C TH 9S", t1="JH", t2="QS", t3="TC", t4="TD 8S", t5="JC")
    assert refusal(RULES, position, "t0-t5:2") is None
    for target in ("t1", "t2", "t3"):
        assert refusal(RULES, position, f"t0-{target}:2") is Objection.BUILD_DOWN_IN_ALTERNATE_COLOURS
    assert refusal(RULES, position, "t4-t5:2") is Objection.NOT_PACKED


@rule("2.5")
def test_a_face_down_card_is_in_no_sequence_even_if_it_would_fit() -> None:
    position = place(RULES, (1, 0, 0, 0, 0, 0), t0="TH 9S", t1="JC", t2="TD")
    assert refusal(RULES, position, "t0-t1:2") is Objection.FACE_DOWN
    assert refusal(RULES, position, "t0-t2") is None


@rule("6.3", "6.4")
def test_foundations_are_built_in_suit_from_the_ace_to_the_king() -> None:
    position = place(RULES, t0=" ".join(reversed(TEXT[:13])), r0="3S", r1="2S")
    for _ in range(13):
        assert refusal(RULES, position, "r0-f0") is not None
        assert refusal(RULES, position, "r1-f0") is not None
        position = play(RULES, position, "t0-f0")
    assert cards_of(RULES, position, "f0") == "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"


@rule("6.5")
def test_a_card_that_is_home_stays_there() -> None:
    position = place(RULES, f0="to 5C", t0="6C")
    assert refusal(RULES, position, "f0-t0") is Objection.FOUNDATION_KEEPS


@rule("6.6")
def test_cards_go_home_by_themselves_only_if_the_player_asks_for_it() -> None:
    position = place(RULES, t0="9H AC", t1="2C")
    assert automatic_moves(RULES, position, Automatic.OFF) == []
    assert list(map(str, automatic_moves(RULES, position, Automatic.ALL))) == ["t0-f0", "t1-f0"]


@rule("4.1")
def test_any_card_or_sequence_fills_an_empty_column() -> None:
    position = place(RULES, t0="2C TH 9S", t1="5D", t2="KH 3C", r4="7D")
    assert [move for move in legal(RULES, position) if move.split("-")[1][:2] == "t5"] == [
        *("r4-t5", "t0-t5", "t0-t5:2", "t1-t5", "t2-t5")
    ]


@rule("3.4")
def test_a_face_down_card_turns_up_with_the_move_that_uncovers_it() -> None:
    position = deal(RULES, shuffled(1))
    assert face_down_rows(RULES, position, 2) == (0, 2, 4)
    after = play(RULES, position, "t2-t0")
    assert face_down_rows(RULES, after, 2) == (0, 2)
    assert face_down_rows(RULES, after, 0) == (0, 2, 4), "those still covered stay as they were"


@rule("1.7")
def test_there_is_no_stock_no_cell_and_no_redeal() -> None:
    assert {pile_id[0] for pile_id in TABLE.ids} == {"t", "f", "r"}


@rule("7.1")
def test_all_cards_on_the_foundations_win() -> None:
    nearly = place(RULES, f0="to KC", f1="to KS", f2="to QH", f3="to KD", r9="KH")
    assert outcome(RULES, nearly, legal_moves(RULES, nearly)) is Outcome.PLAYING
    won = play(RULES, nearly, "r9-f2")
    assert outcome(RULES, won, legal_moves(RULES, won)) is Outcome.WON


@rule("7.2")
def test_a_player_without_a_move_has_lost_unless_they_undo() -> None:
    position = place(RULES, t0="2C", t1="4C", t2="6C", t3="8C", t4="TC", t5="QC", r0="2S", r1="KS", r2="AD")
    assert legal(RULES, play(RULES, position, "r2-f3")) == []
    assert statuses(RULES, position, "r2-f3", "undo") == [Status.STUCK, Status.PLAYING]


@rule("7.3", "7.4")
def test_a_reserve_card_for_an_empty_column_is_a_move_left_but_a_change_of_places_is_none() -> None:
    columns = {"t0": "2C", "t1": "4C", "t2": "6C", "t3": "8C", "t4": "TC"}
    without, with_reserve = place(RULES, (), **columns), place(RULES, (), **columns, r3="2S")
    assert outcome(RULES, without, legal_moves(RULES, without)) is Outcome.STUCK
    assert outcome(RULES, with_reserve, legal_moves(RULES, with_reserve)) is Outcome.PLAYING
