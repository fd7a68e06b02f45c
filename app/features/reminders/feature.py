"""Reminders of the daily."""

from typing import TYPE_CHECKING

from app.features.reminders.keeping import KEPT
from app.play.feature import Feature, Running
from app.web.doors import Doors

if TYPE_CHECKING:
    from app.web.server import Server


def _doors() -> Doors:
    from app.features.reminders import pages
    from app.features.reminders.words import hour_words, zone_words

    return Doors(pages=(pages.router,), filters=(hour_words, zone_words))


def _running(serving: "Server") -> Running:
    from app.features.reminders.sender import Sender
    from app.features.reminders.vapid import Vapid

    vapid = Vapid(serving.settings.secret)
    sender = Sender(serving.database, serving.calm, vapid, serving.settings.security_contact)
    return Running(parts=(vapid,), contexts=(sender.running(),))


REMINDERS = Feature(name="reminders", optional=True, needs=("daily",), doors=_doors, running=_running, keeps=(KEPT,))
