"""Statements about all that a player has played."""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, case, exists, false, func, or_, select

from app.core.store.unreadable import UnreadableRow, each, reads
from app.play.rows.sessions import STATUS, deck_of, whole_game
from app.play.tables.games import help_given, session
from app.play.values.event import EVENTS
from app.play.values.session import Session
from engine.deals import Deck
from engine.games import variant_of
from engine.position import cards_home, restore
from engine.record import Status
from engine.rules import Variant

MOST_GIVEN_UP = 500
"""For how many games we read the final board: the last ones that the player gave up."""


@dataclass(frozen=True, slots=True)
class Playing:
    """What statistics need to know about a session."""

    variant: Variant
    deck: Deck
    status: Status
    steps: int
    played_ms: int
    changed_at: int
    sealed: bool
    """Whether it belongs to an open event."""
    home: int | None
    """Cards on the foundations, for the games given up last; None for all others."""


@dataclass(frozen=True, slots=True)
class Bests:
    """The best figures of the games that were won without a hint."""

    steps: int
    ms: int
    """The shortest time, as the tables of those games showed it."""


@dataclass(frozen=True, slots=True)
class Wins:
    """What a player has won."""

    count: int
    bests: Bests | None
    """None if there is none without a hint."""


def playings(connection: Connection, player_id: str, limit: int) -> list[Playing]:
    """List the player's sessions with at least one move, the most recently played first."""
    columns = ("id", "game", "options", "deck", "status", "steps", "played_ms", "changed_at", "snapshot", "sealed")
    played = (
        select(*(session.c[name] for name in columns))
        .where(session.c.player_id == player_id, session.c.steps > 0, whole_game())
        .order_by(session.c.changed_at.desc(), session.c.id.desc())
        .limit(limit)
    )
    found, given_up = list[Playing](), 0
    for row in connection.execute(played):
        given_up += row.status == Status.GIVEN_UP.value
        told = row.status == Status.GIVEN_UP.value and given_up <= MOST_GIVEN_UP
        with suppress(UnreadableRow):
            found.append((_playing_to_its_end if told else _playing)(row))
    return found


def won_deals(connection: Connection, player_id: str, since: int, until: int, limit: int) -> list[tuple[Variant, int]]:
    """List the numbered deals that a player won from one time to before another, the last ones first."""
    won = (
        select(session.c.id, session.c.game, session.c.options, session.c.deal)
        .where(
            session.c.player_id == player_id,
            session.c.changed_at >= since,
            session.c.changed_at < until,
            session.c.status == Status.WON.value,
            session.c.deal.is_not(None),
            whole_game(),
        )
        .order_by(session.c.changed_at.desc(), session.c.id.desc())
        .limit(limit)
    )
    return each(_deal_won, connection.execute(won))


def other_wins(connection: Connection, won: Session) -> Wins:
    """Return what a session's player has won in other games of the same variant."""
    alone = ~exists().where(help_given.c.session_id == session.c.id)
    steps, ms = (func.min(case((alone, figure))) for figure in (session.c.steps, _shown_ms()))
    others = select(func.count(), steps, ms).where(
        session.c.player_id == won.player_id,
        session.c.game == won.variant.game.slug,
        session.c.options == won.variant.text,
        session.c.status == Status.WON.value,
        session.c.id != won.id,
        whole_game(),
    )
    count, fewest, shortest = connection.execute(others).one()
    return Wins(count, None if fewest is None else Bests(fewest, shortest))


def _shown_ms() -> ColumnElement[int]:
    """Return the time of a finished game as its table showed it: since the deal where its event counts so."""
    timed = (session.c.event.startswith(f"{event.kind} ") for event in EVENTS if event.timed_from_deal)
    since_deal = session.c.changed_at - session.c.started_at
    return case((or_(false(), *timed), since_deal), else_=session.c.played_ms)


@reads(session)
def _deal_won(row: Row[Any]) -> tuple[Variant, int]:
    return variant_of(row.game, row.options), int(row.deal)


@reads(session)
def _playing(row: Row[Any]) -> Playing:
    variant, deck, status = variant_of(row.game, row.options), deck_of(row.deck), STATUS[row.status]
    return Playing(variant, deck, status, row.steps, row.played_ms, row.changed_at, row.sealed, None)


@reads(session)
def _playing_to_its_end(row: Row[Any]) -> Playing:
    played = _playing(row)
    rules = played.variant.rules
    return replace(played, home=cards_home(rules, restore(rules, row.snapshot)))
