"""What a table says about how hard its deal is, and the gentler deal that it offers after three lost games."""

from markupsafe import Markup
from sqlalchemy import Connection

from app.features.deals.service import bands, gentler
from app.features.deals.words import band_lines, won_words
from app.play.companions import Companion, Piece
from app.play.values.session import Turn
from app.web.rendering import draw
from engine.record import Status


class HowHard(Companion):
    """The band of a table's deal, as a word that opens what is known about it, and what a win of it is worth."""

    def beside(self, connection: Connection, turn: Turn, player_id: str | None, now: int) -> Piece | None:
        """Return the band of a numbered deal that no event is played on; None if nobody has measured it."""
        session = turn.session
        if session.event or session.visible_deal is None:
            return None
        difficulty = bands.of_deal(connection, session.variant, session.visible_deal)
        if difficulty is None:
            return None
        lines = band_lines(session.variant, difficulty)
        return Piece("head", Markup(draw("deals/_band.html", band=difficulty.band, lines=lines)))

    def at_the_end(self, connection: Connection, turn: Turn, player_id: str | None, now: int) -> Markup:
        """Return what it is worth to have won such a deal; empty where nothing is known of the deal."""
        session = turn.session
        if session.status is not Status.WON or session.event or session.visible_deal is None:
            return Markup()
        difficulty = bands.of_deal(connection, session.variant, session.visible_deal)
        if difficulty is None:
            return Markup()
        # Where players put the deal in another band, the bands of earlier wins say nothing about this one.
        hardest = difficulty.played is None and bands.is_hardest_win(connection, session, difficulty.found)
        said = won_words(session.variant, difficulty.band)
        return Markup(draw("deals/_won.html", said=said, hardest=hardest, game=session.variant.game))


class Gentler(Companion):
    """A gentler deal, for somebody who has lost three games."""

    def beside(self, connection: Connection, turn: Turn, player_id: str | None, now: int) -> Piece | None:
        """Return the offer of a gentler deal, at the first table after three lost games."""
        session = turn.session
        offered = gentler.find_offer(connection, session) if session.player_id == player_id else None
        if offered is None:
            return None
        return Piece("words", Markup(draw("deals/_gentler.html", variant=session.variant, strength=offered)))
