"""The writer of certificates: it follows the moves from a deal until none leads to a position that it has not met.

It knows nothing of the solver. So where the solver says that a deal is unwinnable and a certificate of it is written,
two programs have come to the same verdict by ways of their own.
"""

from collections.abc import Collection
from enum import Enum

from engine.proofs.checker import Argument, Deal, Table, has_alike_cards
from engine.rules import Rules

FORMS = ((Argument.SAFE, Argument.ALIKE, Argument.FEWEST), (Argument.SAFE, Argument.FEWEST))
"""What a certificate leans on: first what makes it smallest, then what never meets a win that cannot be reached."""


class Unwritten(Enum):
    """Why there is no certificate."""

    TOO_LARGE = "It would hold more positions than allowed."
    MEETS_A_WIN = "The moves from the deal lead to a win."


def leanings(rules: Rules, arguments: Collection[Argument]) -> list[Argument]:
    """Return those of the arguments that make a difference under these rules, in order."""
    idle = {Argument.FEWEST} if rules.in_suit else {Argument.SAFE}
    if not has_alike_cards(rules):
        idle.add(Argument.ALIKE)
    return [argument for argument in Argument if argument in arguments and argument not in idle]


def collect(rules: Rules, deal: Deal, leans_on: Collection[Argument], limit: int) -> list[str] | Unwritten:
    """Return the lines of a certificate in order, at most `limit` of them, or why there is none.

    If it leans on alike cards, it may meet a win although the deal has none.
    """
    table = Table(rules, deal, leans_on)
    left = sorted(table.start())
    met, lines = set(left), list[str]()
    while left:
        text = left.pop()
        position = table.read(text)
        assert position is not None, text
        if position.is_won:
            return Unwritten.MEETS_A_WIN
        reached = table.steps(position)
        lines.append(f"{text} {len(reached)}")
        left += reached - met
        met |= reached
        if len(met) > limit:
            return Unwritten.TOO_LARGE
    return sorted(lines)
