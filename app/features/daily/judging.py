"""What `rampart results` says and does about results of dailies."""

from functools import partial

from sqlalchemy import Connection

from app.features.daily.service import holding, moderating
from app.features.daily.values.daily import DailyAttempt
from app.features.moderation.service.moderation import Moderator
from app.play.between import JudgedList

_CHANGES = {"hide": moderating.hide, "restore": moderating.show}


def _lines(connection: Connection, _now: int) -> list[str]:
    found = holding.list_held(connection)
    told = [
        f"{_describe(one.attempt)}, by {one.name or 'a player without a name'}: "
        f"{'; '.join(one.reasons) or 'hidden by hand'}"
        for one in found
    ]
    return [*told, f"Held results: {len(found)}."]


def _change(connection: Connection, session_id: str, now: int, verb: str) -> str:
    _CHANGES[verb](connection, session_id, Moderator("command", now))
    changed = holding.result(connection, session_id)
    return f"{_describe(changed)} is now {'held' if changed.held else 'on its boards'}."


def _describe(one: DailyAttempt) -> str:
    return f"{one.session_id}, {one.game.slug} of {one.day} in {one.steps} steps"


RESULTS = JudgedList(10, _lines, {verb: partial(_change, verb=verb) for verb in _CHANGES})
