"""How a heat ended: the boards of the first places, what decided it, and what became of the ratings."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from app.core.bounds import FINALES
from app.core.cache import Cache
from app.core.store.unreadable import UnreadableRow
from app.features.races.values.event import InRace
from app.features.races.values.placing import standings
from app.features.races.values.race import Heat, Race, RaceRun, RunOutcome
from app.features.races.values.turning import HomeMark, TurningPoint, turning_point
from app.features.ratings import service as ratings
from app.features.ratings.values.strength import RatingChange
from app.people.rows import accounts
from app.play.service import sessions
from app.play.service.course import PlayedCourse, course_until
from engine.moves import IllegalMove
from engine.position import Position, cards_home
from engine.record import UnsoundRecord

PLACES = 3
"""How many stand on the podium."""


@dataclass(frozen=True, slots=True)
class Finale:
    """How a heat ended, which no longer changes."""

    heat: Heat
    boards: Mapping[str, Position]
    """The boards of those on the podium as they were when their runs ended, by player; none if a game is spoilt."""
    turning: TurningPoint | None
    """What decided the heat between the first two; None if they tied, or nobody was ahead of the other."""


@dataclass(frozen=True, slots=True)
class RatedFinale:
    """A finale, with the ratings that it changed."""

    finale: Finale
    changes: Mapping[str, RatingChange]
    """By player, of those whose rating the heat changed."""
    guests: frozenset[str] = frozenset()
    """Those who ran in the heat and have no account."""


def finale_of(connection: Connection, race: Race) -> RatedFinale | None:
    """Return how the last heat of a race ended; None before the first, during one, and if the race was set aside."""
    if race.set_aside_at is not None or not race.heats or race.heat:
        return None
    heat, players = race.heats[-1], [run.player_id for run in race.heats[-1].runs]
    # A guest who signs in becomes another player.
    name = race.code, *((run.player_id, run.session_id) for run in heat.runs)
    finale = _KEPT.find(name)
    if finale is None:
        finale = _finale(connection, race, heat)
        _KEPT.keep(name, finale)
    game, cause = race.terms.variant.game, InRace(race.code)
    changes = ratings.changes_by(connection, players, game, cause, heat.number)
    return RatedFinale(finale, changes, frozenset(players) - accounts.holders_among(connection, players))


def _finale(connection: Connection, race: Race, heat: Heat) -> Finale:
    placed = standings(heat.runs)[:PLACES]
    try:
        courses = [_course(connection, heat, run) for _, run in placed]
    except (IllegalMove, UnreadableRow, UnsoundRecord):
        # `rampart check` names a game that cannot be read or replayed; the race has its places without it.
        return Finale(heat, {}, None)
    boards = {run.player_id: course.stops[-1].position for (_, run), course in zip(placed, courses, strict=True)}
    return Finale(heat, boards, _turning(race, placed, courses))


def _turning(race: Race, placed: list[tuple[int, RaceRun]], courses: list[PlayedCourse]) -> TurningPoint | None:
    (first, _), (second, other) = placed[:2]
    if first == second or other.outcome is RunOutcome.FORFEITED:
        return None
    return turning_point(*(_marks(race, course) for course in courses[:2]))


def _course(connection: Connection, heat: Heat, run: RaceRun) -> PlayedCourse:
    # Somebody whom the end of the heat stopped may have played on since; the last step of a run counts.
    return course_until(connection, sessions.get(connection, run.session_id), heat.began_at + run.ms + 1)


def _marks(race: Race, course: PlayedCourse) -> list[HomeMark]:
    marks, ms, step = list[HomeMark](), 0, 0
    for stop in course.stops:
        ms, step = ms + stop.after_ms, step + (stop.by is not None)
        marks.append(HomeMark(ms, step, cards_home(race.terms.variant.rules, stop.position)))
    return marks


_KEPT = Cache[Finale](FINALES, lambda _: 1)
