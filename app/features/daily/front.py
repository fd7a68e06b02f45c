"""Dailies on the front page: those of the day, and a win worth seeing."""

from sqlalchemy import Connection

from app.core.clock import today
from app.core.features import has
from app.features.daily.service.today import Today
from app.features.daily.values.event import InDaily
from app.features.daily.words.today import ShownToday, ShownWin, shown_today, shown_win
from app.play.front import FrontPart, Look
from app.play.values.session import Session


def _today(connection: Connection, look: Look) -> ShownToday:
    return shown_today(look.serving.part(Today).look(connection, look.player_id, look.now))


def _win(connection: Connection, look: Look) -> ShownWin | None:
    found = look.serving.part(Today).win(connection, look.now)
    # Its tile leads to its replay.
    return shown_win(found) if found and has("archive") else None


def _is_of_today(session: Session, now: int) -> bool:
    return session.event == InDaily(today(now))


TODAY = FrontPart(place="today", template="daily/_front_today.html", read=_today, takes=_is_of_today)
WIN = FrontPart(place="seen", template="daily/_front_win.html", read=_win)
