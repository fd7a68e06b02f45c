"""Puzzles that players made of positions of their own, and what moderators decided about them."""

from dataclasses import dataclass
from enum import StrEnum


class ProposalState(StrEnum):
    """How a proposed puzzle stands."""

    WAITING = "waiting"
    TAKEN = "taken"
    """It is given to everybody."""
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A puzzle that a player made."""

    puzzle_id: str
    player_id: str
    state: ProposalState
    proposed_at: int
    decided_at: int | None = None
