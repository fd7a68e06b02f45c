"""A session in words: which deal it is on, and how it stands."""

from app.play.occasion import occasion_of
from app.play.values.session import Session
from app.play.words.deals import deal_link
from engine.record import Status

_STATUS_WORDS = {
    Status.PLAYING: "In play",
    Status.STUCK: "No legal move left",
    Status.WON: "Won",
    Status.GIVEN_UP: "Given up",
}


def dealt_words(session: Session) -> str:
    """Name the deal that a session is on: by its event while it has one, else by its number."""
    return occasion_of(session).words(session).dealt


def status_words(status: Status) -> str:
    """Describe the state of a session."""
    return _STATUS_WORDS[status]


def told_link(session: Session) -> str:
    """Return the link to the deal of a session; empty if its number is secret or it has none."""
    return deal_link(session.variant.game, session.told_deal, session.variant.options) if session.told_deal else ""
