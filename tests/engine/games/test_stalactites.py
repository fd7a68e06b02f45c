import pytest

from engine.automatic import Automatic, automatic_moves
from engine.cards import CARDS
from engine.deals import shuffled
from engine.games import GAMES
from engine.moves import Objection, Outcome, legal_moves, outcome
from engine.position import deal, face_down_rows, layout
from engine.record import Status
from engine.rules import InvalidOption, Rules
from tests.engine.positions import cards_of, legal, place, play, refusal, statuses
from tests.engine.variants import rules_of

rule = pytest.mark.rule
ONES = rules_of("stalactites", by="ones")
TWOS = rules_of("stalactites", by="twos")
TABLE = layout(ONES)

either = pytest.mark.parametrize("rules", [ONES, TWOS], ids=["by=ones", "by=twos"])
# Full foundations, by ones and by twos: thirteen cards each, of mixed suits.
COMPLETE = {
    "f0": "5C 6H 7S 8D 9C TC JC QC KC AC 2C 3C 4C",
    "f1": "5S 6C 7C 8C 9S TS JS QS KS AS 2S 3S 4S",
    "f2": "5H 6S 7H 8H 9H TH JH QH KH AH 2H 3H 4H",
    "f3": "5D 6D 7D 8S 9D TD JD QD KD AD 2D 3D 4D",
}


@either
@rule("1.1", "1.2", "1.3")
def test_eight_columns_get_six_cards_and_the_foundations_the_last_four(rules: Rules) -> None:
    deck = shuffled(1)
    position = deal(rules, deck)
    assert [len(position.piles[at]) for at in TABLE.columns] == [6] * 8
    assert [position.piles[at] for at in TABLE.foundations] == [(card,) for card in deck[48:]]
    assert [cards_of(rules, position, f"f{number}") for number in range(4)] == ["6S", "9C", "2H", "6H"]
    assert cards_of(rules, position, "t0") == "JD KD 2S 4C 3S 6D"
    assert sorted(card for pile in position.piles for card in pile) == list(CARDS)


@either
@rule("1.4")
def test_two_cells_stand_empty(rules: Rules) -> None:
    position = deal(rules, shuffled(1))
    assert [position.piles[at] for at in TABLE.cells] == [(), ()]


@either
@rule("1.5")
def test_every_card_lies_face_up(rules: Rules) -> None:
    position = deal(rules, shuffled(1))
    assert not any(face_down_rows(rules, position, at) for at in range(len(TABLE.ids)))


@either
@rule("3.1", "3.3")
def test_top_cards_and_cards_in_cells_move_to_foundations_and_top_cards_to_cells(rules: Rules) -> None:
    following = "6C" if rules is ONES else "7C"
    position = place(rules, f0="5H", f1="JH", f2="JD", f3="JS", t0=f"{following} 3S", t1=following[0] + "D", c0="TC")
    assert legal(rules, position) == ["t0-c1", "t1-c1", "t1-f0"]
    in_cell = play(rules, position, "t1-c1")
    assert legal(rules, in_cell) == ["c1-f0"]


@either
@rule("3.2")
def test_cards_move_one_at_a_time(rules: Rules) -> None:
    position = place(rules, f0="5C", f1="JH", f2="JD", f3="JS", t0="7C 6H")
    assert refusal(rules, position, "t0-f0:2") is Objection.ONE_AT_A_TIME
    assert refusal(rules, position, "t0-c0:2") is Objection.ONE_AT_A_TIME


@rule("2.1")
def test_the_player_chooses_by_ones_or_by_twos_and_nobody_for_them() -> None:
    with pytest.raises(InvalidOption, match="needs the option “by”: ones or twos"):
        GAMES["stalactites"].settle({})


@rule("2.3")
def test_the_same_deal_serves_both_choices() -> None:
    assert deal(ONES, shuffled(9)) == deal(TWOS, shuffled(9))


@rule("2.2", "5.1")
def test_by_ones_every_foundation_takes_the_next_rank() -> None:
    position = place(ONES, f0="5C", f1="7H", f2="9D", f3="JS", t0="6C", t1="8H", t2="TD", t3="QS", t4="7C", t5="9S")
    assert [move for move in legal(ONES, position) if "-f" in move] == ["t0-f0", "t1-f1", "t2-f2", "t3-f3"]
    assert refusal(ONES, position, "t4-f0") is Objection.FOUNDATION_FOLLOWS_BY_ONES


@rule("2.2", "5.2")
def test_by_twos_every_foundation_takes_the_rank_after_the_next() -> None:
    position = place(TWOS, f0="5C", f1="8H", f2="9D", f3="JS", t0="7S", t1="TC", t2="JD", t3="KS", t4="6C", t5="9S")
    assert [move for move in legal(TWOS, position) if "-f" in move] == ["t0-f0", "t1-f1", "t2-f2", "t3-f3"]
    assert refusal(TWOS, position, "t4-f0") is Objection.FOUNDATION_FOLLOWS_BY_TWOS


@either
@rule("5.3", "5.4")
def test_foundations_are_built_whatever_the_suit(rules: Rules) -> None:
    rank = "6" if rules is ONES else "7"
    columns = {f"t{at}": rank + suit for at, suit in enumerate("CSHD")}
    position = place(rules, (), f0="5C", f1="JH", f2="5D", f3="JS", **columns)
    assert [move for move in legal(rules, position) if "-f" in move] == [
        f"t{column}-f{foundation}" for column in range(4) for foundation in (0, 2)
    ]


@rule("5.5")
def test_by_ones_the_ace_follows_the_king() -> None:
    position = place(ONES, f0="QC", f1="3H", f2="3D", f3="3S", t0="2H AS KD")
    done = play(ONES, position, "t0-f0", "t0-f0", "t0-f0")
    assert cards_of(ONES, done, "f0") == "QC KD AS 2H"


@rule("5.6")
def test_by_twos_the_ace_follows_the_queen_and_the_two_the_king() -> None:
    position = place(TWOS, f0="TC", f1="JH", f2="3D", f3="3S", t0="AS QD", t1="2H KD")
    done = play(TWOS, position, "t0-f0", "t0-f0", "t1-f1", "t1-f1")
    assert cards_of(TWOS, done, "f0") == "TC QD AS"
    assert cards_of(TWOS, done, "f1") == "JH KD 2H"
    assert refusal(TWOS, place(TWOS, f0="KC", t0="AS"), "t0-f0") is Objection.FOUNDATION_FOLLOWS_BY_TWOS


@pytest.mark.parametrize(
    ("rules", "ranks"), [(ONES, "5 6 7 8 9 T J Q K A 2 3 4"), (TWOS, "5 7 9 J K 2 4 6 8 T Q A 3")], ids=["ones", "twos"]
)
@rule("5.7")
def test_a_foundation_is_complete_at_thirteen_cards(rules: Rules, ranks: str) -> None:
    assert len(set(ranks.split())) == 13
    base, *others = (f"{rank}C" for rank in ranks.split())
    position = place(rules, f0=base, t0=" ".join(reversed(others)), t1="5H", t2="7H")
    position = play(rules, position, *["t0-f0"] * 12)
    assert refusal(rules, position, "t1-f0") is Objection.FOUNDATION_IS_COMPLETE
    assert refusal(rules, position, "t2-f0") is Objection.FOUNDATION_IS_COMPLETE


@either
@rule("5.8")
def test_a_card_that_is_home_stays_there(rules: Rules) -> None:
    position = place(rules, f0="5H 6C", t0="8C")
    for target in ("t0", "t1", "c0", "f1"):
        assert refusal(rules, position, f"f0-{target}") is Objection.FOUNDATION_KEEPS


@either
@rule("5.9")
def test_cards_go_home_by_themselves_only_if_the_player_asks_for_it(rules: Rules) -> None:
    position = place(rules, f0="5H", f1="JH", f2="JD", f3="JS", t0="6C" if rules is ONES else "7C")
    assert automatic_moves(rules, position, Automatic.OFF) == []
    assert list(map(str, automatic_moves(rules, position, Automatic.ALL))) == ["t0-f0"]


@either
@rule("3.4")
def test_nothing_is_built_or_moved_within_the_tableau(rules: Rules) -> None:
    position = place(rules, f0="5H", t0="8C", t1="9H", t2="9C", t3="7C", t4="8S")
    for target in ("t1", "t2", "t3", "t4"):
        assert refusal(rules, position, f"t0-{target}") is Objection.NO_BUILDING


@either
@rule("3.5")
def test_an_emptied_column_stays_empty(rules: Rules) -> None:
    position = place(rules, t0="8C", t1="KH 3C", c0="KD")
    for source in ("t0", "t1", "c0"):
        assert refusal(rules, position, f"{source}-t7") is Objection.SPACE_STAYS_EMPTY


@either
@rule("4.1")
def test_a_cell_holds_one_card(rules: Rules) -> None:
    position = place(rules, f0="5H", c0="2C", t0="8C")
    assert refusal(rules, position, "t0-c0") is Objection.CELL_IS_TAKEN
    assert refusal(rules, position, "t0-c1") is None


@either
@rule("4.2")
def test_a_card_in_a_cell_goes_only_to_a_foundation(rules: Rules) -> None:
    position = place(rules, f0="AC", f1="2H", c0="3D", t0="4S")
    assert [move for move in legal(rules, position) if move[0] == "c"] == ["c0-f1" if rules is ONES else "c0-f0"]
    assert refusal(rules, position, "c0-t0") is Objection.NO_BUILDING
    assert refusal(rules, position, "c0-t1") is Objection.SPACE_STAYS_EMPTY
    assert refusal(rules, position, "c0-c1") is Objection.CELL_TAKES_FROM_COLUMNS


@rule("1.6")
def test_there_is_no_stock_and_no_redeal() -> None:
    assert {pile_id[0] for pile_id in TABLE.ids} == {"t", "f", "c"}


@either
@rule("6.2")
def test_play_ends_when_nothing_goes_to_a_foundation_and_both_cells_are_taken(rules: Rules) -> None:
    position = place(rules, f0="5H", f1="5C", f2="5S", f3="5D", c0="2C", t0="8C", t1="8H")
    assert outcome(rules, position, legal_moves(rules, position)) is Outcome.PLAYING
    assert statuses(rules, position, "t0-c1", "undo") == [Status.STUCK, Status.PLAYING]


@rule("6.1")
def test_four_complete_foundations_win() -> None:
    nearly = place(ONES, (), **(COMPLETE | {"f2": COMPLETE["f2"].removesuffix(" 4H")}), c1="4H")
    assert outcome(ONES, nearly, legal_moves(ONES, nearly)) is Outcome.PLAYING
    won = play(ONES, nearly, "c1-f2")
    assert outcome(ONES, won, legal_moves(ONES, won)) is Outcome.WON
