"""Deal numbers mean the same cards for ever: never change the literal decks below to please the code."""

import pytest

from engine.cards import CARDS, InvalidCard, spell
from engine.deals import (
    LAST_DEAL,
    LAST_RANDOM_DEAL,
    InvalidDeal,
    deal_number,
    deck_code,
    random_deal,
    read_code,
    read_deck,
    shuffled,
)

DECKS = {
    # The Microsoft generator: its first number and its last.
    1: "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C 4C 5C TS QH 4H AC 4D 7S 3S TD 4S TH"
    " 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H",
    32000: "QD 8D QS 4H 2C JC 2D TH 3S JD 7C 9D KD 5C 5D 6D 8C 9H 5S 4C 5H AC KS 7H JH 7D 6S 9C 3C 9S TD QH 3D 7S 2H AD"
    " AS JS KH 8S 6H 8H TS 6C 4D QC KC 4S TC 2S 3H AH",
    # The Mersenne Twister: the first number past 32000, one of 19 digits and the last, of 20.
    32001: "4C AC JD 8H 5S 6S 6D KH JC 4S 7H TC JH 2D 3D JS 7S 2H TD 8S 9C AS 3C 4H QD TS QC 2C TH 8D 2S AH 9D KD 9S 5C"
    " QH 5D 5H QS 6C 7D AD 6H 3H KS 4D KC 3S 8C 9H 7C",
    1234567890123456789: "6D QD KH 4C AC 7D 5S 6S 3S 3H JH KD QS JD 4S 9H 5C 8D JS TD 5H 2C 7S 3C 8H TC TH 8S 9S 9C 7C"
    " JC AS 8C 9D AH KS TS 5D 2S 2H QH 3D 2D QC AD KC 6C 6H 4D 7H 4H",
    LAST_DEAL: "KS JC TD 5C 2S 2C 3S 9D 4H 7S 4D 2H 8D 4C 3D QH 5S 5H 8H 9S 8C 9H 7C AC 6D KD KC QC 4S 3H 6H TC JS AD"
    " QS AH 7D QD 8S 5D TH AS 9C 7H 3C JH JD 6S 2D 6C KH TS",
}


@pytest.mark.parametrize("number", DECKS)
def test_a_number_deals_its_literal_deck(number: int) -> None:
    assert spell(shuffled(number)) == DECKS[number]


@pytest.mark.parametrize("text", ["1", "32000", "32001", "1234567890123456789", "99999999999999999999"])
def test_a_deal_number_is_read_as_written(text: str) -> None:
    assert deal_number(text) == int(text)


@pytest.mark.parametrize(
    "text", ["", "0", "-1", "+1", "01", "1.0", "1e3", " 1", "1\n", "1_000", "x", "٣", "100000000000000000000"]
)
def test_an_impossible_deal_number_is_refused(text: str) -> None:
    with pytest.raises(InvalidDeal, match=r"^A deal number is a whole number from 1 to 99999999999999999999"):
        deal_number(text)


def test_a_random_deal_is_drawn_from_one_to_the_last_random_deal() -> None:
    assert random_deal(lambda _: 0) == 1
    assert random_deal(lambda n: n - 1) == LAST_RANDOM_DEAL == 999_999_999


def test_a_deck_text_is_read_with_any_blanks_in_lower_case_and_with_10_for_t() -> None:
    written = DECKS[1].replace("TS", "10s").replace("KD", "kd").replace(" QC ", "\n\tQC  ")
    assert read_deck(written) == shuffled(1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "A deck has 52 cards; this one has 0, without AC,"),
        (DECKS[1].replace("6H", "6D"), "The 6 of diamonds (6D) appears twice."),
        (DECKS[1].removesuffix(" 6H"), "A deck has 52 cards; this one has 51, without 6H."),
        (DECKS[1].replace("6H", "1H"), "“1H” is not a card"),
        (DECKS[1] + " AC", "The ace of clubs (AC) appears twice."),
    ],
)
def test_an_impossible_deck_is_refused_with_its_reason(text: str, sentence: str) -> None:
    with pytest.raises(InvalidCard) as refused:
        read_deck(text)
    assert str(refused.value).startswith(sentence)


def test_a_deck_code_is_the_deck_text_without_blanks_and_reads_back() -> None:
    code = deck_code(shuffled(1))
    assert code == DECKS[1].replace(" ", "")
    assert read_code(code) == shuffled(1)


@pytest.mark.parametrize(
    "code", ["", "AC", "AC" * 52, DECKS[1], DECKS[1].replace(" ", "").lower(), DECKS[1].replace(" ", "") + "A"]
)
def test_an_impossible_deck_code_is_refused(code: str) -> None:
    with pytest.raises(InvalidCard):
        read_code(code)


def test_a_deck_holds_every_card_whatever_the_number() -> None:
    for number in (2, 31999, 32002, 999_999_999, 10**19):
        assert sorted(shuffled(number)) == list(CARDS)
