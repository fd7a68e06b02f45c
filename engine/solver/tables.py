"""A game's policies as small arrays, which is how the kernel reads them.

Every entry comes from the engine's own tables and predicates; this module decides nothing about a policy.

One number says what a card lies *on*: a card (0 to 51), or one of the places below. A set of cards is an int whose bit
`c` stands for card `c`.
"""

from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from engine.caching import cached
from engine.cards import CARDS, Card
from engine.position import layout
from engine.rules import FOUNDATIONS, Lift, Rules
from engine.solver.compiled import Array, Record, record
from engine.tables import tables as tables_of

SPACE, CELL, RESERVE, HOME = 52, 53, 54, 55
"""Places that are not cards: the bottom of a column, a cell, the reserve, and foundation `f` as `HOME + f`."""
PLACES = HOME + FOUNDATIONS

AT_HOME, AS_DEALT, IN_SPACE, IN_CELL, BUILT = range(5)
"""Codes for where a card lies, three bits each. `BUILT + k` is on the k-th of the cards it may be built on.

A card on a face-up card that it may be built on has that code even if dealt there, so a position has one key.
"""
MOST_PARENTS = 4


@cached()
def tabulate(rules: Rules) -> Record:
    """Return the kernel's tables of these rules.

    onto: for each card, the set of cards that may be laid on it.
    wanted_by: for each card, the set of cards for which a player might keep it back, to lay them on it.
    parents: for each card, the set of cards it may be laid on.
    parent: the same cards one by one, then -1.
    code: for each card, its code on each face-up card and in each place.
    starts: for each foundation, the set of cards that may start it.
    follows: for each card, the set of cards that come next on a foundation it tops.
    into_space: the set of cards that may go to a space.
    alike: for each card, the set of cards that only foundations tell apart from it, including itself.
    columns, cells: how many there are.
    packed: 1 if packed sequences move together, 0 if only single cards do.
    suited: 1 if each foundation begins with the Ace of its suit and takes the next higher card of that suit alone.
    bare: 1 if a card that left its column can only be in a cell or on a foundation, each for any suit, and there is no
    reserve.

    Raises:
        ValueError: the search cannot tell positions of these rules apart.
    """
    known = tables_of(rules)
    parents = [[under for under in CARDS if card in known.onto[under]] for card in CARDS]
    if max(map(len, parents)) > MOST_PARENTS:
        raise ValueError(f"The solver's key has room for {MOST_PARENTS} cards that a card may be built on.")
    if any(known.follows[one] != known.follows[other] for taken in known.follows for one, other in pairwise(taken)):
        raise ValueError("The solver counts the cards of a foundation, so all that it takes must lead to the same.")
    every, each = (len(CARDS),), (FOUNDATIONS,)
    tables = record(
        {"onto": every, "parents": every, "parent": (*every, MOST_PARENTS), "code": (*every, PLACES)}
        | {"starts": each, "follows": every, "into_space": (), "wanted_by": every, "alike": every}
        | {"columns": (), "cells": (), "packed": (), "suited": (), "bare": ()}
    )
    tables.onto, tables.wanted_by, tables.parents = _sets(known.onto), _sets(known.wanted_by), _sets(parents)
    tables.parent = [(under + [-1] * MOST_PARENTS)[:MOST_PARENTS] for under in parents]
    tables.code = _codes(parents)
    tables.starts, tables.follows = _sets(known.starts), _sets(known.follows)
    tables.into_space = _set(known.into_space)
    tables.columns, tables.cells = len(rules.columns), rules.cells
    tables.packed = rules.lift is Lift.PACKED_SEQUENCE
    tables.suited = known.in_suit
    tables.bare = known.by_rank and not any(map(any, parents)) and not known.into_space and not rules.reserve
    tables.alike = _alike(tables)
    return tables


def bottom(rules: Rules, at: int) -> int:
    """Return the place in which the lowest card of the pile at index `at` of the layout lies."""
    table = layout(rules)
    if at in table.foundations:
        return HOME + at - table.foundations.start
    return SPACE if at in table.columns else CELL if at in table.cells else RESERVE


def _alike(tables: Record) -> list[int]:
    def kind(card: Card) -> tuple[int, ...]:
        # If a foundation takes any suit, the search need not know to which foundation a card belongs.
        own = -1 if tables.suited else card
        return own, tables.onto[card], tables.parents[card], tables.into_space >> card & 1

    return _sets([other for other in CARDS if kind(other) == kind(card)] for card in CARDS)


def _set(cards: Iterable[Card]) -> int:
    return sum(1 << card for card in cards)


def _sets(many: Iterable[Iterable[Card]]) -> list[int]:
    return [_set(cards) for cards in many]


def _codes(parents: list[list[int]]) -> Array:
    code = np.full((len(CARDS), PLACES), AS_DEALT, dtype=np.int64)
    code[:, SPACE], code[:, CELL], code[:, HOME:] = IN_SPACE, IN_CELL, AT_HOME
    for card, under in enumerate(parents):
        code[card, under] = range(BUILT, BUILT + len(under))
    return code
