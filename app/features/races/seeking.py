"""The deals that races need: one of each kind soon, and more beforehand."""

from functools import partial

from sqlalchemy import Connection

from app.play.solving.seeking import Need, Process, Sought


class Races:
    """Races, which need a deal as soon as a room is ready."""

    def __init__(self, process: Process) -> None:
        self._deals = process.secret_deals

    def sought(self, connection: Connection, _: int) -> Sought | None:
        """Return the deal for races of the kind that has the fewest."""
        lacking = self._deals.lacking(connection)
        if not lacking:
            return None
        shelf, left = lacking[0]
        return Sought(Need.LATER if left else Need.SOON, partial(self._deals.look, shelf=shelf))
