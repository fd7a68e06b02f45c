"""The games of a player, the last played first; several attempts at one deal are shown together."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy import Connection

from app.play.occasion import EventOutcome, outcomes_of
from app.play.rows import sessions
from app.play.values.event import Event
from app.play.values.session import Session
from engine.record import Status
from engine.rules import Game

A_PAGE = 15
"""Each row draws a board."""
_A_READ, _MOST_READS = 100, 4
"""How many sessions are read at once, and how often at most: somebody may have begun one deal again and again."""
_MOST_ATTEMPTS = 500
"""How many attempts at the deals of a page are read."""

Deal = tuple[Game, int | None, Event | None, str]
"""What attempts at one deal have in common. Each game on a hand-made deal stands alone, by the id of its session."""


@dataclass(frozen=True, slots=True)
class DealHistory:
    """Attempts at one deal."""

    last: Session
    earlier: list[Session]
    """The others, the last played first."""
    practice: bool = False
    """Whether they are for practice: tries in an event after the first, which alone counts for it."""

    @property
    def won_before(self) -> bool:
        """Whether an earlier attempt was won, and the last one not."""
        return self.last.status is not Status.WON and any(one.status is Status.WON for one in self.earlier)


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of the history."""

    played: list[DealHistory]
    older: tuple[int, str] | None
    """The key for the `page` of older games; None if there are none."""
    outcomes: Mapping[str, EventOutcome] = field(default_factory=dict)
    """How the events came out that are over, by the last sessions played for them."""


class RecentGame(NamedTuple):
    """One of the games that somebody played last."""

    session: Session
    practice: bool
    outcome: EventOutcome | None
    """How its event came out; None if there is nothing to say."""


def page(connection: Connection, player_id: str, before: tuple[int, str] | None) -> HistoryPage:
    """List a page of the player's games below the key `before`, each deal where it was last played."""
    found, older = _page(connection, player_id, before)
    return HistoryPage(found, older, outcomes_of(connection, [one.last for one in found]))


def _page(
    connection: Connection, player_id: str, before: tuple[int, str] | None
) -> tuple[list[DealHistory], tuple[int, str] | None]:
    found: list[DealHistory] = []
    for _ in range(_MOST_READS):
        read = sessions.history(connection, player_id, _A_READ, before)
        for one in _heads(connection, player_id, read):
            if len(found) == A_PAGE:
                return found, before
            found.append(one)
            before = one.last.changed_at, one.last.id
        if len(read) < _A_READ:
            return found, None
        before = read[-1].changed_at, read[-1].id
    return found, before


def recent(connection: Connection, player_id: str, at_most: int) -> list[RecentGame]:
    """List the games that a player played last."""
    read = sessions.history(connection, player_id, at_most, None)
    practice = {one.last.id: one.practice for one in _heads(connection, player_id, read)}
    # Of several tries at one deal of an event in this list, only the last and the first are heads.
    outcomes = outcomes_of(connection, read)
    return [RecentGame(one, practice.get(one.id, one.event is not None), outcomes.get(one.id)) for one in read]


def _heads(connection: Connection, player_id: str, read: list[Session]) -> list[DealHistory]:
    """Return the deals that were last played in one of these sessions, each with all its attempts."""
    deals = {one.deal for one in read if one.deal is not None}
    attempts: dict[Deal, list[Session]] = {}
    for one in sessions.on_deals(connection, player_id, sorted(deals), _MOST_ATTEMPTS) if deals else []:
        attempts.setdefault(_deal(one), []).append(one)
    heads = []
    for one in read:
        tries = attempts.get(_deal(one), [one])
        counted = min(tries, key=_beginning) if one.event else None
        if counted and counted.id == one.id:
            heads.append(DealHistory(one, []))
            continue
        first, *earlier = (each for each in tries if counted is None or each.id != counted.id)
        if first.id == one.id:
            heads.append(DealHistory(one, earlier, practice=counted is not None))
    return heads


def _beginning(session: Session) -> tuple[int, str]:
    return session.started_at, session.id


def _deal(session: Session) -> Deal:
    return session.variant.game, session.deal, session.event, session.id if session.deal is None else ""
