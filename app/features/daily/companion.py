"""What the table of another try at a daily says: that it is for practice."""

from markupsafe import Markup
from sqlalchemy import Connection

from app.features.daily.rows import attempts
from app.features.daily.values.event import InDaily
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
        return Piece("head", Markup(draw("daily/_practice.html")), ("how-hard.css",))
