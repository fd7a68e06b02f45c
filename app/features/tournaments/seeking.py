"""The deals that tournaments wait for."""

from functools import partial

from sqlalchemy import Connection

from app.features.tournaments.rows import tournaments
from app.play.solving.seeking import Need, Process, Sought


class Tournaments:
    """Tournaments, which take their deals from the shelves that races take them from."""

    def __init__(self, process: Process) -> None:
        self._deals = process.secret_deals

    def sought(self, connection: Connection, _: int) -> Sought | None:
        """Return a deal of the kind that has the fewest, if any tournament waits."""
        lacking = self._deals.lacking(connection) if tournaments.any_undrawn(connection) else []
        return Sought(Need.SOON, partial(self._deals.look, shelf=lacking[0][0])) if lacking else None
