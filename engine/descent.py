"""Measures how much of what remains of one deal lies as another dealt it.

During an event, nobody gets help with a position of its deal. A cheat might build another deck around such a position:
what remains of the event's deal lies as it does in the game, and the other cards go home first. So we look at what
remains of the deck that somebody asks about, in every position on the way, and compare it with each open deal.

No move puts one card on another unless it builds there. So whatever somebody has played, all that lies in a column and
is not built was dealt there, and it tells the deal. We count three kinds of marks: neighbours in a column that are not
built, the bottoms of columns, and the cards of the reserve. Face-down cards of the open deal leave no marks.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil, comb, log2
from typing import NamedTuple

from engine.automatic import Automatic, automatic_moves
from engine.caching import cached
from engine.cards import CARDS, Card
from engine.deals import Deck
from engine.likeness import Renaming, renamings
from engine.moves import along
from engine.position import Pile, Position, deal, face_down_rows, layout
from engine.rules import Build, Rules
from engine.tables import tables

MOST_ACCIDENTS = 1 / 10_000
"""How often a position may be refused by accident, with as many deals open as `MANY`."""
MANY = 300

Mark = tuple[int, ...]
"""A kind of mark, and three cards; `_NONE` stands for those that it lacks."""

_NEIGHBOURS, _BOTTOM, _ASIDE = range(3)
_KINDS = 3
_NONE = len(CARDS)
_LANE = 16
"""The bits of a very long number that count for one open deal."""
_PARTS = 8
"""Sums count parts of a bit, so that rounding makes little difference."""


class DealQuery(NamedTuple):
    """What somebody asks about: a deal under some rules, and positions of a game on it."""

    rules: Rules
    deck: Deck
    positions: Collection[Position]
    """The positions beyond the deal, which itself is always meant as well; the one that matters most comes last."""


class _Open(NamedTuple):
    """The deals with which another is compared."""

    at: dict[int, int]
    """For each mark: a number that holds the mark's weight in the lane of every deal that has it."""
    marks: tuple[frozenset[int], ...]
    """For each deal, its marks."""


def is_descended(rules: Rules, decks: tuple[Deck, ...], asked: DealQuery) -> bool:
    """Return whether a position asked about holds too much of one of these deals of a game to be an accident.

    This looks at each position as it is, and at those that follow if all cards that can go home do. It tries every
    change of names that `likeness` makes.
    """
    dealt, table = deal(asked.rules, asked.deck), layout(asked.rules)
    marks = list(_marks(rules, [dealt.piles[at] for at in table.columns], _aside(asked.rules, dealt)))
    found = _candidates(rules, decks, marks)
    if not found:
        return False
    bit = {mark: 1 << place for place, mark in enumerate(marks)}
    of_kind = [sum([its for mark, its in bit.items() if mark[0] % _KINDS == kind]) for kind in range(_KINDS)]
    looked = _marks_left(rules, asked.rules, _follow(asked.rules, [dealt, *asked.positions]), bit)
    needed, most = _needed(rules), max(-log2(chance or 1) for chance in _chances(rules))
    return any(
        (left & as_dealt).bit_count() * most >= needed and _bits(rules, left, as_dealt, of_kind) >= needed
        for as_dealt in found
        for left in looked
    )


def _marks_left(rules: Rules, asked: Rules, positions: Iterable[Position], bit: dict[Mark, int]) -> set[int]:
    """Return the bits of the marks that are left in each position, equal ones once."""
    table = layout(asked)
    # From one position to the next, most piles stay as they are.
    known, looked = dict[Pile, int](), set[int]()
    for position in positions:
        columns = position.piles[table.columns.start : table.columns.stop]
        for pile in columns:
            if pile not in known:
                known[pile] = sum([bit.get(mark, 0) for mark in _marks(rules, [pile], ())])
        aside = sum([bit.get((_ASIDE, card, _NONE, _NONE), 0) for card in _aside(asked, position)])
        looked.add(sum([known[pile] for pile in columns], aside))
    return looked


def _bits(rules: Rules, left: int, as_dealt: int, of_kind: list[int]) -> float:
    """Return how sure it is that marks left of a deal come from another, of which `as_dealt` has some."""
    return sum(
        _surprise(chance, (left & its).bit_count(), (left & its & as_dealt).bit_count())
        for chance, its in zip(_chances(rules), of_kind, strict=True)
    )


@cached(10_000)
def _surprise(chance: float, marks: int, shared: int) -> float:
    """Return in bits how unlikely it is that at least so many of some marks are shared by accident."""
    at_least = range(shared, marks + 1)
    return -log2(sum(comb(marks, one) * chance**one * (1 - chance) ** (marks - one) for one in at_least) or 1)


@cached()
def _needed(rules: Rules) -> float:
    """Return how sure it must be, in bits, that a position comes from a deal under certain names."""
    return log2(MANY * len(renamings(rules)) / MOST_ACCIDENTS)


@cached()
def _chances(rules: Rules) -> tuple[float, ...]:
    """Return, for each kind of mark, how likely it is that an unrelated deal has a given one, or less.

    Neighbours are as likely as that a known card has a certain card above it, which also covers a run of them.
    """
    ranks, columns = len(set(renamings(rules)[0])), len(rules.columns)
    return 1 / ranks, columns / ranks ** (len(_in_a_row(rules)) - 1), rules.reserve / len(CARDS)


def _candidates(rules: Rules, decks: tuple[Deck, ...], marks: Sequence[Mark]) -> set[int]:
    """Return which marks a deal shares with one of `decks` under certain names, if they might be enough.

    They might if they were all that remains of it. Each answer has the bit of each shared mark, in their order.
    """
    if not decks:
        return set()
    opened, ones, found = _open(rules, decks), _ones(len(decks)), set[int]()
    enough = ((1 << _LANE - 1) - int(_needed(rules) * _PARTS)) * ones
    for called in renamings(rules):
        named = _write(marks, called)
        reached = (sum([opened.at.get(mark, 0) for mark in named], enough)) & (ones << _LANE - 1)
        while reached:
            shared = opened.marks[(reached.bit_length() - 1) // _LANE]
            found.add(sum([1 << place for place, mark in enumerate(named) if mark in shared]))
            reached ^= 1 << reached.bit_length() - 1
    return found


@cached(16)
def _open(rules: Rules, decks: tuple[Deck, ...]) -> _Open:
    usual, weights = renamings(rules)[0], [ceil(_PARTS * -log2(chance or 1)) for chance in _chances(rules)]
    at: dict[int, bytearray] = {}
    of_decks = [_marks_dealt(rules, usual, deck) for deck in decks]
    width = _LANE // 8
    for lane, marks in enumerate(of_decks):
        for mark in marks:
            row = at.setdefault(mark, bytearray(width * len(decks)))
            row[lane * width] = weights[(mark >> 18) % _KINDS]
    return _Open({mark: int.from_bytes(row, "little") for mark, row in at.items()}, tuple(of_decks))


@cached(1_500)
def _marks_dealt(rules: Rules, usual: Renaming, deck: Deck) -> frozenset[int]:
    dealt, table = deal(rules, deck), layout(rules)
    hidden = [face_down_rows(rules, dealt, at) for at in table.columns]
    shown = [
        tuple([_NONE if row in below else card for row, card in enumerate(dealt.piles[at])])
        for at, below in zip(table.columns, hidden, strict=True)
    ]
    return frozenset(_write(list(_marks(rules, shown, _aside(rules, dealt))), usual))


def _write(marks: Sequence[Mark], called: Renaming) -> list[int]:
    """Write marks as numbers, with the cards under other names."""
    to = (*called, 63)
    return [((kind * 64 + to[one]) * 64 + to[two]) * 64 + to[three] for kind, one, two, three in marks]


def _marks(rules: Rules, columns: Sequence[Pile], aside: Sequence[Card]) -> Iterator[Mark]:
    """Yield the marks of columns and reserve, by the rules of the deal with which they are compared."""
    for pile in columns:
        yield from _neighbours(rules, pile)
        yield from _bottom(rules, pile)
    for card in aside:
        yield _ASIDE, card, _NONE, _NONE


def _neighbours(rules: Rules, pile: Pile) -> Iterator[Mark]:
    rows = _in_a_row(rules)
    for row in range(len(pile) - rows[-1]):
        cards = [pile[row + up] for up in rows]
        if _NONE not in cards and not _is_built(rules, pile[row : row + rows[-1] + 1]):
            # Where some rows lie face down, the others tell more if their cards count only in their own rows.
            yield _NEIGHBOURS + _KINDS * row * bool(rules.face_down_rows), *cards, *((_NONE,) * (3 - len(cards)))


def _bottom(rules: Rules, pile: Pile) -> Iterator[Mark]:
    """Yield the lowest card of a column that can be seen, or the lowest two if only ranks count."""
    rows, lowest = _in_a_row(rules), _open_rows(rules)[0]
    count = len(rows) - 1
    cards = pile[lowest : lowest + count]
    if len(cards) == count and _NONE not in cards:
        yield _BOTTOM, *cards, *((_NONE,) * (3 - count))


@cached()
def _in_a_row(rules: Rules) -> tuple[int, ...]:
    """Return the rows, from the lowest up, whose cards make a mark of neighbours.

    If only ranks count, two of them say too little. If cards lie face down, these are the rows between which they lie.
    """
    if rules.build is Build.NONE:
        return 0, 1, 2
    lowest, following, *_ = _open_rows(rules)
    return 0, following - lowest


def _open_rows(rules: Rules) -> list[int]:
    return [row for row in range(max(rules.columns)) if row not in rules.face_down_rows]


def _is_built(rules: Rules, cards: Pile) -> bool:
    onto = tables(rules).onto
    return all(lower != _NONE and upper in onto[lower] for lower, upper in pairwise(cards))


def _aside(rules: Rules, position: Position) -> list[Card]:
    return [card for at in layout(rules).reserve for card in position.piles[at]]


def _follow(rules: Rules, positions: Sequence[Position]) -> Iterator[Position]:
    """Yield some positions, and those on the way home from the first and the last of them."""
    yield from positions
    for before in {positions[0], positions[-1]}:
        yield from along(rules, before, automatic_moves(rules, before, Automatic.ALL))


@cached(64)
def _ones(lanes: int) -> int:
    return sum(1 << lane * _LANE for lane in range(lanes))
