"""What dailies say at tables: that another try is for practice, and which past daily an ordinary game was."""

from markupsafe import Markup
from sqlalchemy import Connection

from app.features.daily.rows import attempts
from app.features.daily.service import later
from app.features.daily.values.event import InDaily
from app.features.daily.words.later import was_page
from app.play.companions import Companion, Piece
from app.play.values.session import Turn
from app.web.rendering import draw


class Practice(Companion):
    """A word that opens what counts, at every try but a player's first at a daily."""

    def beside(self, connection: Connection, turn: Turn, player_id: str | None, now: int) -> Piece | None:
        """Return the word at a practice table; None at any other."""
        if not isinstance(turn.session.event, InDaily):
            return None
        attempt = attempts.find(connection, turn.session.id)
        if attempt is None or attempt.number == 1:
            return None
        return Piece("head", Markup(draw("daily/_practice.html")))


class Past(Companion):
    """What an ordinary game on the deal of a closed daily was, and the way back to that day."""

    def at_the_end(self, connection: Connection, turn: Turn, player_id: str | None, now: int) -> Markup:
        """Return the day, par, and what there is to do next; empty for any other game."""
        was = later.was_daily(connection, turn.session, now)
        if was is None:
            return Markup()
        return Markup(draw("daily/_was_daily.html", was=was_page(was)))
