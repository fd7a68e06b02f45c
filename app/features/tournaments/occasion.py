"""A tournament as what a session is played for."""

from typing import TYPE_CHECKING

from sqlalchemy import Connection

from app.features.tournaments.rows import entrants
from app.features.tournaments.scoreboard import Scoreboard
from app.features.tournaments.service import tournament_games
from app.features.tournaments.values.event import InTournament
from app.features.tournaments.values.tournament import TryOutcome
from app.play.occasion import Occasion, OccasionWords
from app.play.values.session import Session, Turn
from app.play.values.shelf import Proof

if TYPE_CHECKING:
    from app.web.server import Server

_LAST_MINUTE = "The tournament ends in less than a minute."
_OVER = "The tournament is over. You can play on, but it no longer counts."
_MINUTE_MS = 60_000


class TournamentOccasion(Occasion[InTournament]):
    """A try at a deal of a tournament."""

    event = InTournament

    def played(self, connection: Connection, session: Session) -> None:
        """Store the result of a game that is over."""
        if session.status.finished:
            tournament_games.end(connection, session, self.of(session).code)

    async def tell(self, serving: "Server", turn: Turn) -> None:
        """Take note that the standings have changed, if the turn ended a game."""
        if turn.session.status.finished:
            serving.part(Scoreboard).changed(self.of(turn.session).code)

    def words(self, session: Session) -> OccasionWords:
        """Return how pages speak of it."""
        event = self.of(session)
        return OccasionWords(
            f"deal {event.number} of a tournament",
            f"/tournaments/{event.code}",
            "To the tournament",
            noun="tournament",
            titled=True,
            again="" if session.sealed else f"/sessions/{session.id}/restart",
        )

    def giving_up(self, connection: Connection, session: Session, now: int) -> str:
        """Return a sentence about what giving the try up means."""
        if tournament_games.tries_left(connection, session, now):
            return "This ends your try. The deal comes again when you have had all the others."
        return "This ends your try, and the deal does not come again."

    def ends(self, connection: Connection, session: Session) -> list[tuple[int, str]]:
        """Return what a table says when the tournament ends."""
        closes_at = tournament_games.closes_at(connection, session)
        return [] if closes_at is None else [(closes_at - _MINUTE_MS, _LAST_MINUTE), (closes_at, _OVER)]

    def counts_until(self, connection: Connection, session: Session) -> int | None:
        """Return when the tournament closes."""
        return tournament_games.closes_at(connection, session)

    def proof(self, connection: Connection, session: Session) -> Proof | None:
        """Return how the deal is proved winnable: only such deals are drawn."""
        return Proof.THIS

    def is_public(self, connection: Connection, session: Session) -> bool:
        """Return whether everybody may watch the game: once the tournament is over, if it was won in it."""
        played = None if session.sealed else entrants.try_of(connection, session.id)
        return played is not None and played.outcome is TryOutcome.WON
