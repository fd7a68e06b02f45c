"""A race as what a session is played for."""

from typing import TYPE_CHECKING

from sqlalchemy import Connection

from app.features.races.news import race_topic, tell_of_room
from app.features.races.rows import races as rows
from app.features.races.service import races
from app.features.races.values.event import InRace
from app.features.races.values.race import mark
from app.play.news import written
from app.play.occasion import Occasion, OccasionWords
from app.play.values.session import Session, Turn
from app.play.values.shelf import Proof
from engine.position import cards_home

if TYPE_CHECKING:
    from app.web.server import Server


class RaceOccasion(Occasion[InRace]):
    """One racer's run."""

    event = InRace

    def played(self, connection: Connection, session: Session) -> None:
        """Carry the race on if the run has ended."""
        races.update(connection, session, self.of(session).code)

    async def tell(self, serving: "Server", turn: Turn) -> None:
        """Publish how far a run is, to everybody who watches its race."""
        session, code = turn.session, self.of(turn.session).code
        news = {
            "run": mark(session.id),
            "home": cards_home(turn.rules, turn.after),
            "steps": session.steps,
            "status": session.status,
        }
        await serving.live.publish(race_topic(code), "run", written(news))
        if session.status.finished:
            await tell_of_room(serving.live, code)

    def words(self, session: Session) -> OccasionWords:
        """Return how pages speak of it."""
        code = self.of(session).code
        return OccasionWords(f"race {code}", f"/races/{code}", "To the race", noun="race")

    def giving_up(self, connection: Connection, session: Session, now: int) -> str:
        """Return a sentence about what giving the run up means."""
        return "This ends your run for good. The others race on, and the cards you have home decide your place."

    def proof(self, connection: Connection, session: Session) -> Proof | None:
        """Return how the deal of the heat is proved winnable; None if it is not."""
        return Proof.THIS if rows.is_proved(connection, session.id) else None
