"""Puzzles that players made: whoever has the link can try one at once; a moderator decides whether all are given it.

So nobody can fill everybody's queue of puzzles with dull ones.
"""

from typing import NamedTuple

from sqlalchemy import Connection

from app.core.refusals import Impossible, NotFound, TooMany
from app.core.store.unreadable import each
from app.features.puzzles.rows import proposals, puzzles
from app.features.puzzles.values.proposal import Proposal, ProposalState
from engine.puzzles import Puzzle

MOST_OF_A_PLAYER = 5
"""Puzzles of one player that may wait, or were refused in the last week: enough for whoever picks the good ones."""
REFUSED_MS = 7 * 24 * 3_600_000
MOST_WAITING = 200
"""Puzzles of all players that may wait, because anybody can pose as many visitors: what a person looks at in hours."""
MOST_SHOWN, MOST_DECIDED = 20, 10
"""How many waiting proposals a moderator sees at once, and how many of the latest decisions."""


class ProposedPuzzle(NamedTuple):
    """A proposal with its puzzle."""

    proposal: Proposal
    puzzle: Puzzle


class Proposed(NamedTuple):
    """What moderators see of proposals."""

    waiting: list[ProposedPuzzle]
    decided: list[ProposedPuzzle]


def check_room(connection: Connection, player_id: str, now: int) -> None:
    """Raise `Impossible` or `TooMany` if the player, or all players together, have proposed enough puzzles."""
    if proposals.count_of(connection, player_id, now - REFUSED_MS) >= MOST_OF_A_PLAYER:
        raise Impossible(
            f"You have made {MOST_OF_A_PLAYER} puzzles that wait for a moderator or were refused this week, which is "
            "the most allowed."
        )
    if proposals.count_waiting(connection) >= MOST_WAITING:
        raise TooMany("Many puzzles wait for a moderator already; please try again another day.")


def propose(connection: Connection, found: Puzzle, player_id: str, now: int) -> None:
    """Note that a player made a new puzzle, about which a moderator is to decide."""
    proposals.add(connection, found.id, player_id, now)


def state_of(connection: Connection, puzzle_id: str) -> ProposalState:
    """Return whether everybody is given a puzzle; one that no player proposed is taken."""
    found = proposals.find(connection, puzzle_id)
    return found.state if found else ProposalState.TAKEN


def for_moderators(connection: Connection, _now: int) -> Proposed:
    """Return the proposals that wait, the earliest first, and those about which was decided last."""
    return Proposed(
        _with_puzzles(connection, proposals.list_waiting(connection, MOST_SHOWN)),
        _with_puzzles(connection, proposals.list_decided(connection, MOST_DECIDED)),
    )


def decide(connection: Connection, puzzle_id: str, state: ProposalState, now: int) -> bool:
    """Take in a proposed puzzle, or refuse it; return False if that was so already. Raise `NotFound`."""
    if proposals.find(connection, puzzle_id) is None:
        raise NotFound("Nobody proposed this puzzle.")
    return proposals.decide(connection, puzzle_id, state, now)


def _with_puzzles(connection: Connection, found: list[Proposal]) -> list[ProposedPuzzle]:
    read = each(lambda one: (one, puzzles.find(connection, one.puzzle_id)), found)
    return [ProposedPuzzle(one, puzzle) for one, puzzle in read if puzzle]
