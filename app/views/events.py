"""Which deal or event a session is about."""

from app.model.event import InDaily, InRace
from app.model.session import Session


def dealt_words(session: Session) -> str:
    """Say which deal a session is on: by its event while it has one, else by its number."""
    match session.event:
        case InDaily(day):
            return f"daily {day}"
        case InRace(code):
            return f"race {code}"
        case None:
            return f"deal {session.deal}" if session.deal else "hand-made deal"


def event_link(session: Session) -> str:
    """Return the address of the event that a session belongs to; empty if it belongs to none."""
    match session.event:
        case InDaily(day):
            return f"/daily/{day}/{session.variant.game.slug}"
        case InRace(code):
            return f"/races/{code}"
        case None:
            return ""


def event_words(session: Session) -> str:
    """Say where that address leads; empty if it leads nowhere."""
    match session.event:
        case InDaily():
            return "To the daily"
        case InRace():
            return "To the race"
        case None:
            return ""
