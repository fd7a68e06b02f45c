"""What a won game came to in the player's week."""

from markupsafe import Markup
from sqlalchemy import Connection

from app.features.archive.service import week
from app.features.archive.words.week import progress_words
from app.play.companions import Companion
from app.play.values.session import Turn
from app.web.rendering import draw
from engine.record import Status


class OwnWeek(Companion):
    """How many of the week's goals a player has reached."""

    def at_the_end(self, connection: Connection, turn: Turn, player_id: str | None, now: int) -> Markup:
        """Return that in a sentence, after a win of this week; empty as long as none is reached."""
        session = turn.session
        if session.player_id != player_id or session.status is not Status.WON:
            return Markup()
        if session.changed_at < week.week_of(now).since:
            return Markup()
        said = progress_words(week.of_player(connection, session.player_id, now))
        return Markup(draw("archive/_week_ending.html", said=said)) if said else Markup()
