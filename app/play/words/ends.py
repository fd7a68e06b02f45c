"""What an open table says when its daily or tournament ends."""

from typing import NamedTuple

from app.features.daily.service.calendar import closes_at as day_closes_at
from app.features.daily.service.calendar import ends_at
from app.features.daily.values.event import InDaily
from app.features.tournaments.values.event import InTournament
from app.play.values.session import Session

_ENDED = "The day of this daily has ended. You can still finish your game until 02:00 UTC, and it counts."
_CLOSED = "This daily has closed. You can play on, but it no longer counts."
_LAST_MINUTE = "The tournament ends in less than a minute."
_OVER = "The tournament is over. You can play on, but it no longer counts."
_MINUTE_MS = 60_000


class DayEnds(NamedTuple):
    """What a table says about the end of its event, now and later."""

    said: str
    """What holds now; empty while the event goes on."""
    notes: list[tuple[int, str]]
    """What the table says later, each after that many seconds."""


def event_ends(session: Session, closes_at: int | None, now: int) -> DayEnds | None:
    """Return what a table says about the end of its event; None if there is nothing to say, or the game is over.

    `closes_at` is when the tournament of the session closes, if it belongs to one.
    """
    if session.status.finished or not session.sealed:
        return None
    match session.event:
        case InDaily(day):
            return _said([(ends_at(day), _ENDED), (day_closes_at(day), _CLOSED)], now)
        case InTournament() if closes_at is not None:
            return _said([(closes_at - _MINUTE_MS, _LAST_MINUTE), (closes_at, _OVER)], now)
        case _:
            return None


def _said(due: list[tuple[int, str]], now: int) -> DayEnds:
    past = [words for at, words in due if at <= now]
    return DayEnds(past[-1] if past else "", [((at - now) // 1000 + 1, words) for at, words in due if at > now])
