"""The policies of a game, tabulated once over the cards.

The predicates in `rules` stay the only statement of each policy; asking them for every pair of cards is done
here, once for each set of rules, so that no move pays for it.
"""

from dataclasses import dataclass
from functools import cache

from engine.cards import CARDS, Card
from engine.rules import FOUNDATIONS, Rules, builds, fills, follows, starts


@dataclass(frozen=True, eq=False, slots=True)
class Tables:
    """Which cards go where."""

    onto: tuple[frozenset[Card], ...]
    """For each card, the cards that may be laid on it in the tableau."""
    into_space: frozenset[Card]
    """The cards that may go to an empty column."""
    starts: tuple[frozenset[Card], ...]
    """For each foundation, the cards that may start it."""
    follows: tuple[frozenset[Card], ...]
    """For each card, the cards that come next on a foundation it tops."""


@cache
def tables(rules: Rules) -> Tables:
    """Give the tables of these rules, made when first asked for."""
    return Tables(
        onto=tuple(frozenset(card for card in CARDS if builds(rules.build, card, onto)) for onto in CARDS),
        into_space=frozenset(card for card in CARDS if fills(rules.space, card)),
        starts=tuple(
            frozenset(card for card in CARDS if starts(rules.foundation, card, foundation))
            for foundation in range(FOUNDATIONS)
        ),
        follows=tuple(frozenset(card for card in CARDS if follows(rules.foundation, card, top)) for top in CARDS),
    )
