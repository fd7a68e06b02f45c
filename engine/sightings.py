"""Recognises positions that somebody at another table sees, by whatever deck and under whatever names.

Late in a game, too little remains of a deal to tell it by (see `engine.descent`). Then only the whole position tells.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from engine.automatic import Automatic, automatic_moves
from engine.cards import CARDS
from engine.descent import DealQuery
from engine.likeness import Renaming, renamings
from engine.moves import after, along, is_won, legal_moves
from engine.position import Pile, Position, cards_home, deal, face_down_rows, layout
from engine.rules import Rules

LEAST_LEFT = 10
"""With fewer cards left, positions of unrelated deals are too often the same."""
LEAST_BUILT = 14
"""The same, where all cards can go home as they lie."""
MOST_FORMS = 10_000
"""How many positions and names are tried at most, the last positions first: a cheat may send thousands of moves."""
_FACE_DOWN = -1


class Sighting(NamedTuple):
    """What a player sees of a position, the order of piles apart."""

    heights: tuple[int, ...]
    tops: tuple[int, ...]
    columns: tuple[tuple[int, ...], ...]
    """Those with the fewest cards face down come first."""
    aside: tuple[int, ...]
    """The cards in cells and in the reserve."""


def sighting(rules: Rules, position: Position) -> Sighting | None:
    """Return what a player sees of a position; None if it cannot be told from those of other deals.

    It cannot if few cards are left, or not many and all can go home as they lie, for which nobody needs help.
    """
    left = _cards_left(rules, position)
    if left < LEAST_LEFT or (left < LEAST_BUILT and _goes_home(rules, position)):
        return None
    called = renamings(rules)[0]
    columns = [
        tuple([_FACE_DOWN if row in hidden else called[card] for row, card in enumerate(position.piles[at])])
        for at in layout(rules).columns
        for hidden in [face_down_rows(rules, position, at)]
    ]
    columns.sort(key=lambda column: (column.count(_FACE_DOWN), column))
    return Sighting(
        _heights(rules, position), _tops(rules, position, called), tuple(columns), _aside(rules, position, called)
    )


def is_sighted(asked: DealQuery, sightings: Iterable[Sighting]) -> bool:
    """Return whether an answer about a position would also be one about a position that somebody sees, under any names.

    It speaks of the positions asked about, and for the one that matters most also of those after each of its moves and
    of those that follow if all cards that can go home do. Cards that the other player sees face down may be any.
    """
    rules, names = asked.rules, renamings(asked.rules)
    spoken_of = [(_heights(rules, one), one) for one in _spoken_of(asked) if _cards_left(rules, one) >= LEAST_LEFT]
    heights = {heights for heights, _ in spoken_of}
    alike = defaultdict[tuple[tuple[int, ...], ...], set[Sighting]](set)
    for one in sightings:
        if one.heights in heights:
            alike[one.heights, one.tops].add(one)
    seen_heights = {one for one, _ in alike}
    among = [(one, position) for one, position in spoken_of if one in seen_heights]
    return any(
        _looks_like(rules, position, called, alike[key])
        for of_columns, position in among[-(MOST_FORMS // len(names)) :]
        for called in names
        if (key := (of_columns, _tops(rules, position, called))) in alike
    )


def _spoken_of(asked: DealQuery) -> list[Position]:
    rules = asked.rules
    said = [deal(rules, asked.deck), *asked.positions]
    home = along(rules, said[-1], automatic_moves(rules, said[-1], Automatic.ALL))
    return [*said, *home[1:], *[after(rules, said[-1], move) for move in legal_moves(rules, said[-1])]]


def _looks_like(rules: Rules, position: Position, called: Renaming, sightings: Collection[Sighting]) -> bool:
    columns = [tuple([called[card] for card in position.piles[at]]) for at in layout(rules).columns]
    aside = _aside(rules, position, called)
    return any(one.aside == aside and _fit(columns, one.columns) for one in sightings)


def _fit(columns: Sequence[Pile], seen: Iterable[Pile]) -> bool:
    """Return whether these are the columns that somebody sees, in any order.

    All columns have the lowest of some rows face down. So for one with few of them, all that fit are as good later on.
    """
    left = list(columns)
    for one in seen:
        fitting = next((column for column in left if _fits(column, one)), None)
        if fitting is None:
            return False
        left.remove(fitting)
    return True


def _fits(column: Pile, seen: Pile) -> bool:
    return len(column) == len(seen) and all(one in (card, _FACE_DOWN) for card, one in zip(column, seen, strict=True))


def _cards_left(rules: Rules, position: Position) -> int:
    return len(CARDS) - cards_home(rules, position)


def _goes_home(rules: Rules, position: Position) -> bool:
    """Return whether all cards can go home as they lie. Where some lie face down, nobody can know."""
    if any(position.face_down):
        return False
    return is_won(rules, along(rules, position, automatic_moves(rules, position, Automatic.ALL))[-1])


def _heights(rules: Rules, position: Position) -> tuple[int, ...]:
    return tuple(sorted([len(position.piles[at]) for at in layout(rules).columns]))


def _tops(rules: Rules, position: Position, called: Renaming) -> tuple[int, ...]:
    piles = position.piles
    return tuple(sorted([called[piles[at][-1]] for at in layout(rules).columns if piles[at]]))


def _aside(rules: Rules, position: Position, called: Renaming) -> tuple[int, ...]:
    table = layout(rules)
    return tuple(sorted([called[card] for at in (*table.cells, *table.reserve) for card in position.piles[at]]))
