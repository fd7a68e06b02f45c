"""Positions: which card lies where. A position is a value, and a move makes a new one."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from engine.caching import cached
from engine.cards import TEXT, Card
from engine.deals import Deck
from engine.rules import FOUNDATIONS, Rules, arrange

PileId: TypeAlias = str
"""`t0`… tableau, `f0` to `f3` foundations, `c0`… cells, `r0`… reserve."""

Pile: TypeAlias = tuple[Card, ...]
"""Cards of a pile, top card last."""


class Position(NamedTuple):
    """The cards of every pile, in the order of `Layout.ids`, and how many cards of each column lie face down."""

    piles: tuple[Pile, ...]
    face_down: tuple[int, ...]
    """For each column, how many of its face-down cards are left.

    Play uncovers columns from the top, so the cards left always lie in the lowest of the face-down rows.
    """


@dataclass(frozen=True, eq=False, slots=True)
class Layout:
    """Which piles a game has, and where they stand in a `Position`."""

    ids: tuple[PileId, ...]
    index: dict[PileId, int]
    columns: range
    foundations: range
    cells: range
    reserve: range


@cached()
def layout(rules: Rules) -> Layout:
    """Return the layout of the game with these rules."""
    counts = {"t": len(rules.columns), "f": FOUNDATIONS, "c": rules.cells, "r": rules.reserve}
    ids = tuple(f"{kind}{number}" for kind, count in counts.items() for number in range(count))
    ranges: list[range] = []
    for count in counts.values():
        start = ranges[-1].stop if ranges else 0
        ranges.append(range(start, start + count))
    return Layout(ids, {pile: at for at, pile in enumerate(ids)}, *ranges)


def deal(rules: Rules, deck: Deck) -> Position:
    """Lay out a deck: columns row by row and left to right, then the dealt foundations, then the reserve."""
    piles: list[list[Card]] = [[] for _ in layout(rules).ids]
    for card, at in zip(arrange(rules.dealing, deck), _dealing_order(rules), strict=True):
        piles[at].append(card)
    face_down = tuple(
        sum(row < height for row in rules.face_down_rows) for height in rules.columns
    )  # fmt: skip
    return Position(tuple(map(tuple, piles)), face_down)


def face_up(position: Position) -> Position:
    """Return the position with every card face up."""
    return Position(position.piles, (0,) * len(position.face_down))


def gather(rules: Rules, position: Position) -> Deck | None:
    """Return the deck that deals this position, or None if no deal leads to it."""
    piles = [iter(pile) for pile in position.piles]
    try:
        deck = tuple(next(piles[at]) for at in _dealing_order(rules))
    except (StopIteration, RuntimeError):
        return None
    return deck if len(set(deck)) == len(deck) and deal(rules, deck) == position else None


def pile(rules: Rules, position: Position, pile_id: PileId) -> Pile:
    """Return the cards of one pile. Raise `KeyError` if the game has no such pile."""
    return position.piles[layout(rules).index[pile_id]]


def face_down_rows(rules: Rules, position: Position, at: int) -> tuple[int, ...]:
    """Return the rows in which the pile at index `at` of the layout has face-down cards, lowest first."""
    return rules.face_down_rows[: position.face_down[at]] if at < len(position.face_down) else ()


def unordered_key(rules: Rules, position: Position) -> tuple[object, ...]:
    """Return a value that is equal for two positions if and only if only the order of piles of a kind differs."""
    table, piles = layout(rules), position.piles
    columns = sorted((piles[at], position.face_down[at]) for at in table.columns)
    kinds = (table.foundations, table.cells, table.reserve)
    return tuple(columns), *(tuple(sorted(piles[kind.start : kind.stop])) for kind in kinds)


def cards_home(rules: Rules, position: Position) -> int:
    """Return how many cards lie on the foundations."""
    foundations = layout(rules).foundations
    return sum(len(cards) for cards in position.piles[foundations.start : foundations.stop])


def snapshot(rules: Rules, position: Position) -> str:
    """Write a position as one short line: slashes between piles, lower case for face-down cards."""
    columns = len(rules.columns)
    words = [
        _word(cards, rules.face_down_rows[:hidden])
        for cards, hidden in zip(position.piles[:columns], position.face_down, strict=True)
    ]
    words += [_word(cards, ()) for cards in position.piles[columns:]]
    return "/".join(words)


def restore(rules: Rules, line: str) -> Position:
    """Read the line that `snapshot` wrote."""
    read = [_pile(word) for word in line.split("/")]
    return Position(tuple([cards for cards, _ in read]), tuple([hidden for _, hidden in read[: len(rules.columns)]]))


def diagram(rules: Rules, position: Position) -> str:
    """Draw a position as text: a line for each kind of pile, columns downwards, face-down cards in brackets."""
    table = layout(rules)
    lines = [_row("Foundations", _at(position, table.foundations))]
    if rules.cells:
        lines.append(_row("Cells", _at(position, table.cells)))
    if rules.reserve:
        lines.append(_row("Reserve", _at(position, table.reserve)))
    lines.append("")
    lines.append("".join(f"{table.ids[at]:^5}" for at in table.columns).rstrip())
    tallest = max(map(len, _at(position, table.columns)))
    lines += ["".join(_write_card(rules, position, at, row) for at in table.columns).rstrip() for row in range(tallest)]
    return "\n".join(lines) + "\n"


def _dealing_order(rules: Rules) -> Iterator[int]:
    table = layout(rules)
    for row in range(max(rules.columns)):
        yield from (at for at in table.columns if row < rules.columns[at])
    yield from table.foundations[: rules.foundations_dealt]
    yield from table.reserve


def _at(position: Position, piles: range) -> tuple[Pile, ...]:
    return position.piles[piles.start : piles.stop]


def _row(title: str, piles: tuple[Pile, ...]) -> str:
    """Write the top card of each pile."""
    return f"{title}: " + " ".join(TEXT[cards[-1]] if cards else "--" for cards in piles)


def _write_card(rules: Rules, position: Position, at: int, row: int) -> str:
    cards = position.piles[at]
    if row >= len(cards):
        return "  .  " if row == 0 else "     "
    text = TEXT[cards[row]]
    return f"({text}) "[:5] if row in face_down_rows(rules, position, at) else f" {text}  "


# A move leaves nearly every pile as it was, so we keep the spelling of piles.
@cached(1 << 14)
def _word(cards: Pile, hidden: tuple[int, ...]) -> str:
    return "".join([TEXT[card].lower() if row in hidden else TEXT[card] for row, card in enumerate(cards)])


@cached(1 << 14)
def _pile(word: str) -> tuple[Pile, int]:
    cards = tuple([_CARD[word[at : at + 2]] for at in range(0, len(word), 2)])
    return cards, sum(map(str.islower, word[1::2]))


_CARD = {spelling: card for card, text in enumerate(TEXT) for spelling in (text, text.lower())}
