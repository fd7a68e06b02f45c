"""Today's dailies on the front page, in pictures and words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from app.core.words import left_words, numbered, short_day, steps_words
from app.features.daily.service.calendar import ends_at
from app.features.daily.service.streaks import Streak
from app.features.daily.service.today import OfToday, SharedWin, TodayView
from app.features.daily.values.daily import DailyAttempt
from app.play.front import FrontLook
from app.play.table.miniature import miniature, miniature_of_deal, miniature_of_layout
from app.play.values.shelf import Band
from app.play.words.sharing import replay_link
from app.play.words.summary import options_words
from app.play.words.tiles import Tile


@dataclass(frozen=True, slots=True)
class ShownToday:
    """One of today's dailies, and what there is to say of the others."""

    daily: Tile
    verb: str
    """What to do with it: “Play”, “Continue” or “View”."""
    others: str
    """What there is to say of the others; empty if there are none."""
    left: str
    """How long the day still lasts."""
    streak: str
    """How long the visitor's streak is; empty before the first one."""
    kept: str
    """The length of the streak, shown instead of the time left; empty as long as no daily of the day is solved."""


@dataclass(frozen=True, slots=True)
class ShownWin:
    """A win worth seeing."""

    tile: Tile
    winner: str
    """Who won it; empty if the winner no longer has a name."""


def show_today(seen: TodayView, look: FrontLook) -> ShownToday:
    """Show one daily: one in play with which the page does not begin, else one to begin, else one that is solved.

    Of several such dailies it is a gentle one as long as the visitor has solved none, then that of the game played
    last.
    """
    too_hard = {band for band in Band if band is not Band.GENTLE and not seen.streak.best}

    def place(one: OfToday) -> tuple[bool, bool, int, bool, bool]:
        begins = one.table is not None and look.continued is not None and one.table.id == look.continued.id
        return (
            begins,
            not any(map(_in_play, one.attempts)),
            _turn(one),
            one.band in too_hard,
            one.game != look.game,
        )

    shown = min(seen.dailies, key=place)
    solved = any(each.solved for one in seen.dailies for each in one.attempts)
    return ShownToday(
        daily=_daily(seen.day, shown),
        verb=_verb(shown),
        others=_others(seen.dailies),
        left=f"{left_words(ends_at(seen.day) - look.now)} left",
        streak=streak_words(seen.streak) if seen.streak.best else "",
        kept=f"{seen.streak.current}-day streak" if solved else "",
    )


def show_win(win: SharedWin) -> ShownWin:
    """Show a win."""
    attempt, deal = win.result.attempt, win.session.visible_deal
    rules = attempt.variant.rules
    tile = Tile(
        address=replay_link(win.session.id),
        game=attempt.game,
        options=options_words(attempt.game, attempt.variant.options),
        picture=miniature_of_deal(rules, deal) if deal else miniature_of_layout(rules),
        state=f"The daily of {short_day(attempt.day)}",
        more="",
        score=f"The daily of {short_day(attempt.day)}, won in {steps_words(attempt.steps)}",
    )
    return ShownWin(tile, win.result.name or "")


def _daily(day: date, one: OfToday) -> Tile:
    """Show a daily: no card of it before the visitor begins it, and only the visitor's own board then."""
    table, running = one.table, any(map(_in_play, one.attempts))
    return Tile(
        address=f"/sessions/{table.id}" if table and running else f"/daily/{day}/{one.game.slug}",
        game=one.game,
        options=options_words(one.game, one.options) if one.options else "",
        picture=miniature(table.variant.rules, table.position) if table else miniature_of_layout(one.game.rules),
        state=_state(one),
        more=_crowd(one),
        score=_score(one),
    )


def _others(dailies: Sequence[OfToday]) -> str:
    if len(dailies) == 1:
        return ""
    if solved := sum(any(each.solved for each in one.attempts) for one in dailies):
        return f"You have solved {solved} of today’s {len(dailies)}"
    return numbered(len(dailies) - 1, "The other daily", "The other {number} dailies")


def _turn(one: OfToday) -> int:
    """Return when it is the turn of a daily to be shown: one to begin comes first, one without a deal last."""
    if not one.attempts:
        return 0 if one.options is not None else 3
    return 1 if any(each.solved for each in one.attempts) else 2


def _verb(one: OfToday) -> str:
    if any(map(_in_play, one.attempts)):
        return "Continue"
    return "Play" if one.options is not None and not one.attempts else "View"


def _state(one: OfToday) -> str:
    if not one.attempts:
        return f"A {one.band} deal" if one.band else "The server is choosing its deal"
    if any(each.solved for each in one.attempts):
        return "Solved"
    return "In play" if any(map(_in_play, one.attempts)) else "Not solved"


def _score(one: OfToday) -> str:
    solved = next((each for each in one.attempts if each.solved), None)
    return f"Solved in {steps_words(solved.steps)}" if solved else ""


def _in_play(attempt: DailyAttempt) -> bool:
    return attempt.ended_at is None


def _crowd(one: OfToday) -> str:
    if one.options is None:
        return ""
    if one.solvers is not None:
        return numbered(one.solvers, "1 player has solved it", "{count} players have solved it")
    if not one.starters:
        return "Nobody has begun it"
    return numbered(one.starters, "1 player has begun it", "{count} players have begun it")


def streak_words(streak: Streak) -> str:
    """Describe a streak in a sentence or two.

    >>> streak_words(Streak(12, 20, 1))
    'Your streak is 12 days. You have one rest day saved. Your best streak was 20 days.'
    >>> streak_words(Streak(13, 13, 0, frozenset({date(2026, 11, 12)})))
    'Your streak is 13 days. You have no rest days left.'
    >>> streak_words(Streak())
    'Solve a daily to begin a streak.'
    """
    if not streak.best:
        return "Solve a daily to begin a streak."
    said = ["You have no streak at the moment."]
    if streak.current:
        said = [numbered(streak.current, "Your streak is 1 day.", "Your streak is {count} days.")]
        if streak.rests:
            said.append(numbered(streak.rests, "You have one rest day saved.", "You have {number} rest days saved."))
        elif streak.rested:
            said.append("You have no rest days left.")
    if streak.best > streak.current:
        said.append(numbered(streak.best, "Your best streak was 1 day.", "Your best streak was {count} days."))
    return " ".join(said)
