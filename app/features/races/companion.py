"""What races do at a table: they show the rivals beside it, and tell them of its turns."""

from markupsafe import Markup
from sqlalchemy import Connection

from app.features.races.news import race_topic, tell_of_room
from app.features.races.service import ghosts
from app.features.races.values.event import InRace
from app.features.races.values.race import mark
from app.features.races.words.ghost import ghost_view
from app.play.companions import Companion, Piece
from app.play.news import written
from app.play.values.session import Turn
from app.web.rendering import draw
from app.web.server import Server
from engine.position import cards_home


class Rivals(Companion):
    """Whom the player of a session races against."""

    async def told(self, serving: Server, turn: Turn) -> None:
        """Publish how far a run is, to everybody who watches its race."""
        session, event = turn.session, turn.session.event
        if not isinstance(event, InRace):
            return
        news = {
            "run": mark(session.id),
            "home": cards_home(turn.rules, turn.after),
            "steps": session.steps,
            "status": session.status,
        }
        await serving.live.publish(race_topic(event.code), "run", written(news))
        if session.status.finished:
            await tell_of_room(serving.live, event.code)

    def beside(self, connection: Connection, turn: Turn, player_id: str | None, now: int) -> Piece | None:
        """Return the strip of the race or of the ghost."""
        event = turn.session.event
        if isinstance(event, InRace):
            strip = Markup(draw("races/_race_place.html", code=event.code))
            return Piece("head", strip, ("race.css",), ("news.js", "race/runs.js"))
        ghost = ghosts.beside(connection, turn.session.id)
        if ghost is None:
            return None
        strip = Markup(draw("races/_ghost.html", ghost=ghost_view(ghost, turn)))
        return Piece("head", strip, ("race.css",), ("race/ghost.js",))
