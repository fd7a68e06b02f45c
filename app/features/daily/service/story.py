"""How the field of a closed daily fared. Solvers look at one game after another while they have nothing else to do.

For each game, we want the move after which it could no longer be won. Everything after a lost position is lost, so a
handful of verdicts finds that move: first on the last position, then always on the middle one of those still open. The
server stores every verdict as an answer, and the story says which games are left, so one telling goes on where another
stopped.

A story may hold games that not everybody may watch. `look` shows only those that anybody may.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from msgspec import structs
from sqlalchemy import Connection

from app.core.refusals import NotFound
from app.features.daily.rows import attempts, dailies, stories
from app.features.daily.service import calendar
from app.features.daily.service.calendar import DayState
from app.features.daily.service.daily import DailyView
from app.features.daily.values.daily import Daily, DailyAttempt
from app.features.daily.values.story import MOST_CHANGES, MOST_GAMES, Loss, Story, Telling, Trace
from app.features.study.service.verdicts import known_verdicts, turnings
from app.play.rows import entries, questions, sessions
from app.play.service import replays
from app.play.service.course import PlayedCourse, course_until
from app.play.service.log import cards_home_along
from app.play.service.replays import Ending
from app.play.service.secrecy import check_help_with, is_open
from app.play.values.question import QuestionSubject
from engine.asking import Verdict
from engine.descent import DealQuery
from engine.position import cards_home
from engine.rules import Game

MOST_VERDICTS_A_GAME = 12
"""A game of two thousand moves needs no more, unless some of them cannot be decided."""
WITHHELD_MS = 3_600_000
"""How long to wait before checking again whether the event on a deal, or near it, is over."""
CANDIDATES = 3
"""How many candidates to note for the shortest and the most dramatic win: the first may be held later."""
LEAST_UNDOS = 3
"""A win with at least this many undos may be called dramatic."""
SHOWN_LOSSES = 3


@dataclass(frozen=True, slots=True)
class ToldLoss:
    """A losing move, with a game that made it."""

    loss: Loss
    example: Ending | None
    """None if not everybody may watch it."""


@dataclass(frozen=True, slots=True)
class StoryView:
    """The story of a daily as one visitor sees it."""

    daily: Daily
    story: Story
    mine: Trace | None
    """The visitor's own first attempt."""
    losses: list[ToldLoss]
    """The most frequent ones. A move that lost only one game is here only if anybody may watch that game."""
    shortest: Ending | None
    dramatic: Ending | None


def begin(connection: Connection, day: date, game: Game) -> None:
    """Queue the story of a daily that has just been settled."""
    stories.add(connection, day, game, calendar.closes_at(day))


def go_on(connection: Connection, telling: Telling, story: Story, now: int) -> Story | QuestionSubject:
    """Return the story with one more game, or the position that a solver must judge first.

    Raises:
        Withheld: an open event is played on the deal, or on one near it.
    """
    daily = dailies.find(connection, telling.day, telling.game)
    assert daily is not None
    if story.left is None:
        return _begin(connection, telling)
    check_help_with(connection, DealQuery(telling.game.rules, daily.deck, ()), None, now)
    attempt = attempts.find(connection, story.left[0])
    session = sessions.find(connection, story.left[0])
    if attempt is None or session is None:
        return skip(story)
    course = course_until(connection, session, calendar.closes_at(daily.day))
    judged = _verdicts_on(connection, course, attempt)
    following = None if attempt.solved else _next_to_judge(course, judged)
    if following is not None and story.asked < MOST_VERDICTS_A_GAME:
        return QuestionSubject(course.variant, following)
    return _with_game(story, attempt, course, judged)


def skip(story: Story) -> Story:
    """Return a story without the next game to look at."""
    return structs.replace(story, left=(story.left or ())[1:], asked=0)


def look(connection: Connection, view: DailyView, now: int) -> StoryView | None:
    """Return the story of a closed daily; None before it closes, while its deal is withheld, and without a story."""
    daily = view.daily
    if daily is None or view.state is not DayState.CLOSED or is_open(connection, daily.deck, now):
        return None
    story = stories.find(connection, daily.day, daily.game)
    if story is None:
        return None
    frequent = sorted(story.losses, key=lambda loss: -loss.games)[:SHOWN_LOSSES]
    losses = [ToldLoss(loss, _watchable(connection, (loss.session,), now)) for loss in frequent]
    return StoryView(
        daily=daily,
        story=story,
        mine=_mine(connection, view, story),
        losses=[told for told in losses if told.loss.games > 1 or told.example],
        shortest=_watchable(connection, story.shortest, now),
        dramatic=_watchable(connection, story.dramatic, now),
    )


def _begin(connection: Connection, telling: Telling) -> Story:
    which = telling.day, telling.game
    return Story(
        games=stories.count_games(connection, *which),
        left=tuple(stories.games(connection, *which, MOST_GAMES)),
        shortest=tuple(stories.shortest_wins(connection, *which, CANDIDATES)),
        dramatic=tuple(stories.wins_with_undos(connection, *which, LEAST_UNDOS, CANDIDATES)),
    )


def _verdicts_on(connection: Connection, course: PlayedCourse, attempt: DailyAttempt) -> dict[str, Verdict]:
    """Return the known verdicts on a game's positions, by snapshot; a daily's deal is always winnable."""
    kept = questions.answers_to(connection, list(course.names))
    proved = {course.names[name]: answer.verdict for name, answer in kept.items()}
    proved[course.stops[0].at] = Verdict.WINNABLE
    if attempt.solved:
        proved[course.stops[-1].at] = Verdict.WINNABLE
    return known_verdicts(course, proved)


def _next_to_judge(course: PlayedCourse, judged: Mapping[str, Verdict]) -> str | None:
    """Return the position whose verdict helps to find the losing move; None if none does."""
    line = course.line
    if line[-1] not in judged:
        return line[-1]
    if judged[line[-1]] is not Verdict.UNWINNABLE:
        return None
    won_until = max(place for place, at in enumerate(line) if judged.get(at) is Verdict.WINNABLE)
    lost_from = min(place for place, at in enumerate(line) if judged.get(at) is Verdict.UNWINNABLE)
    between = [at for at in line[won_until + 1 : lost_from] if at not in judged]
    return between[len(between) // 2] if between else None


def _with_game(story: Story, attempt: DailyAttempt, course: PlayedCourse, judged: Mapping[str, Verdict]) -> Story:
    rules, stops, last = course.variant.rules, course.stops, course.line[-1]
    homes = [cards_home(rules, stop.position) for stop in stops]
    lost, losses = None, story.losses
    on_line = set(course.line)
    found = [each for each in turnings(stops, judged) if stops[each.stop + 1].at in on_line]
    if judged.get(last) is Verdict.UNWINNABLE and found and found[-1].last == found[-1].stop + 1:
        turning = found[-1]
        lost = turning.stop, homes[turning.stop]
        losses = _count(losses, course, attempt.session_id, turning.stop, str(turning.move))
    return structs.replace(
        skip(story),
        traces=(*story.traces, _trace(attempt, homes, lost)),
        losses=losses,
        open=story.open + (not attempt.solved and judged.get(last) is Verdict.WINNABLE),
    )


def _count(losses: tuple[Loss, ...], course: PlayedCourse, session_id: str, stop: int, move: str) -> tuple[Loss, ...]:
    """Add a game's losing move to the losing moves counted so far."""
    made = Loss(course.variant.text, course.stops[stop].at, move, 1, session_id, stop)
    for place, loss in enumerate(losses):
        if (loss.options, loss.at, loss.move) == (made.options, made.at, made.move):
            return (*losses[:place], structs.replace(loss, games=loss.games + 1), *losses[place + 1 :])
    return (*losses, made)


def _trace(attempt: DailyAttempt, homes: list[int], lost: tuple[int, int] | None) -> Trace:
    changes = [(0, homes[0]), *((at, now) for at, (before, now) in enumerate(pairwise(homes), 1) if now != before)]
    every = -(-len(changes) // MOST_CHANGES)
    # If there are very many changes, every nth stays, and always the last.
    kept = [*changes[:-1:every], changes[-1]]
    return Trace(attempt.session_id, attempt.solved, len(homes) - 1, tuple(kept), lost)


def _mine(connection: Connection, view: DailyView, story: Story) -> Trace | None:
    """Return the trace of the visitor's first attempt, even if solvers have not looked at it; None without one."""
    first = view.first
    if first is None or not first.steps:
        return None
    for trace in story.traces:
        if trace.session == first.session_id:
            return trace
    closing = calendar.closes_at(view.day)
    log = [entry for entry in entries.all_of(connection, first.session_id) if entry.at < closing]
    dealt = first.variant.rules.foundations_dealt
    return _trace(first, [dealt, *cards_home_along(log, dealt)], None)


def _watchable(connection: Connection, session_ids: tuple[str, ...], now: int) -> Ending | None:
    """Return the first of these games that everybody may watch; None if there is none."""
    for session_id in session_ids:
        with suppress(NotFound):
            replay = replays.watch(connection, session_id, None, now)
            if replay.visible:
                return replay.result
    return None
