from collections.abc import Iterable

import pytest

from engine.cards import CARDS, COLOUR, COLOUR_NAMES, NAME, RANK, SUIT, TEXT, InvalidCard, card, check_deck, spell


def deck_of(cards: Iterable[int]) -> tuple[int, ...]:
    return tuple(cards)


@pytest.mark.parametrize(
    ("text", "rank", "suit", "colour", "name"),
    [
        ("AC", 1, 0, "black", "ace of clubs"),
        ("TS", 10, 1, "black", "10 of spades"),
        ("QH", 12, 2, "red", "queen of hearts"),
        ("KD", 13, 3, "red", "king of diamonds"),
    ],
)
def test_a_card_knows_its_rank_suit_colour_and_name(text: str, rank: int, suit: int, colour: str, name: str) -> None:
    one = card(text)
    assert (RANK[one], SUIT[one], COLOUR_NAMES[COLOUR[one]], NAME[one]) == (rank, suit, colour, name)


def test_every_card_is_read_from_its_own_text() -> None:
    assert [card(text) for text in TEXT] == list(CARDS)
    assert len(set(TEXT)) == len(set(NAME)) == 52


@pytest.mark.parametrize("text", ["", "1C", "10C", "AX", "ac", "A C", "AC ", "CA", "ＡC"])
def test_another_text_is_no_card(text: str) -> None:
    with pytest.raises(InvalidCard, match="is not a card"):
        card(text)


def test_a_refusal_quotes_only_the_beginning_of_a_long_text() -> None:
    with pytest.raises(InvalidCard, match=r"^“xxxxxxxxxxxx…” is not a card"):
        card("x" * 5000)


def test_cards_are_spelt_with_blanks_between() -> None:
    assert spell([card("TH"), card("AS"), card("KD")]) == "TH AS KD"


def test_a_whole_deck_is_accepted_in_any_order() -> None:
    check_deck(deck_of(CARDS))
    check_deck(deck_of(reversed(CARDS)))


def test_a_doubled_card_is_named() -> None:
    with pytest.raises(InvalidCard, match=r"^The ace of clubs \(AC\) appears twice\.$"):
        check_deck((*range(51), 0))


def test_missing_cards_are_named() -> None:
    with pytest.raises(InvalidCard, match=r"^A deck has 52 cards; this one has 50, without QD, KD\.$"):
        check_deck(deck_of(range(50)))


def test_of_many_missing_cards_six_are_named() -> None:
    with pytest.raises(InvalidCard, match=r"without AC, 2C, 3C, 4C, 5C, 6C and 46 more\.$"):
        check_deck(())
