"""What races show beside a table: the rivals, and how they come in."""

from markupsafe import Markup
from sqlalchemy import Connection

from app.features.races.service import finales, ghosts, races
from app.features.races.values.event import InRace
from app.features.races.words.ghost import ghost_result, ghost_view
from app.features.races.words.race import room_of
from app.features.races.words.race_panel import RacePanel, panel_of
from app.play.companions import Companion, Piece
from app.play.values.session import Session, Turn
from app.web.rendering import draw


class Finishes(Companion):
    """How the racers come in, and how the race ends."""

    def beside(self, connection: Connection, turn: Turn, player_id: str | None, now: int) -> Piece | None:
        """Return the panel of the race; None at other tables."""
        session = turn.session
        if not isinstance(session.event, InRace):
            return None
        panel = _panel(connection, session, session.event.code, player_id, now)
        markup = Markup(draw("races/_race_at_table.html", panel=panel))
        return Piece("words", markup, ("race.css",), ("race/panel.js", "race/reactions.js"))

    def at_the_end(self, connection: Connection, turn: Turn, player_id: str | None, now: int) -> Markup:
        """Return how the race comes on, and its end once everybody is done."""
        session = turn.session
        if not isinstance(session.event, InRace):
            return Markup()
        panel = _panel(connection, session, session.event.code, player_id, now)
        return Markup(draw("races/_race_ending.html", panel=panel))


def _panel(connection: Connection, session: Session, code: str, player_id: str | None, now: int) -> RacePanel:
    race = races.look(connection, code)
    room = room_of(race, player_id, now, {}, finales.finale_of(connection, race))
    return panel_of(race, room, session)


class Rivals(Companion):
    """Whom the player of a session races against, and how a race against a ghost came out."""

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

    def at_the_end(self, connection: Connection, turn: Turn, player_id: str | None, now: int) -> Markup:
        """Return how the race against a ghost came out; a race among players has an end of its own."""
        ghost = ghosts.beside(connection, turn.session.id)
        if ghost is None:
            return Markup()
        result = ghost_result(ghost, turn.session)
        return Markup(draw("races/_ghost_ending.html", ghost=ghost, result=result, variant=turn.session.variant))
