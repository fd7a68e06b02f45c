"""The writer of certificates follows the moves from a deal until none leads to a new position.

It does not use the solver. So if the solver says that a deal is unwinnable and the writer makes a certificate, two
programs have independently reached the same verdict.
"""

from collections.abc import Collection
from enum import Enum

from engine.proofs.checker import Argument, Deal, PositionTable, has_alike_cards
from engine.rules import Rules

FORMS = ((Argument.SAFE, Argument.ALIKE, Argument.FEWEST), (Argument.SAFE, Argument.FEWEST))
"""What a certificate leans on: first the smallest form, then the form that never meets an unreachable win."""


class Unwritten(Enum):
    """Why there is no certificate."""

    TOO_LARGE = "It would hold more positions than allowed."
    MEETS_A_WIN = "The moves from the deal lead to a win."


def leanings(rules: Rules, arguments: Collection[Argument]) -> list[Argument]:
    """Return, in order, the arguments that make a difference under these rules."""
    idle = {Argument.FEWEST} if rules.in_suit else {Argument.SAFE}
    if not has_alike_cards(rules):
        idle.add(Argument.ALIKE)
    return [argument for argument in Argument if argument in arguments and argument not in idle]


def collect(
    rules: Rules, deal: Deal, leans_on: Collection[Argument], limit: int, begins_at: str | None = None
) -> list[str] | Unwritten:
    """Return the lines of a certificate in order, at most `limit` of them, or why there is none.

    A certificate that leans on alike cards may meet a win although the deal has none. `begins_at` is a line without its
    number of moves, in which every card has its own name: the certificate is then about that position, not the deal.
    """
    table = PositionTable(rules, deal, leans_on)
    if begins_at is not None and not table.begin_at(begins_at):
        raise ValueError(f"“{begins_at}” is not the text of a position with 52 cards.")
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
