"""A player's games, as lines of a list."""

from dataclasses import dataclass
from urllib.parse import urlencode

from app.model.session import Session
from app.views.deals import deal_link
from app.views.events import dealt_words
from app.views.summary import options_words
from app.views.words import Moment, moment, steps_words
from engine.record import Status

A_PAGE = 25

_STATUS_WORDS = {
    Status.PLAYING: "In play",
    Status.STUCK: "No legal move left",
    Status.WON: "Won",
    Status.GIVEN_UP: "Given up",
}


@dataclass(frozen=True, slots=True)
class SessionLine:
    """One playing of a game."""

    id: str
    game: str
    options: str
    """The chosen options that are not the usual ones, in words; empty if there are none."""
    deal: int | None
    deal_link: str
    deal_words: str
    status: str
    status_words: str
    steps_words: str
    when: Moment
    action: str


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """What history.html shows."""

    lines: tuple[SessionLine, ...]
    older: str | None
    """The query that leads to the games before these; None if there are none."""
    newest: bool
    """Whether this page begins with the newest game."""


def history_page(sessions: list[Session], before: tuple[int, str] | None) -> HistoryPage:
    """Show one page of sessions, newest first; return one more than `A_PAGE` if there are more."""
    shown = sessions[:A_PAGE]
    older = None
    if len(sessions) > A_PAGE:
        older = urlencode({"before": f"{shown[-1].changed_at}-{shown[-1].id}"})
    return HistoryPage(tuple(map(session_line, shown)), older, newest=before is None)


def session_line(session: Session) -> SessionLine:
    """Show one session in a list."""
    game = session.variant.game
    status = session.status
    options = session.variant.options
    return SessionLine(
        id=session.id,
        game=game.name,
        options=options_words(game, options),
        deal=session.told_deal,
        deal_link=deal_link(game, session.told_deal, options) if session.told_deal else "",
        deal_words=dealt_words(session),
        status=status,
        status_words=_STATUS_WORDS[status],
        steps_words=steps_words(session.steps),
        when=moment(session.changed_at),
        action="View" if status.finished else "Continue",
    )
