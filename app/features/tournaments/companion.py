"""What tournaments do at a table: the standings change when a game is over."""

from app.features.tournaments.scoreboard import Scoreboard
from app.features.tournaments.values.event import InTournament
from app.play.companions import Companion
from app.play.values.session import Turn
from app.web.server import Server


class Scorer(Companion):
    """Who notes results on the scoreboard."""

    async def told(self, serving: Server, turn: Turn) -> None:
        """Take note that the standings have changed, if the turn ended a game of a tournament."""
        event = turn.session.event
        if isinstance(event, InTournament) and turn.session.status.finished:
            serving.part(Scoreboard).changed(event.code)
