"""What a player means by one gesture, in games whose rules know only single moves.

    gatherings   moving a packed sequence at once, in games that lift only the top card
    awaited      the cards that could go home next, if they lay open
    finishing    bringing home all remaining cards

The first and the last turn into single legal moves, so they add nothing that the player could not do before.

A sequence reaches its place in one of two ways. It can be *kept* in its order: the upper cards wait in free cells and
spaces until the lowest has moved, and follow it. Or it can be *poured* card by card, which turns it round; that works
only if two cards that fit on one another fit both ways, as when columns build up and down. If both ways lead to the
same place, we keep the order.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.caching import cached
from engine.cards import CARDS, Card
from engine.moves import Move, objection
from engine.position import Pile, PileId, Position, face_down_rows, layout
from engine.rules import COMPLETE, Build, Lift, Rules, Space
from engine.tables import tables


def gatherings(rules: Rules, position: Position) -> list[Move]:
    """List the moves of several cards that single moves can replace. None of them is a legal move itself.

    Moving a whole column in its order into a space would only rename the two, so it is not listed.
    """
    places = _places(rules, position)
    if not places:
        return []
    ids, piles = layout(rules).ids, position.piles
    return [
        Move(ids[source], place.pile, count)
        for source, sequence in _sequences(rules, position)
        for place in places
        if place.pile != ids[source] and not place.takes.isdisjoint(sequence)
        for count in place.counts(piles[source], len(sequence))
    ]


def gathering(rules: Rules, position: Position, move: Move) -> tuple[Move, ...]:
    """Return the single moves that replace `move`, each legal after those before it, or none if none can.

    A legal move stands for itself.
    """
    if objection(rules, position, move) is None:
        return (move,)
    if move not in gatherings(rules, position):
        return ()
    place = next(place for place in _places(rules, position) if place.pile == move.target)
    if place.keeps(position.piles[layout(rules).index[move.source]], move.count):
        return tuple(_keep(move, place.waiting))
    return (Move(move.source, move.target),) * move.count


def next_cards_home(rules: Rules, position: Position) -> tuple[Card, ...]:
    """List the cards that are not home and that a foundation takes next, wherever they lie."""
    return _awaited(rules, position).cards


def finishing(rules: Rules, position: Position) -> tuple[Move, ...]:
    """Return the moves that win the game by taking each card home as it comes, or none if that does not win.

    If each suit has its foundation, this misses no win by foundation moves alone. If foundations take any suit, the
    order can matter, and searching for the right one would mean playing for the player.
    """
    if any(position.face_down):
        return ()
    table, piles, follows, next_home = layout(rules), position.piles, tables(rules).follows, _awaited(rules, position)
    # This runs after every move, and usually no card can go home.
    if {cards[-1] for cards in piles if cards}.isdisjoint(next_home.cards):
        return ()
    awaited = dict(zip(table.foundations, next_home.by_foundation, strict=True))
    tops = {cards[-1]: at for at, cards in enumerate(piles) if cards and at not in awaited}
    left = {at: len(piles[at]) for at in tops.values()}
    home = {at: len(piles[at]) for at in table.foundations}
    taken: list[tuple[int, int]] = []
    while tops:
        ready = [
            (home[target], tops[card], target, card) for target in home for card in awaited[target] if card in tops
        ]
        if not ready:
            return ()
        # Of foundations that wait for the same rank, the one with the fewest cards can do whatever the others could.
        _, source, target, card = min(ready)
        taken.append((source, target))
        del tops[card]
        left[source] -= 1
        if left[source]:
            tops[piles[source][left[source] - 1]] = source
        home[target] += 1
        awaited[target] = follows[card] if home[target] < COMPLETE else frozenset()
    return tuple([Move(table.ids[source], table.ids[target]) for source, target in taken])


class _Waiting(NamedTuple):
    """Where the upper cards of a sequence can wait until the lowest has moved."""

    cells: tuple[PileId, ...]
    """The free cells."""
    spaces: tuple[PileId, ...]
    """The columns that are empty and take any card."""
    turns: bool
    """Whether a sequence can be turned round in this game."""

    @property
    def room(self) -> int:
        """Return the most cards that can move in their order."""
        # A sequence of any length keeps its order if a space turns it round and its new place turns it back.
        return len(CARDS) if self.turns and self.spaces else (len(self.cells) + 1) << len(self.spaces)

    def without(self, space: PileId) -> "_Waiting":
        """Return the same places without one of the spaces."""
        return _Waiting(self.cells, tuple(other for other in self.spaces if other != space), self.turns)


class _Place(NamedTuple):
    """A column to which a sequence may move."""

    pile: PileId
    is_space: bool
    takes: frozenset[Card]
    waiting: _Waiting

    def counts(self, cards: Pile, size: int) -> list[int]:
        """List how many cards, two or more, of the sequence of `size` on top of `cards` can come here."""
        poured = self.waiting.turns and cards[-1] in self.takes
        return [count for count in range(2, size + 1) if poured or self.keeps(cards, count)]

    def keeps(self, cards: Pile, count: int) -> bool:
        """Return whether the top `count` of these cards can come here in order, and do more than rename a column."""
        in_vain = self.is_space and count == len(cards)
        return cards[-count] in self.takes and count <= self.waiting.room and not in_vain


def _places(rules: Rules, position: Position) -> list[_Place]:
    """List the columns to which two cards or more might come, left to right."""
    if rules.lift is not Lift.TOP_CARD or rules.build is Build.NONE:
        return []
    table, tabled, piles = layout(rules), tables(rules), position.piles
    empty = tuple([table.ids[at] for at in table.columns if not piles[at]])
    cells = tuple([table.ids[at] for at in table.cells if not piles[at]])
    waiting = _Waiting(cells, empty if rules.space is Space.ANY_CARD else (), _turns(rules))
    if waiting.room == 1 and not waiting.turns:
        return []
    return [
        _Place(table.ids[at], False, tabled.onto[piles[at][-1]], waiting)
        if piles[at]
        else _Place(table.ids[at], True, tabled.into_space, waiting.without(table.ids[at]))
        for at in table.columns
    ]


def _sequences(rules: Rules, position: Position) -> Iterator[tuple[int, Pile]]:
    """Yield each column with a packed sequence of two cards or more on top, and that sequence."""
    onto = tables(rules).onto
    for at in layout(rules).columns:
        cards = position.piles[at]
        lowest, first = len(cards) - 1, max(face_down_rows(rules, position, at), default=-1) + 1
        while lowest > first and cards[lowest] in onto[cards[lowest - 1]]:
            lowest -= 1
        if lowest < len(cards) - 1:
            yield at, cards[lowest:]


def _keep(move: Move, waiting: _Waiting) -> Iterator[Move]:
    """Yield moves that bring a sequence over in order, through free cells and spaces with enough room for it."""
    places = (*waiting.cells, *waiting.spaces)[: move.count - 1]
    if move.count == len(places) + 1:
        yield from (Move(move.source, place) for place in places)
        yield Move(move.source, move.target)
        yield from (Move(place, move.target) for place in reversed(places))
        return
    over = waiting.spaces[0]
    if waiting.turns:
        yield from (Move(move.source, over),) * (move.count - 1)
        yield Move(move.source, move.target)
        yield from (Move(over, move.target),) * (move.count - 1)
        return
    # As few cards as possible go through this space, so that the rest can move without it.
    rest = waiting.without(over)
    upper = max(move.count - rest.room, 1)
    yield from _keep(Move(move.source, over, upper), rest)
    yield from _keep(Move(move.source, move.target, move.count - upper), rest)
    yield from _keep(Move(over, move.target, upper), rest)


class _Awaited(NamedTuple):
    """What the foundations take next."""

    by_foundation: tuple[frozenset[Card], ...]
    cards: tuple[Card, ...]
    """All of these cards that are not home yet, sorted."""


def _awaited(rules: Rules, position: Position) -> _Awaited:
    foundations = layout(rules).foundations
    return _awaited_by(rules, position.piles[foundations.start : foundations.stop])


# Most moves bring no card home, so most calls repeat the last one.
@cached(1 << 12)
def _awaited_by(rules: Rules, home: tuple[Pile, ...]) -> _Awaited:
    starts, follows = tables(rules).starts, tables(rules).follows
    by_foundation = tuple(
        start if not cards else follows[cards[-1]] if len(cards) < COMPLETE else frozenset[Card]()
        for start, cards in zip(starts, home, strict=True)
    )
    left = frozenset[Card]().union(*by_foundation).difference(*home)
    return _Awaited(by_foundation, tuple(sorted(left)))


@cached()
def _turns(rules: Rules) -> bool:
    """Return whether cards that fit on one another always fit both ways, so packed sequences can be turned round."""
    onto = tables(rules).onto
    return all(card in onto[upper] for card in CARDS for upper in onto[card])
