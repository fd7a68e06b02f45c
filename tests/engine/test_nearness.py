"""Which deals are near one another: those that share at least half of their visible places."""

from collections.abc import Iterator
from random import Random

import pytest

from engine.deals import Deck, shuffled
from engine.games import GAMES, find
from engine.likeness import renamings
from engine.moves import apply, legal_moves
from engine.nearness import is_near
from engine.position import deal, gather, layout
from engine.rules import Game, Rules
from tests.engine.test_likeness import face_down_places, moved_about, with_suits
from tests.engine.variants import VARIANTS, Variant

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def seen_places(rules: Rules) -> list[int]:
    return sorted(set(range(52)) - set(face_down_places(rules)))


def cycled(deck: Deck, places: list[int]) -> Deck:
    """Exchange the cards at these places in turn."""
    changed = list(deck)
    for at, after in zip(places, places[1:] + places[:1], strict=True):
        changed[at] = deck[after]
    return tuple(changed)


@every_game
@pytest.mark.parametrize("seed", range(5))
def test_a_copy_with_fewer_than_half_of_its_places_changed_is_near(game: Game, seed: int) -> None:
    random, deck, rules = Random(seed), shuffled(seed + 1), game.rules
    places = seen_places(rules)
    copy = cycled(deck, random.sample(places, len(places) // 2))
    assert is_near(rules, (shuffled(99), deck), copy)
    assert is_near(rules, (deck,), moved_about(rules, with_suits(copy, (1, 0, 3, 2)), random))


@every_game
def test_a_copy_with_most_of_its_places_changed_is_not_near(game: Game) -> None:
    rules, deck = game.rules, shuffled(17)
    copy = cycled(deck, Random(3).sample(seen_places(rules), len(seen_places(rules)) * 9 // 10))
    assert not is_near(rules, (deck,), copy)


def test_what_lies_face_down_makes_no_deal_near_and_none_distant() -> None:
    rules, deck = find("stonewall").rules, shuffled(17)
    below, seen = face_down_places(rules), seen_places(rules)
    assert is_near(rules, (deck,), cycled(deck, below))
    distant = cycled(deck, Random(4).sample(seen, 30))
    assert not is_near(rules, (deck,), distant)
    assert not is_near(rules, (deck,), cycled(distant, below))


def played_on(variant: Variant, deck: Deck) -> Iterator[Deck]:
    """Return the decks that deal the positions after a few moves, as far as any deck deals them."""
    rules, random = variant.rules, Random(11)
    position, table = deal(rules, deck), layout(variant.rules)
    for _ in range(4):
        moves = [move for move in legal_moves(rules, position) if move.source[0] == "t" and move.target[0] == "t"]
        if not moves:
            return
        position = apply(rules, position, random.choice(moves))
        heights = sorted(rules.columns, reverse=True)
        columns = sorted((list(position.piles[at]) for at in table.columns), key=len, reverse=True)
        spare = [column.pop() for column, height in zip(columns, heights, strict=True) for _ in column[height:]]
        for column, height in zip(columns, heights, strict=True):
            column += [spare.pop() for _ in range(height - len(column))]
        in_order = iter(sorted(range(len(heights)), key=lambda at: -rules.columns[at]))
        placed = {next(in_order): tuple(column) for column in columns}
        piles = [placed.get(at, pile) for at, pile in enumerate(position.piles)]
        found = gather(rules, deal(rules, deck)._replace(piles=tuple(piles)))
        if found:
            yield found


@pytest.mark.parametrize("variant", [one for one in VARIANTS if one.game.slug in {"fortress", "stronghold"}], ids=str)
def test_a_deal_laid_out_as_another_stands_after_a_few_moves_is_near(variant: Variant) -> None:
    copies = [copy for number in range(1, 6) for copy in played_on(variant, shuffled(number))]
    assert len(copies) > 5
    assert all(is_near(variant.rules, tuple(map(shuffled, range(1, 6))), copy) for copy in copies)


def test_a_card_put_beneath_each_longer_column_does_not_make_a_deal_distant() -> None:
    rules, deck = find("stronghold").rules, shuffled(8)
    columns = [list(pile) for pile in deal(rules, deck).piles[:8]]
    for longer, shorter in zip(columns[:4], columns[4:], strict=True):
        shorter.insert(0, longer.pop(0))
    dealt = deal(rules, deck)
    other = gather(rules, dealt._replace(piles=(*map(tuple, columns[4:] + columns[:4]), *dealt.piles[8:])))
    assert other is not None
    assert is_near(rules, (deck,), other)


def test_in_stalactites_ranks_counted_otherwise_are_still_near() -> None:
    rules, deck = find("stalactites").rules, shuffled(5)
    copy = cycled(deck, Random(1).sample(range(52), 20))
    by_fives = tuple(13 * (one // 13) + (5 * (one % 13) + 3) % 13 for one in copy)
    assert len(renamings(rules)) == 156
    assert is_near(rules, (deck,), by_fives)


@every_game
def test_a_deal_like_any_other_is_seldom_near(game: Game) -> None:
    open_now = tuple(shuffled(10**12 + number) for number in range(10))
    assert sum(is_near(game.rules, open_now, shuffled(number)) for number in range(1, 31)) == 0


def test_nothing_is_near_to_nothing() -> None:
    assert not is_near(find("fortress").rules, (), shuffled(1))
