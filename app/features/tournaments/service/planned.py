"""The tournaments that open by themselves: an arena every evening, and one by deals every weekend.

The arena takes the games in turn, one each day. A day before a tournament opens, the first process to look makes it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import Connection

from app.features.tournaments.rows import tournaments as rows
from app.features.tournaments.service import tournaments
from app.features.tournaments.values.tournament import Form, TournamentTerms
from app.people.names import EVENING_ARENA, WEEKEND_GAMES
from engine.games import GAMES
from engine.rules import Variant

EVENING = time(18, 0, tzinfo=UTC)
"""When the arena of a day opens."""
_MINUTE_MS, _HOUR_MS = 60_000, 3_600_000
AHEAD_MS = 24 * _HOUR_MS
ARENA_MS, WEEKEND_MS = 30 * _MINUTE_MS, 48 * _HOUR_MS
DEALS = 10
_SATURDAY = 6
"""As an ISO weekday."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A tournament that opens by itself."""

    slot: str
    """Its name, which no other planned tournament has."""
    terms: TournamentTerms
    opens_at: int


def due(now: int) -> list[Planned]:
    """List the tournaments that open within a day, or are open."""
    today = datetime.fromtimestamp(now / 1000, UTC).date()
    days = [today + timedelta(days=ahead) for ahead in range(-2, 2)]
    planned = [*map(arena, days), *(weekend(day) for day in days if day.isoweekday() == _SATURDAY)]
    return [one for one in planned if one.opens_at <= now + AHEAD_MS and now < one.opens_at + one.terms.length_ms]


def arena(day: date) -> Planned:
    """Return the arena of a day's evening."""
    games = list(GAMES.values())
    game = games[day.toordinal() % len(games)]
    variants = game.variants({})
    variant = variants[day.toordinal() // len(games) % len(variants)]
    terms = _terms(f"{EVENING_ARENA}: {game.name}", Form.ARENA, (variant,), ARENA_MS)
    return Planned(f"evening {day.isoformat()}", terms, _at(day, EVENING))


def weekend(day: date) -> Planned:
    """Return the tournament of the weekend that begins on a Saturday."""
    variants = tuple(game.variants({})[0] for game in GAMES.values())
    terms = _terms(WEEKEND_GAMES, Form.DEALS, variants, WEEKEND_MS)
    return Planned(f"weekend {day.isoformat()}", terms, _at(day, time(tzinfo=UTC)))


def make_missing(connection: Connection, wanted: Sequence[Planned], now: int) -> None:
    """Make the wanted tournaments that do not exist yet."""
    known = rows.known_slots(connection, [one.slot for one in wanted])
    for one in wanted:
        if one.slot not in known:
            tournaments.add(connection, one.terms, one.opens_at, now, slot=one.slot)


def missing(connection: Connection, wanted: Sequence[Planned]) -> list[Planned]:
    """List the wanted tournaments that do not exist yet."""
    known = rows.known_slots(connection, [one.slot for one in wanted])
    return [one for one in wanted if one.slot not in known]


def _terms(name: str, form: Form, variants: tuple[Variant, ...], length_ms: int) -> TournamentTerms:
    deals = max(DEALS, len(variants))
    return TournamentTerms(name, form, variants, deals, length_ms, one_try=form is Form.DEALS, blind=False, bots=False)


def _at(day: date, hour: time) -> int:
    return int(datetime.combine(day, hour).timestamp() * 1000)
