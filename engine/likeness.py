"""Finds deals that look the same except for names: with suits exchanged, columns reordered, other cards face down.

If the server gives no help with one deal, it gives none with a deal like it. Face-down cards make no difference, so
nobody can find them out by asking which deals the server refuses.
"""

from itertools import permutations, product
from string import ascii_letters

from engine.caching import cached
from engine.cards import CARDS, RANK, SUIT, SUITS, Card
from engine.deals import Deck
from engine.position import Pile, deal, face_down_rows, layout
from engine.rules import COMPLETE, Build, Rules, Space
from engine.tables import tables

Renaming = tuple[int, ...]
"""For each card, the card whose name it takes."""

FACE_DOWN = b"-"
"""Stands for every face-down card. It sorts before all other letters."""

_LETTERS = ascii_letters.encode()


def likeness(rules: Rules, deck: Deck) -> str:
    """Return 52 letters, the same for two decks if and only if the visible cards of their deals differ only in names.

    They do if the difference is an exchange of suits that these rules do not tell apart, of columns of the same length,
    of cards of the reserve, or of face-down cards. If nothing is built and a foundation takes any suit, cards of a rank
    are alike, and the rank from which we count does not matter, nor the step. So the options of a game do not matter.

    The function keeps nothing between calls: its time must not reveal which deck somebody asked about before.
    """
    table, dealt = layout(rules), deal(rules, deck)
    written = [_write(pile, face_down_rows(rules, dealt, at)) for at, pile in enumerate(dealt.piles)]
    kinds = [[written[at] for at in places] for places in (table.columns, table.foundations, table.reserve)]
    shortest = min(map(len, kinds[0]))
    heads = b"/".join([column for column in kinds[0] if len(column) == shortest])
    # The shortest columns come first, so only a renaming that makes the least of these can make the least of all.
    led = {called: min(heads.translate(called).split(b"/")) for called in _tables(rules)}
    least = min(led.values())
    return min(_in_order(kinds, called) for called, head in led.items() if head == least).decode()


@cached()
def renamings(rules: Rules) -> tuple[Renaming, ...]:
    """List the renamings of all cards that no rule can tell from the usual names."""
    if tables(rules).by_rank and rules.build is Build.NONE and rules.space is not Space.KING:
        counts = product(range(1, COMPLETE), range(COMPLETE))
        return tuple(tuple([(by * RANK[card] + base) % COMPLETE for card in CARDS]) for by, base in counts)
    exchanges = map(_with_suits, permutations(range(len(SUITS))))
    pairs = frozenset((card, onto) for onto, cards in enumerate(tables(rules).onto) for card in cards)
    return tuple(called for called in exchanges if _builds_alike(pairs, called))


@cached()
def _tables(rules: Rules) -> tuple[bytes, ...]:
    return tuple(bytes.maketrans(_LETTERS, bytes([_LETTERS[name] for name in called])) for called in renamings(rules))


def _write(pile: Pile, face_down: tuple[int, ...]) -> bytes:
    return b"".join([FACE_DOWN if row in face_down else _LETTERS[card : card + 1] for row, card in enumerate(pile)])


def _in_order(kinds: list[list[bytes]], called: bytes) -> bytes:
    renamed = [[pile.translate(called) for pile in piles] for piles in kinds]
    return b"".join([pile for piles in renamed for pile in sorted(piles, key=lambda pile: (len(pile), pile))])


def _with_suits(suits: tuple[int, ...]) -> Renaming:
    return tuple([suits[SUIT[card]] * (len(CARDS) // len(SUITS)) + RANK[card] - 1 for card in CARDS])


def _builds_alike(pairs: frozenset[tuple[Card, Card]], called: Renaming) -> bool:
    return {(called[card], called[onto]) for card, onto in pairs} == pairs
