"""The policies of a game, tabulated once over the cards.

The predicates in `rules` remain the only statement of each policy. This module asks them about every pair of cards,
once for each set of rules, so that moves need not ask them.
"""

from dataclasses import dataclass

from engine.caching import cached
from engine.cards import ACE, CARDS, KING, RANK, Card
from engine.rules import FOUNDATIONS, Lift, Rules, builds, fills, follows, starts


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
    wanted_by: tuple[frozenset[Card], ...]
    """For each card, the cards for which a player might keep it back, to lay them on it.

    If cards move one by one, these do not include the card that follows it on its foundation: whenever that could be
    laid on this card, it could go home instead. As the lowest card of a packed sequence it could not.
    """
    in_suit: bool
    """Whether each foundation begins with the Ace of its suit and takes the next higher card of that suit alone."""
    by_rank: bool
    """Whether a foundation takes any card of the next rank, whatever its suit, and so goes through all thirteen."""


@cached()
def tables(rules: Rules) -> Tables:
    """Return the tables of these rules, which the first call makes."""
    begin = tuple(
        frozenset(card for card in CARDS if starts(rules.foundation, card, foundation))
        for foundation in range(FOUNDATIONS)
    )
    after = tuple(frozenset(card for card in CARDS if follows(rules.foundation, card, top)) for top in CARDS)
    laid = tuple(frozenset(card for card in CARDS if builds(rules.build, card, onto)) for onto in CARDS)
    return Tables(
        onto=laid,
        into_space=frozenset(card for card in CARDS if fills(rules.space, card)),
        starts=begin,
        follows=after,
        wanted_by=tuple(laid[card] - (after[card] if rules.lift is Lift.TOP_CARD else set()) for card in CARDS),
        in_suit=begin == _ACES and after == _NEXT_IN_SUIT,
        by_rank=_go_round(after),
    )


_ACES = tuple(frozenset([card]) for card in CARDS if RANK[card] == ACE)
_NEXT_IN_SUIT = tuple(frozenset([card + 1] if RANK[card] < KING else []) for card in CARDS)
_RANKS = tuple(frozenset(card for card in CARDS if RANK[card] == rank) for rank in range(ACE, KING + 1))


def _go_round(after: tuple[frozenset[Card], ...]) -> bool:
    if any(taken not in _RANKS or taken != after[RANK[top] - ACE] for top, taken in enumerate(after)):
        return False
    met, top = set[Card](), min(CARDS)
    while top not in met:
        met.add(top)
        top = min(after[top])
    return len(met) == len(_RANKS)
