"""Held results: they count on no board until a person has looked at them. Their own players still see them."""

from dataclasses import dataclass, replace

from sqlalchemy import Connection

from app.core.refusals import NotFound
from app.features.daily.rows import attempts, boards, dailies
from app.features.daily.service import results, standings
from app.features.daily.values.daily import DailyAttempt
from app.people.rows import accounts


@dataclass(frozen=True, slots=True)
class Held:
    """A result that is held."""

    attempt: DailyAttempt
    name: str | None
    reasons: list[str]
    """What looked wrong; empty if a person has hidden it."""


def list_held(connection: Connection) -> list[Held]:
    """List the held results, the latest day first."""
    return [
        Held(one, accounts.name_of(connection, one.player_id), _reasons(connection, one))
        for one in attempts.list_held(connection)
    ]


def hide(connection: Connection, session_id: str) -> DailyAttempt:
    """Take a result off the boards, where those below it move up; raise `NotFound`. A hidden result stays hidden."""
    dailies.hold_closings(connection)
    shown = result(connection, session_id)
    hidden = replace(shown, held=True)
    boards.count_in(connection, shown, -1)
    return _change(connection, hidden)


def restore(connection: Connection, session_id: str) -> DailyAttempt:
    """Put a result back on the boards; raise `NotFound`. A result that is on the boards stays there."""
    dailies.hold_closings(connection)
    hidden = result(connection, session_id)
    shown = replace(hidden, held=False)
    if hidden.held:
        boards.count_in(connection, shown)
    return _change(connection, shown)


def result(connection: Connection, session_id: str) -> DailyAttempt:
    """Return the result of a session in a daily; raise `NotFound`."""
    found = attempts.find(connection, session_id)
    if found is None or found.ended_at is None:
        raise NotFound("No result of a daily belongs to this session.")
    return found


def _change(connection: Connection, changed: DailyAttempt) -> DailyAttempt:
    attempts.change(connection, changed)
    standings.recount(connection, changed.player_id, [changed.day])
    return changed


def _reasons(connection: Connection, one: DailyAttempt) -> list[str]:
    daily = dailies.find(connection, one.day, one.game)
    assert daily is not None
    return results.reasons_to_hold(connection, one, daily)
