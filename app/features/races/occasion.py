"""A race as what a session is played for."""

from sqlalchemy import Connection

from app.features.races.rows import races as rows
from app.features.races.service import races
from app.features.races.values.event import InRace
from app.play.occasion import Occasion, OccasionWords
from app.play.values.session import Session
from app.play.values.shelf import Proof


class RaceOccasion(Occasion[InRace]):
    """One racer's run."""

    event = InRace

    def played(self, connection: Connection, session: Session) -> None:
        """Carry the race on if the run has ended."""
        races.played(connection, session, self.of(session).code)

    def words(self, session: Session) -> OccasionWords:
        """Return how pages speak of it."""
        code = self.of(session).code
        return OccasionWords(f"race {code}", f"/races/{code}", "To the race", noun="race")

    def giving_up(self, connection: Connection, session: Session, now: int) -> str:
        """Return a sentence about what giving the run up means."""
        return "This ends your run for good. The others race on."

    def proof(self, connection: Connection, session: Session) -> Proof | None:
        """Return how the deal of the heat is proved winnable; None if it is not."""
        return Proof.THIS if rows.is_proved(connection, session.id) else None
