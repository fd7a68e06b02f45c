"""Which positions come from a deal: those played on it, and decks built around such a position."""

from random import Random

import pytest

from engine.cards import CARDS
from engine.deals import Deck, shuffled
from engine.descent import MANY, MOST_ACCIDENTS, DealQuery, _needed, _write, is_descended
from engine.games import GAMES, find
from engine.likeness import renamings
from engine.moves import replay
from engine.position import Position, deal, gather, layout
from engine.rules import Game, Rules
from tests.engine.test_likeness import face_down_places, moved_about, with_suits
from tests.engine.test_nearness import cycled, every_game
from tests.engine.verdicts import WINS, Verdict

OTHERS = tuple(shuffled(10**12 + number) for number in range(60))
SURE = {"fortress": 50, "stronghold": 70, "six-by-four": 50, "stalactites": 30, "stonewall": 30}
"""After how many moves of a recorded win enough always remains of the deal; then little is left but what is built."""
AFTER = [(win, moves) for win in WINS for moves in (30, 50, 70) if moves <= SURE[win.slug]]


def built_around(rules: Rules, position: Position, random: Random) -> Deck:
    """Return a deck in which as much lies as in a position as can be, and whose other cards can go home first."""
    table = layout(rules)
    columns = sorted((list(position.piles[at]) for at in table.columns), key=len, reverse=True)
    heights = sorted(range(len(rules.columns)), key=lambda at: -rules.columns[at])
    spare = [card for at in table.cells for card in position.piles[at]]
    for column, at in zip(columns, heights, strict=True):
        while len(column) > rules.columns[at]:
            spare.append(column.pop())
    dealt_home = rules.foundations_dealt
    foundations = [position.piles[at] for at in table.foundations]
    bases = [pile[0] for pile in foundations[:dealt_home]]
    home = sorted(
        (up, card) for pile in foundations for up, card in enumerate(pile) if not (dealt_home and up == 0)
    )  # fmt: skip
    filling = [card for _, card in home]
    aside = [card for at in table.reserve for card in position.piles[at]]
    while len(aside) < rules.reserve:
        aside.append(filling.pop(0) if filling else spare.pop())
    random.shuffle(spare)
    piles: dict[int, tuple[int, ...]] = {}
    for column, at in zip(columns, heights, strict=True):
        while len(column) < rules.columns[at] and (spare or filling):
            column.append(spare.pop() if spare else filling.pop())
        piles[at] = tuple(column)
    laid = deal(rules, shuffled(1))
    for number, at in enumerate(table.foundations):
        piles[at] = (bases[number],) if number < dealt_home else ()
    for number, at in enumerate(table.reserve):
        piles[at] = (aside[number],)
    deck = gather(rules, laid._replace(piles=tuple([piles.get(at, ()) for at in range(len(laid.piles))])))
    assert deck is not None
    return deck


def renamed(rules: Rules, deck: Deck, random: Random) -> Deck:
    """Return a deck under other names that the rules cannot tell from its own."""
    if len(renamings(rules)) > 24:
        return tuple(13 * (one // 13) + (5 * (one % 13) + 3) % 13 for one in deck)
    return with_suits(deck, random.choice([(1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0)]))


def refused(win: Verdict, deck: Deck) -> bool:
    return is_descended(find(win.slug).rules, (*OTHERS, win.deck), DealQuery(win.rules, deck, ()))


@pytest.mark.parametrize(("win", "moves"), AFTER[:: len(AFTER) // 30], ids=str)
def test_a_deck_built_around_a_position_of_an_open_deal_comes_from_it(win: Verdict, moves: int) -> None:
    random = Random(moves)
    position = replay(win.rules, win.deck, win.line[:moves])
    deck = built_around(win.rules, position, random)
    assert sorted(deck) == list(range(52))
    assert refused(win, deck)
    assert refused(win, moved_about(win.rules, deck, random))
    assert refused(win, renamed(win.rules, deck, random))
    assert not is_descended(find(win.slug).rules, OTHERS, DealQuery(win.rules, deck, ()))


@pytest.mark.parametrize("win", WINS[::6], ids=str)
def test_a_copy_of_such_a_deck_with_a_few_cards_exchanged_still_comes_from_it(win: Verdict) -> None:
    random = Random(1)
    deck = built_around(win.rules, replay(win.rules, win.deck, win.line[:20]), random)
    assert refused(win, cycled(deck, random.sample(range(52), 5)))


@every_game
def test_deals_and_late_positions_of_others_are_not_refused(game: Game) -> None:
    lines = [win for win in WINS if win.slug == game.slug]
    late = [
        DealQuery(
            win.rules, win.deck, [replay(win.rules, win.deck, win.line[:moves]) for moves in range(5, len(win.line), 5)]
        )
        for win in lines
    ]
    fresh = [DealQuery(game.variants({})[0].rules, shuffled(number), ()) for number in range(1, 100)]
    assert not [one.deck for one in (*late, *fresh) if is_descended(game.rules, OTHERS, one)]


def test_what_lies_face_down_in_an_open_deal_makes_no_difference() -> None:
    rules = find("stonewall").rules
    wins = [one for one in WINS if one.slug == "stonewall"]
    for moves in range(0, 60, 5):
        for win in wins:
            asked = DealQuery(rules, built_around(rules, replay(rules, win.deck, win.line[:moves]), Random(3)), ())
            otherwise = cycled(win.deck, face_down_places(rules))
            assert is_descended(rules, (win.deck,), asked) is is_descended(rules, (otherwise,), asked)


def test_so_many_open_deals_under_all_their_names_refuse_a_position_by_accident_only_so_often() -> None:
    for game in GAMES.values():
        chance = 2 ** -_needed(game.rules)
        assert chance * MANY * len(renamings(game.rules)) == pytest.approx(MOST_ACCIDENTS)


def test_no_two_marks_are_written_as_one_number() -> None:
    places = range(len(CARDS) + 1)
    marks = [(kind, 0, two, three) for kind in range(3) for two in places for three in places]
    assert len(set(_write(marks, tuple(CARDS)))) == len(marks)
