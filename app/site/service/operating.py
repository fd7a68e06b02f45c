"""What the operator wants to know about the server, and what the server deletes or packs."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import Connection

from app.core.metrics import Figure
from app.core.store import backups, unreadable
from app.features.moderation.rows import moderation, reports, titles
from app.people.rows import resting
from app.people.service.naming import RESTING_MS
from app.play.rows import entries, packing, workers
from app.play.values.question import QuestionKind
from app.site.features import FEATURES, FIGURES
from app.site.rows import abandoned, months, tallies
from app.site.schema import metadata
from engine.record import Status

_HOUR_MS = 3_600_000
_DAY_MS = 24 * _HOUR_MS
_PLAYING_MS = 300_000
A_PAGE = 500
"""How many sessions one piece of work looks at; with more, somebody's move would wait too long."""

PACKED_AFTER_DAYS = 30
"""A game's log is packed once nobody has played the game for this long."""
LOGS_A_PAGE = 10
ENTRIES_A_PAGE = 1_000
"""The most that one piece of work packs, unless one log is longer; a thousand entries take some forty milliseconds."""
_MONTHS_MADE = "0"
"""Says that the months to come are made. It sorts before the names of all months."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The state of the server in numbers."""

    sessions_hour: int
    sessions_day: int
    won_day: int
    given_up_day: int
    players_day: int
    """Players who first came in the last day."""
    playing_day: int
    """Players who have begun a game in the last day."""
    accounts: int
    accounts_day: int
    workers: int
    """Workers that have lately said that they are there."""
    database_bytes: int
    questions: Mapping[str, int]
    """What solvers have yet to answer, by kind."""
    reported: int
    """Players whose names somebody has reported."""
    appeals: int
    """Appeals that wait for an answer."""
    backed_up: int | None
    """When the newest backup that is noted was taken; None without one."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What only the metrics tell of all processes together."""

    questions: Mapping[str, int]
    untaken_ms: int
    """For how long the oldest question waits that nobody has taken; 0 without one."""
    workers: int
    moderation: Mapping[str, int]
    """What waits for a moderator, by kind."""
    sessions: int
    """Sessions that are being played: begun in the last day, and changed in the last five minutes."""
    database_bytes: int
    backed_up: int | None
    """When the newest backup that is noted was taken; None without one."""
    figures: tuple[tuple[Figure, float], ...]


def watched(connection: Connection, now: int) -> Watched:
    """Return what the metrics tell of all processes together."""
    oldest = tallies.oldest_untaken(connection, now)
    return Watched(
        questions={**dict.fromkeys(QuestionKind, 0), **tallies.questions(connection)},
        untaken_ms=0 if oldest is None else max(now - oldest, 0),
        workers=workers.at_work(connection, now).count,
        moderation={
            "names": reports.count_reported(connection) + titles.count_reported(connection),
            "appeals": moderation.count_open_appeals(connection),
        },
        sessions=tallies.sessions_played(connection, now - _DAY_MS, now - _PLAYING_MS),
        database_bytes=tallies.database_bytes(connection),
        backed_up=backups.newest(connection, now),
        figures=tuple((figure, figure.read(connection, now)) for figure in FIGURES),
    )


def overview(connection: Connection, now: int) -> Overview:
    """Return the state of the server in numbers."""
    return Overview(
        sessions_hour=tallies.sessions_since(connection, now - _HOUR_MS),
        sessions_day=tallies.sessions_since(connection, now - _DAY_MS),
        won_day=tallies.sessions_ended(connection, Status.WON, now - _DAY_MS),
        given_up_day=tallies.sessions_ended(connection, Status.GIVEN_UP, now - _DAY_MS),
        players_day=tallies.players_since(connection, now - _DAY_MS),
        playing_day=tallies.players_begun(connection, now - _DAY_MS),
        accounts=tallies.accounts(connection),
        accounts_day=tallies.accounts_since(connection, now - _DAY_MS),
        workers=workers.at_work(connection, now).count,
        database_bytes=tallies.database_bytes(connection),
        questions=tallies.questions(connection),
        reported=reports.count_reported(connection) + titles.count_reported(connection),
        appeals=moderation.count_open_appeals(connection),
        backed_up=backups.newest(connection, now),
    )


def forget_abandoned(connection: Connection, guest_days: int, after: str, now: int) -> str | None:
    """Delete abandoned sessions from the page after an id: guests' unfinished games, and all their tries at tasks.

    Nobody has played these for `guest_days`. Games of events stay. Return the id after which to
    go on, or None if there are no more.
    """
    before = now - guest_days * _DAY_MS
    last = abandoned.last_of_page(connection, after, before, A_PAGE)
    if last is not None:
        abandoned.delete_all(connection, abandoned.between(connection, after, last, before))
    return last


def forget_people(connection: Connection, now: int) -> bool:
    """Forget names that have rested for long enough, and where some players came from; return whether there were any.

    Each feature says for how long it needs to know that.
    """
    resting.forget(connection, now - RESTING_MS)
    forgot = [forget(connection, now, A_PAGE) for feature in FEATURES for forget in feature.forgets]
    return any(forgot)


def unreadable_rows() -> Mapping[str, int]:
    """Count by table the stored rows that this process could not read since it started."""
    return {**dict.fromkeys(metadata.tables, 0), **unreadable.counts()}


def pack_logs(connection: Connection, after: str, now: int) -> str | None:
    """Pack the logs of the next few games after an id that nobody has played for `PACKED_AFTER_DAYS`.

    Return the id after which to go on, or None if there are no more.
    """
    resting = packing.resting(connection, after, now - PACKED_AFTER_DAYS * _DAY_MS, LOGS_A_PAGE)
    last, left = None, ENTRIES_A_PAGE
    for session_id, size in resting:
        if last is not None and size > left:
            break
        last, left = session_id, left - size
        # A log that cannot be read stays as it is, and `rampart check` names it.
        with suppress(unreadable.UnreadableRow):
            packing.pack(connection, session_id, entries.all_of(connection, session_id))
    return last


def keep_up_with_months(connection: Connection, after: str, now: int) -> str | None:
    """If games are divided by month, make the months to come; then, month by month, free the disk space of old ones.

    Return the next call's `after`, or None when all is done.
    """
    if not months.is_divided(connection):
        return None
    if not after:
        months.make_ahead(connection, now)
        return _MONTHS_MADE
    return months.free_next(connection, after)
