"""When the day of a daily ends under an open table, and what the table then says."""

from typing import NamedTuple

from app.model.event import InDaily
from app.model.session import Session
from app.services.calendar import closes_at, ends_at

_ENDED = "The day of this daily has ended. You can still finish your game until 02:00 UTC, and it counts."
_CLOSED = "This daily has closed. You can play on, but it no longer counts."


class DayEnds(NamedTuple):
    """What a table says of its day, now and later."""

    said: str
    """What holds now; empty while the day goes on."""
    notes: list[tuple[int, str]]
    """What is said after so many seconds."""


def day_ends(session: Session, now: int) -> DayEnds | None:
    """Return what the table of a session says of its daily's day; None if it is in no daily, or is over."""
    if not isinstance(session.event, InDaily) or session.status.finished or not session.sealed:
        return None
    due = [(ends_at(session.event.day), _ENDED), (closes_at(session.event.day), _CLOSED)]
    past = [words for at, words in due if at <= now]
    return DayEnds(past[-1] if past else "", [((at - now) // 1000 + 1, words) for at, words in due if at > now])
