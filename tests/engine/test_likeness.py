"""Which deals count as alike: those that no rule tells apart, and no others."""

from itertools import permutations
from random import Random

import pytest

from engine.cards import CARDS, RANK, SUIT, card
from engine.deals import Deck, read_deck, shuffled
from engine.games import GAMES, find
from engine.likeness import likeness
from engine.perft import perft
from engine.position import deal, face_down_rows, gather, layout
from engine.rules import Game, Rules
from tests.engine.variants import VARIANTS, Variant

BY_COLOUR = {suits for suits in permutations(range(4)) if suits[0] // 2 == suits[1] // 2}
"""The ways to exchange suits, clubs, spades, hearts and diamonds, that leave colours together."""
EXCHANGES = [
    *((find(slug), suits) for slug in ("stonewall", "six-by-four") for suits in sorted(BY_COLOUR)),
    *((find(slug), suits) for slug in ("stronghold", "fortress", "stalactites") for suits in permutations(range(4))),
]
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def with_suits(deck: Deck, suits: tuple[int, ...]) -> Deck:
    return tuple(13 * suits[SUIT[one]] + RANK[one] - 1 for one in deck)


def moved_about(rules: Rules, deck: Deck, random: Random) -> Deck:
    """Exchange columns of the same length, cards of the reserve and dealt foundations."""
    dealt, table = deal(rules, deck), layout(rules)
    piles = list(dealt.piles)
    for kind in (table.columns, table.reserve, *([] if rules.in_suit else [table.foundations])):
        for length in {len(piles[at]) for at in kind}:
            places = [at for at in kind if len(piles[at]) == length]
            found = [piles[at] for at in places]
            random.shuffle(found)
            for at, pile in zip(places, found, strict=True):
                piles[at] = pile
    exchanged = gather(rules, dealt._replace(piles=tuple(piles)))
    assert exchanged is not None
    return exchanged


def face_down_places(rules: Rules) -> list[int]:
    """Return the places in the deck of the cards that lie face down."""
    dealt = deal(rules, tuple(CARDS))
    piles = [(dealt.piles[at], face_down_rows(rules, dealt, at)) for at in layout(rules).columns]
    return [pile[row] for pile, rows in piles for row in rows]


def counted(deck: Deck, by: int, base: int) -> Deck:
    """Call each rank by another, so that counting on by one becomes counting on by `by`."""
    return tuple(13 * SUIT[one] + (by * (RANK[one] - 1) + base) % 13 for one in deck)


@pytest.mark.parametrize(("game", "suits"), EXCHANGES, ids=lambda value: getattr(value, "slug", str(value)))
def test_exchanged_suits_that_no_rule_tells_apart_make_no_difference(game: Game, suits: tuple[int, ...]) -> None:
    deck = shuffled(1 + sum(place * suit for place, suit in enumerate(suits)))
    assert likeness(game.rules, with_suits(deck, suits)) == likeness(game.rules, deck)


@pytest.mark.parametrize("slug", ["stonewall", "six-by-four"])
def test_where_colours_matter_they_stay_together(slug: str) -> None:
    rules = find(slug).rules
    for number in range(1, 6):
        deck = shuffled(number)
        others = set(permutations(range(4))) - BY_COLOUR
        assert len(others) == 16
        for suits in others:
            assert likeness(rules, with_suits(deck, suits)) != likeness(rules, deck), (number, suits)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_what_is_called_alike_plays_alike(variant: Variant) -> None:
    rules, random = variant.rules, Random(7)
    for number in range(1, 9):
        deck = shuffled(number)
        suits = random.choice(sorted(BY_COLOUR))
        other = moved_about(rules, with_suits(deck, suits), random)
        assert other != deck
        assert likeness(rules, other) == likeness(rules, deck)
        assert perft(rules, deal(rules, other), 3) == perft(rules, deal(rules, deck), 3)


@every_game
def test_an_option_makes_no_difference(game: Game) -> None:
    variants = [variant for variant in VARIANTS if variant.game is game]
    assert {likeness(variant.rules, shuffled(17)) for variant in variants} == {likeness(game.rules, shuffled(17))}


@pytest.mark.long
def test_in_stalactites_it_does_not_matter_from_which_rank_one_counts() -> None:
    game, random = find("stalactites"), Random(3)
    by_ones, by_twos = (game.settle({"by": by}).rules for by in ("ones", "twos"))
    for base in range(13):
        deck = shuffled(base + 1)
        for by, rules in ((1, by_ones), (2, by_twos)):
            other = moved_about(rules, counted(deck, by, base), random)
            assert likeness(rules, other) == likeness(by_ones, deck)
            assert perft(rules, deal(rules, other), 4) == perft(by_ones, deal(by_ones, deck), 4)


def test_in_stalactites_cards_of_a_rank_are_one_and_elsewhere_they_are_not() -> None:
    deck = shuffled(11)
    fives = {card("5C"): card("5H"), card("5H"): card("5C")}
    exchanged = tuple(fives.get(one, one) for one in deck)
    alike = {slug for slug, game in GAMES.items() if likeness(game.rules, deck) == likeness(game.rules, exchanged)}
    assert alike == {"stalactites"}


def test_what_lies_face_down_makes_no_difference_and_every_card_that_is_seen_does() -> None:
    rules, deck = find("stonewall").rules, shuffled(11)
    places = face_down_places(rules)
    assert len(places) == 18
    below = list(deck)
    for at, other in zip(places, places[5:] + places[:5], strict=True):
        below[at] = deck[other]
    assert likeness(rules, tuple(below)) == likeness(rules, deck)
    for seen in set(CARDS) - set(places):
        changed = list(deck)
        changed[places[0]], changed[seen] = deck[seen], deck[places[0]]
        assert likeness(rules, tuple(changed)) != likeness(rules, deck), seen


def test_no_call_leaves_a_trace_by_whose_speed_a_deck_could_be_known_again() -> None:
    assert not hasattr(likeness, "cache_info")


@every_game
def test_other_deals_are_told_apart(game: Game) -> None:
    assert len({likeness(game.rules, shuffled(number)) for number in range(1, 201)}) == 200
    in_order = read_deck(" ".join(f"{rank}{suit}" for suit in "CSHD" for rank in "A23456789TJQK"))
    assert len(likeness(game.rules, in_order)) == len(CARDS)


@every_game
def test_two_cards_exchanged_in_a_column_make_another_deal(game: Game) -> None:
    rules, deck = game.rules, shuffled(11)
    first, second = 0, len(rules.columns)
    assert RANK[deck[first]] != RANK[deck[second]]
    exchanged = list(deck)
    exchanged[first], exchanged[second] = deck[second], deck[first]
    assert likeness(rules, tuple(exchanged)) != likeness(rules, deck)
