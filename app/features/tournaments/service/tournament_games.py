"""The games of a tournament: the next deal for somebody, and what follows when a game ends.

Both hold the tournament, so it cannot begin to close meanwhile. Every game either counts before the closing or is
stopped by it, and none is lost in between.
"""

from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import Connection

from app.core.refusals import Impossible, NotYet, NotYours, Over
from app.features.tournaments.rows import entrants
from app.features.tournaments.rows import tournaments as rows
from app.features.tournaments.service import joined, tournaments
from app.features.tournaments.service.joined import Joined
from app.features.tournaments.values import scoring, tournament
from app.features.tournaments.values.event import InTournament
from app.features.tournaments.values.tournament import Tournament, TournamentStage, TournamentTry, TryOutcome
from app.people.service import accounts
from app.play.rows import sessions
from app.play.service.sessions import start_sealed
from app.play.values.session import Session
from engine.record import Status


class TableInTournament(NamedTuple):
    """The table of a game in a tournament."""

    joined: Joined
    """How its player stands."""
    played: TournamentTry


def play(connection: Connection, code: str, player_id: str | None, now: int) -> Session:
    """Return the game that somebody plays next: their unfinished one, or a new one on the next deal.

    Raises:
        NotFound, NotYours, Impossible: there is no such tournament, the player has not joined it, it is not open, or
            all deals are done.
    """
    found = tournaments.there(rows.find_to_join(connection, code.upper()))
    if player_id is None or not entrants.hold(connection, found.code, player_id):
        raise NotYours("Join the tournament first.")
    check_open(found, now)
    tries = entrants.tries(connection, found.code, player_id)
    if going_on := tournament.running(tries):
        session = sessions.find(connection, going_on.session_id)
        assert session is not None
        return session
    number = tournament.next_number(found.terms, tries)
    if number is None:
        raise Impossible("You have played all the deals of this tournament.")
    dealt = found.deals[number - 1]
    assert dealt.deal is not None
    event = InTournament(found.code, number)
    session = start_sealed(connection, player_id, dealt.variant, dealt.deal, event, now)
    if not tries and accounts.is_guest(connection, player_id):
        entrants.mark_guest(connection, found.code, player_id)
    attempt = 1 + sum(one.number == number for one in tries)
    entrants.add_try(connection, TournamentTry(session.id, found.code, player_id, number, attempt, now))
    return session


def end(connection: Connection, session: Session, code: str) -> None:
    """Store how a game ended; a game that ends after the tournament's time changes nothing."""
    found = rows.find_to_join(connection, code)
    begun = entrants.try_of(connection, session.id)
    if found is None or begun is None or begun.outcome is not None:
        return
    if found.closing_since is not None or session.changed_at >= found.closes_at:
        return
    outcome = TryOutcome.WON if session.status is Status.WON else TryOutcome.GIVEN_UP
    ended = replace(begun, outcome=outcome, steps=session.steps, ms=max(0, session.changed_at - begun.began_at))
    entrants.hold(connection, code, begun.player_id)
    if entrants.end_try(connection, ended) and outcome is TryOutcome.WON:
        who = entrants.find(connection, code, begun.player_id)
        assert who is not None
        entrants.keep_sums(connection, code, scoring.add_points(found.terms.scoring, who, ended))


def closes_at(connection: Connection, session: Session) -> int | None:
    """Return when the session's tournament closes; None if it belongs to none."""
    if not isinstance(session.event, InTournament):
        return None
    found = rows.find(connection, session.event.code)
    return found.closes_at if found else None


def of_table(connection: Connection, session: Session, now: int) -> TableInTournament | None:
    """Return the tournament of a session's table, and how its player stands; None if it belongs to none."""
    begun = entrants.try_of(connection, session.id) if isinstance(session.event, InTournament) else None
    found = joined.find(connection, begun.code, begun.player_id, now) if begun else None
    return TableInTournament(found, begun) if begun and found else None


def tries_left(connection: Connection, session: Session, now: int) -> int:
    """Return how many more tries a tournament gives the player at the deal of a session."""
    begun = entrants.try_of(connection, session.id) if isinstance(session.event, InTournament) else None
    found = rows.find(connection, begun.code) if begun else None
    if begun is None or found is None or now >= found.closes_at:
        return 0
    return tournament.tries_allowed(found.terms) - begun.attempt


def check_open(found: Tournament, now: int) -> None:
    """Raise `Impossible` unless players can begin games in a tournament."""
    match found.stage(now):
        case TournamentStage.COMING if now >= found.opens_at:
            raise NotYet("The tournament is waiting for its deals and begins as soon as solvers have found them.")
        case TournamentStage.COMING:
            raise NotYet("The tournament has not begun yet.")
        case TournamentStage.CLOSING | TournamentStage.CLOSED:
            raise Over("The tournament is over.")
        case TournamentStage.OPEN:
            pass
