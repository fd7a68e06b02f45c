"""Which deals are the same game under other names: suits exchanged, columns in another order.

Whoever may not be helped with one deal may not be helped with another that is like it.
"""

from functools import cache, lru_cache
from itertools import permutations, product
from string import ascii_letters

from engine.cards import CARDS, RANK, SUIT, SUITS
from engine.deals import Deck
from engine.position import deal, layout
from engine.rules import COMPLETE, Build, Rules, Space, builds

Renaming = dict[int, int]
"""For `str.translate`: from the letter of a card to the one it is called by."""


# A deck that is asked about once is asked about again, with every hint.
@lru_cache(maxsize=1 << 10)
def likeness(rules: Rules, deck: Deck) -> str:
    """Give the same 52 letters for two decks if, and only if, the games dealt from them differ by names alone.

    That is, if suits that these rules do not tell apart were exchanged, or columns of the same length, or cards of the
    reserve. Where nothing is built and a foundation takes any suit, cards of a rank are alike, and it does not matter
    from which rank one counts, nor by how many; so no option of a game makes a difference.
    """
    table, piles = layout(rules), deal(rules, deck).piles
    written = ["".join([ascii_letters[card] for card in pile]) for pile in piles]
    kinds = ["/".join(written[at] for at in places) for places in (table.columns, table.foundations, table.reserve)]
    return min("".join([_in_order(kind.translate(renaming)) for kind in kinds]) for renaming in _renamings(rules))


def _in_order(piles: str) -> str:
    return "".join(sorted(piles.split("/"), key=lambda pile: (len(pile), pile)))


@cache
def _renamings(rules: Rules) -> tuple[Renaming, ...]:
    if rules.foundations_dealt and rules.build is Build.NONE and rules.space is not Space.KING:
        counts = product(range(1, COMPLETE), range(COMPLETE))
        called = [[(by * RANK[card] + base) % COMPLETE for card in CARDS] for by, base in counts]
    else:
        called = list(filter(lambda cards: _builds_alike(rules.build, cards), map(_with_suits, permutations(range(4)))))
    return tuple(str.maketrans(ascii_letters, "".join(ascii_letters[name] for name in names)) for names in called)


def _with_suits(suits: tuple[int, ...]) -> list[int]:
    return [suits[SUIT[card]] * (len(CARDS) // len(SUITS)) + RANK[card] - 1 for card in CARDS]


def _builds_alike(build: Build, called: list[int]) -> bool:
    return all(
        builds(build, card, onto) == builds(build, called[card], called[onto]) for card, onto in product(CARDS, CARDS)
    )
