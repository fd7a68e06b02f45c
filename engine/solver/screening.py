"""Judges many deals in one call, each very briefly. A deal that stays undecided needs a search of its own.

Compiled code deals the cards here, by a list of where the first card of a deck lies, where the second, and so on. So a
card's place in the deck alone must decide where it is dealt. Rules that look at the cards while they deal, to set out
the Aces first or to sink the Kings, cannot be screened.
"""

from collections.abc import Sequence

import numpy as np

from engine.asking import Verdict
from engine.caching import cached
from engine.cards import CARDS
from engine.deals import Deck, shuffled
from engine.measured.figures import Weights
from engine.position import deal, face_down_rows
from engine.rules import Rules
from engine.solver.compiled import Array, Record, compiled
from engine.solver.kernel import EXHAUSTED, WON, Store, search, start
from engine.solver.plans import Pass, passes
from engine.solver.search import Solver
from engine.solver.tables import HOME, bottom, tabulate

_BUDGET = 300
"""How many positions to look at for each deal."""
_TRIED = range(1, 9)
"""The deals that show whether a card's place in the deck alone decides where it is dealt."""
_VERDICTS = {WON: Verdict.WINNABLE, EXHAUSTED: Verdict.UNWINNABLE}


def screen(solver: Solver, rules: Rules, decks: Sequence[Deck] | Array) -> list[Verdict]:
    """Judge deals, given as decks or rows of `shuffle`, by a short exact pass. Return a verdict for each.

    If these rules cannot be screened, every verdict is `UNDECIDED`.
    """
    dealt = _dealt(rules)
    if dealt is None:
        return [Verdict.UNDECIDED] * len(decks)
    tables, store, weights = tabulate(rules), solver.stores[Pass.EXACT], passes(rules)[Pass.EXACT]
    stands = np.empty(len(decks), dtype=np.int64)
    _screen(tables, solver.board, store, weights, np.array(decks, dtype=np.int64).reshape(-1, 52), dealt, stands)
    return [_VERDICTS.get(int(each), Verdict.UNDECIDED) for each in stands]


@compiled
def _screen(
    tables: Record,
    board: Record,
    store: Store,
    weights: Weights,
    decks: Array,
    dealt: Array,
    stands: Array,
) -> None:
    for each in range(len(decks)):
        _deal(board, decks[each], dealt)
        start(tables, board, store, weights)
        stands[each], _ = search(tables, board, store, _BUDGET)


@compiled
def _deal(board: Record, deck: Array, dealt: Array) -> None:
    """Write a deal on the board. `dealt` says for each place in dealing order where its card goes."""
    board.first_face_down = 0
    for foundation in range(4):
        board.first_homes[foundation], board.first_tops[foundation] = 0, -1
    for each in range(52):
        card, on, bottom, hidden = deck[each], dealt[each, 0], dealt[each, 1], dealt[each, 2]
        board.first_below[card] = bottom if on < 0 else deck[on]
        board.first_face_down |= hidden << card
        if bottom >= HOME:
            board.first_homes[bottom - HOME], board.first_tops[bottom - HOME] = 1, card


@cached()
def _dealt(rules: Rules) -> Array | None:
    """Return where the card at each place of a deck is dealt, or None if that depends on the cards.

    For each place in the deck: the place of the card under this one or -1, what lies at the bottom of the pile as one
    of the places of `tables`, and whether the card lies face down.
    """
    # Every card has different places in these decks, so a rule that looks at cards deals them differently.
    decks = (tuple(CARDS), *map(shuffled, _TRIED))
    ways = {tuple(tuple(map(deck.index, pile)) for pile in deal(rules, deck).piles) for deck in decks}
    return _laid(rules) if len(ways) == 1 else None


def _laid(rules: Rules) -> Array:
    # This deals the places 0 to 51 as if they were cards.
    position = deal(rules, tuple(CARDS))
    dealt = np.zeros((len(CARDS), 3), dtype=np.int64)
    for at, pile in enumerate(position.piles):
        hidden = face_down_rows(rules, position, at)
        for row, place in enumerate(pile):
            dealt[place] = pile[row - 1] if row else -1, bottom(rules, at), row in hidden
    return dealt
