"""Measures how much one deal shares with another, under other names and with its columns in another order.

During an event, nobody gets help with its deal. A cheat might exchange a few of its cards and ask about the copy, since
most of the answer fits the deal. So we help only with deals that are far enough away from it.

One call compares a deal with many others, by means of very long numbers: each column of each deal has its own byte. A
loop over cards would take ten times as long, and every request for help waits for this.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import reduce
from typing import NamedTuple

from engine.caching import cached
from engine.cards import Card
from engine.deals import Deck
from engine.likeness import Renaming, renamings
from engine.position import deal, face_down_rows, layout
from engine.rules import Rules

Place = tuple[int, Card]
"""How deep a card lies in its column, counted from 0 at the bottom or from -1 at the top, or `ASIDE`; then the card."""

ASIDE = 99
"""Stands for any place in the reserve or on the foundations, where the order makes no difference."""
_BYTE = 8


class _Compared(NamedTuple):
    """The deals with which another is compared."""

    at: dict[Place, int]
    """For each place, with its card under the usual name: a number with 1 in the byte of every column that has it."""
    width: int
    """Bytes for each deal."""
    top_bits: int
    """The highest bit of every byte, which no count of cards reaches."""


def is_near(rules: Rules, decks: tuple[Deck, ...], other: Deck) -> bool:
    """Return whether a deck shares at least half of the visible places with the deal of one of `decks`.

    It tries every change of names that `likeness` makes. It compares each column with the one that shares most with it,
    by depth from the bottom or from the top. We would rather count too much than too little.
    """
    if not decks:
        return False
    compared, piles = _prepare(rules, decks), list(_piles(rules, other))
    half = (sum(rules.columns) + rules.foundations_dealt + rules.reserve - _face_down(rules)) / 2
    return any(_most_shared(compared, piles, called) >= half for called in renamings(rules))


@cached(32)
def _prepare(rules: Rules, decks: tuple[Deck, ...]) -> _Compared:
    width, usual = len(rules.columns) + 1, renamings(rules)[0]
    at: dict[Place, bytearray] = defaultdict(lambda: bytearray(width * len(decks)))
    for first, deck in enumerate(decks):
        for column, places in _columns(rules, deck):
            for depth, card in places:
                at[depth, usual[card]][width * first + column] = 1
    counts = {place: int.from_bytes(columns, "little") for place, columns in at.items()}
    return _Compared(counts, width, int.from_bytes(b"\x80" * width * len(decks), "little"))


def _columns(rules: Rules, deck: Deck) -> Iterator[tuple[int, list[Place]]]:
    """Yield the visible places of a deal, column by column. The cards aside count as one more column."""
    table, dealt = layout(rules), deal(rules, deck)
    for at in table.columns:
        pile, hidden = dealt.piles[at], face_down_rows(rules, dealt, at)
        seen = [(row, card) for row, card in enumerate(pile) if row not in hidden]
        yield at, seen
        yield at, [(row - len(pile), card) for row, card in seen]
    aside = [card for at in (*table.foundations, *table.reserve) for card in dealt.piles[at]]
    yield len(table.columns), [(ASIDE, card) for card in aside]


def _piles(rules: Rules, deck: Deck) -> Iterator[list[Place]]:
    """Yield the piles to compare with columns of other deals, each once for each way of counting depth."""
    same_depth = len(set(rules.columns)) == 1
    for _, places in _columns(rules, deck):
        if not (same_depth and places[0][0] < 0):
            yield places


def _most_shared(compared: _Compared, piles: list[list[Place]], called: Renaming) -> int:
    """Return the most places that one of the deals shares, if the other deal's cards have these names."""
    at, width, top_bits = compared
    counts = [sum([at.get((depth, called[card]), 0) for depth, card in pile]) for pile in piles]

    def larger(some: int, others: int) -> int:
        """Return the larger of two counts in every byte."""
        # A byte whose top bit is set borrows from no other. The bit stays set unless the first count is smaller.
        reached = ((some | top_bits) - others) & top_bits
        chosen = reached - (reached >> _BYTE - 1)
        return others ^ ((some ^ others) & chosen)

    best = reduce(larger, counts).to_bytes((top_bits.bit_length() + _BYTE - 1) // _BYTE, "little")
    return max(sum(best[start : start + width]) for start in range(0, len(best), width))


def _face_down(rules: Rules) -> int:
    return sum(row < height for row in rules.face_down_rows for height in rules.columns)
