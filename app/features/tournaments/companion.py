"""What a tournament shows beside a table: the player's points, the time that is left, and that it is up."""

from markupsafe import Markup
from sqlalchemy import Connection

from app.features.tournaments.service import tournament_games
from app.features.tournaments.words import AtTable, at_table
from app.play.companions import Companion, Piece
from app.play.values.session import Session, Turn
from app.web.rendering import draw

_STYLES = ("race.css",)


class Points(Companion):
    """How the player stands, in the head of the table, and with the end of a game."""

    def beside(self, connection: Connection, turn: Turn, player_id: str | None, now: int) -> Piece | None:
        """Return the points, the time left and the way to the standings; None at other tables."""
        shown = seen(connection, turn.session, now)
        return Piece("head", Markup(draw("tournaments/_strip.html", shown=shown)), _STYLES) if shown else None

    def at_the_end(self, connection: Connection, turn: Turn, player_id: str | None, now: int) -> Markup:
        """Return the points with the game that is over."""
        shown = seen(connection, turn.session, now)
        return Markup(draw("tournaments/_ending.html", shown=shown)) if shown else Markup()


class TimeUp(Companion):
    """The end of the tournament, over the foot of a board where somebody still plays."""

    def beside(self, connection: Connection, turn: Turn, player_id: str | None, now: int) -> Piece | None:
        """Return the panel that says so once the time is up; None where no game of a tournament goes on."""
        shown = None if turn.session.status.finished else seen(connection, turn.session, now)
        return Piece("words", Markup(draw("tournaments/_time_up.html", shown=shown)), _STYLES) if shown else None


def seen(connection: Connection, session: Session, now: int) -> AtTable | None:
    """Return what a table shows of its tournament; None for any other table."""
    found = tournament_games.of_table(connection, session, now)
    return at_table(found, session, now) if found else None
