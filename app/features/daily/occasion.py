"""The daily challenge as what a session is played for."""

from sqlalchemy import Connection

from app.core.words import short_day
from app.features.daily.rows import attempts, dailies
from app.features.daily.service import daily, results, tomorrow
from app.features.daily.service.calendar import ends_at
from app.features.daily.values.event import InDaily
from app.features.daily.words.results import par_sentence
from app.features.daily.words.tomorrow import after_words, practice_words, running_words
from app.play.occasion import Counted, EventStanding, Meaning, Occasion, OccasionWords
from app.play.values.session import Session
from app.play.values.shelf import Proof

_ENDED = "The day of this daily has ended. You can still finish your game until 02:00 UTC, and it counts."
_CLOSED = "This daily has closed. You can play on, but it no longer counts."


class DailyOccasion(Occasion[InDaily]):
    """An attempt at a daily."""

    event = InDaily

    def played(self, connection: Connection, session: Session) -> None:
        """Store the result of an attempt that is over."""
        if session.status.finished:
            results.end(connection, session, session.changed_at)

    def words(self, session: Session) -> OccasionWords:
        """Return how pages speak of it."""
        day, slug = self.of(session).day, session.variant.game.slug
        link = f"/daily/{day}/{slug}"
        return OccasionWords(f"daily of {short_day(day)}", link, "To the daily", noun="daily", again=f"{link}/start")

    def standing(self, connection: Connection, session: Session, now: int) -> EventStanding:
        """Return how the daily stands for an unfinished session, and that it is for practice."""
        stands = super().standing(connection, session, now)
        attempt = attempts.find(connection, session.id)
        return stands._replace(words=stands.words or "Practice") if attempt and attempt.number > 1 else stands

    def giving_up(self, connection: Connection, session: Session, now: int) -> str:
        """Return a sentence about what giving the attempt up means."""
        attempt = attempts.find(connection, session.id)
        if attempt is not None and attempt.number > 1:
            return "This ends your practice. The ranking counts only your first try."
        return (
            "This ends your attempt for good and counts it as not solved. If you leave it as it is instead, you can "
            "come back to it until the day ends, but its time runs on."
        )

    def ends(self, connection: Connection, session: Session) -> list[tuple[int, str]]:
        """Return what a table says when the day ends, and when nothing counts any more."""
        event = self.of(session)
        return [(ends_at(event.day), _ENDED), (event.closes_at, _CLOSED)]

    def counts_until(self, connection: Connection, session: Session) -> int | None:
        """Return when the day closes."""
        return self.of(session).closes_at

    def proof(self, connection: Connection, session: Session) -> Proof | None:
        """Return how the deal is proved winnable: only such deals are drawn."""
        return Proof.EVERY

    def counted(self, connection: Connection, session: Session) -> Counted | None:
        """Return the game as the attempt counts it: moves after the day's closing are no part of that."""
        attempt = attempts.find(connection, session.id)
        found = dailies.find(connection, attempt.day, attempt.game) if attempt else None
        if attempt is None:
            return None
        return Counted(
            name=f"daily {short_day(attempt.day)}",
            won=attempt.solved,
            steps=attempt.steps,
            home=attempt.home,
            undos=attempt.undos,
            par=len(found.lines[session.variant]) if found else None,
            attempt=attempt.number,
            link=f"/daily/{attempt.day}/{attempt.game.slug}",
            link_words="Play this daily",
        )

    def is_public(self, connection: Connection, session: Session) -> bool:
        """Return whether everybody may watch the game: a ranked attempt that counts, once the day has closed."""
        attempt = attempts.find(connection, session.id)
        return attempt is not None and attempt.ranked and not attempt.held and not session.sealed

    def meaning(self, connection: Connection, session: Session, now: int) -> Meaning:
        """Return how the game compares with par, the player's place so far, the streak, and what comes tomorrow."""
        event, game, counted = self.of(session), session.variant.game, self.counted(connection, session)
        if counted and counted.attempt > 1:
            after = practice_words(tomorrow.running(connection, session.player_id, now))
        elif found := tomorrow.look(connection, daily.look(connection, event.day, game, session.player_id, now), now):
            after = after_words(found, game)
        else:
            after = [running_words(tomorrow.running(connection, session.player_id, now))]
        # Par knows the face-down cards, so it would be unfair to whoever does not.
        if counted and counted.won and counted.par and not session.variant.rules.face_down_rows:
            against_par = par_sentence(counted.steps, counted.par)
            return Meaning((against_par, *after), has_feat=counted.steps <= counted.par)
        return Meaning(tuple(after))
