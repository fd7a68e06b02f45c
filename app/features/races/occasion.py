"""A race as what a session is played for."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from app.core.refusals import NotFound
from app.core.store.unreadable import UnreadableRow
from app.features.races.news import race_topic, tell_of_room
from app.features.races.rows import races as rows
from app.features.races.service import races, results
from app.features.races.values.event import InRace, mark
from app.features.races.values.race import Race, ends_at
from app.features.races.words.coming_back import coming_back
from app.features.races.words.race_panel import giving_up_words
from app.features.races.words.results import address_of, result_words
from app.play.occasion import EventOutcome, EventStanding, Occasion, OccasionWords, news_text
from app.play.values.session import Session, Turn
from app.play.values.shelf import Proof
from engine.position import cards_home

if TYPE_CHECKING:
    from app.web.server import Server


_MINUTE_MS = 60_000
_LAST_MINUTE = "This race ends in less than a minute. Then the cards home decide."
_TIME_IS_UP = "Time is up."


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
        await serving.live.publish(race_topic(code), "run", news_text(news))
        if session.status.finished:
            await tell_of_room(serving.live, code)

    def words(self, session: Session) -> OccasionWords:
        """Return how pages speak of it."""
        code = self.of(session).code
        return OccasionWords(
            f"race {code}", f"/races/{code}", "To the race", noun="race", game="race", stopped="Your race is over"
        )

    def giving_up(self, connection: Connection, session: Session, now: int) -> str:
        """Return a sentence about what giving the run up means."""
        return giving_up_words(self._race(connection, session), session)

    def ends(self, connection: Connection, session: Session) -> list[tuple[int, str]]:
        """Return what a table says when the time of a race with a limit is nearly up, and when it is."""
        race = self._race(connection, session)
        if race is None or race.heat is None or race.terms.limit_ms is None:
            return []
        until = ends_at(race, race.heat)
        return [(until - _MINUTE_MS, _LAST_MINUTE), (until, _TIME_IS_UP)]

    def counts_until(self, connection: Connection, session: Session) -> int | None:
        """Return when the round was over, which the last move of it may have brought about."""
        race = self._race(connection, session)
        heats = race.heats if race else ()
        over = (heat.ended_at for heat in heats if any(run.session_id == session.id for run in heat.runs))
        at = next(over, None)
        return None if at is None else at + 1

    def standing(self, connection: Connection, session: Session, now: int) -> EventStanding:
        """Return whether the run goes on, and what the others have done meanwhile."""
        race = self._race(connection, session)
        return coming_back(race, session.id) if race else EventStanding(over=True)

    def proof(self, connection: Connection, session: Session) -> Proof | None:
        """Return how the deal of the heat is proved winnable; None if it is not."""
        return Proof.THIS if rows.is_proved(connection, session.id) else None

    def outcomes(self, connection: Connection, sessions: Sequence[Session]) -> Mapping[str, EventOutcome]:
        """Return how the heats of sessions came out that are over."""
        found = results.of_sessions(connection, [(one.id, one.player_id) for one in sessions])
        return {one: EventOutcome(result_words(result), address_of(result)) for one, result in found.items()}

    def _race(self, connection: Connection, session: Session) -> Race | None:
        """Return the race with its heats; None if it is gone or cannot be read, which keeps nobody from the table."""
        with suppress(NotFound, UnreadableRow):
            return races.look(connection, self.of(session).code)
        return None
