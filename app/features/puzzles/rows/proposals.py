"""Statements about puzzles that players made."""

from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from app.core.store.unreadable import each, reads
from app.features.puzzles.tables import puzzle_proposal
from app.features.puzzles.values.proposal import Proposal, ProposalState


def add(connection: Connection, puzzle_id: str, player_id: str, now: int) -> None:
    """Add a puzzle that waits for a moderator; no puzzle is proposed twice."""
    row = {"puzzle_id": puzzle_id, "player_id": player_id, "state": ProposalState.WAITING, "proposed_at": now}
    connection.execute(insert(puzzle_proposal), row)


def find(connection: Connection, puzzle_id: str) -> Proposal | None:
    """Return the proposal of a puzzle, or None if no player proposed it."""
    row = connection.execute(select(puzzle_proposal).where(puzzle_proposal.c.puzzle_id == puzzle_id)).first()
    return _read(row) if row else None


def decide(connection: Connection, puzzle_id: str, state: ProposalState, now: int) -> bool:
    """Store what a moderator decided about a proposal; return whether that changed anything."""
    other = puzzle_proposal.c.puzzle_id == puzzle_id, puzzle_proposal.c.state != state
    decided = update(puzzle_proposal).where(*other).values(state=state, decided_at=now)
    return connection.execute(decided).rowcount == 1


def list_waiting(connection: Connection, limit: int) -> list[Proposal]:
    """List the proposals about which nobody has decided, the earliest first."""
    waiting = select(puzzle_proposal).where(puzzle_proposal.c.state == ProposalState.WAITING)
    order = puzzle_proposal.c.proposed_at, puzzle_proposal.c.puzzle_id
    return each(_read, connection.execute(waiting.order_by(*order).limit(limit)))


def list_decided(connection: Connection, limit: int) -> list[Proposal]:
    """List the proposals about which somebody has decided, the last decision first."""
    decided = select(puzzle_proposal).where(puzzle_proposal.c.decided_at.is_not(None))
    order = puzzle_proposal.c.decided_at.desc(), puzzle_proposal.c.puzzle_id
    return each(_read, connection.execute(decided.order_by(*order).limit(limit)))


def count_waiting(connection: Connection) -> int:
    """Count the proposals about which nobody has decided."""
    waiting = puzzle_proposal.c.state == ProposalState.WAITING
    return connection.execute(select(func.count()).select_from(puzzle_proposal).where(waiting)).scalar_one()


def count_of(connection: Connection, player_id: str, since: int) -> int:
    """Count the proposals of a player that wait, or that a moderator has refused since a time."""
    theirs = (
        puzzle_proposal.c.player_id == player_id,
        puzzle_proposal.c.state != ProposalState.TAKEN,
        func.coalesce(puzzle_proposal.c.decided_at, since) >= since,
    )
    return connection.execute(select(func.count()).select_from(puzzle_proposal).where(*theirs)).scalar_one()


@reads(puzzle_proposal)
def _read(row: Row[Any]) -> Proposal:
    puzzle_id, player_id, state, *times = tuple(row)
    return Proposal(puzzle_id, player_id, ProposalState(state), *times)
