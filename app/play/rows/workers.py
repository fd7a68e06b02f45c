"""Statements about the processes that run solvers beside the servers. The table holds a row for each of them."""

from sqlalchemy import Connection, delete, insert, select, update

from app.play.tables.solving import worker
from app.play.values.solvers import Solvers, Workers

FRESH_MS = 75_000
"""For how long the word of a worker counts: long enough to miss one that should come every half a minute."""
_KEPT_MS = 600_000


def tell(connection: Connection, worker_id: str, solvers: Solvers, now: int) -> None:
    """Store how the solvers of a worker stand, in place of its last word; forget workers that fell silent long ago."""
    told = {"seen_at": now, "solvers": str(solvers)}
    if not connection.execute(update(worker).where(worker.c.id == worker_id).values(told)).rowcount:
        connection.execute(insert(worker), {"id": worker_id, **told})
    # A clock that was far ahead would keep a dead worker alive.
    connection.execute(delete(worker).where(~worker.c.seen_at.between(now - _KEPT_MS, now + _KEPT_MS)))


def leave(connection: Connection, worker_id: str) -> None:
    """Forget a worker that ends."""
    connection.execute(delete(worker).where(worker.c.id == worker_id))


def at_work(connection: Connection, now: int) -> Workers:
    """Return which workers are there."""
    fresh = select(worker.c.solvers).where(worker.c.seen_at > now - FRESH_MS, worker.c.seen_at < now + FRESH_MS)
    found = [Solvers(told) for told in connection.execute(fresh).scalars()]
    return Workers(len(found), next((one for one in Solvers if one in found), Solvers.AWAY))
