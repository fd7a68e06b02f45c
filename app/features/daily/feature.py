"""The daily challenge, its leaderboards, standings and stories."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from app.core.features import has
from app.core.metrics import Figure
from app.features.daily import parting
from app.features.daily.goal import DAYS
from app.features.daily.judging import RESULTS
from app.features.daily.keeping import KEPT
from app.features.daily.occasion import DailyOccasion
from app.features.daily.rows.claims import claims
from app.features.daily.rows.dailies import TEXTS
from app.features.daily.seeking import Dailies
from app.features.daily.service import checks, daily, leaderboards, moderating, operating
from app.features.daily.service.today import Today
from app.features.daily.showing import POINTS, STREAK
from app.features.daily.storytelling import jobs
from app.features.daily.words.results import outcome_words, result_words
from app.features.daily.words.today import ShownToday, ShownWin, show_today, show_win
from app.people.service.audiences import ResultOfDay
from app.play.companions import Companion
from app.play.feature import Feature, Running
from app.play.front import FrontLook, FrontPart
from app.web.doors import Doors, Section

if TYPE_CHECKING:
    from app.web.server import Server


def _today(connection: Connection, look: FrontLook) -> ShownToday:
    return show_today(look.serving.part(Today).look(connection, look.player_id, look.now), look)


def _win(connection: Connection, look: FrontLook) -> ShownWin | None:
    found = look.serving.part(Today).win(connection, look.now)
    # Its tile leads to its replay.
    return show_win(found) if found and has("archive") else None


TODAY = FrontPart(place="daily", template="daily/_front_today.html", read=_today)
WIN = FrontPart(place="seen", template="daily/_front_win.html", read=_win)


def _companions() -> tuple[Companion, ...]:
    from app.features.daily.companion import Past, Practice

    return (Practice(), Past())


def _doors() -> Doors:
    from app.features.daily.api import daily as api_daily
    from app.features.daily.api import standings as api_standings
    from app.features.daily.pages import daily, feeds, moderating, standings
    from app.features.daily.words.daily import par_words
    from app.features.daily.words.results import (
        badges,
        outcome_words,
        over_par,
        result_words,
        tier_words,
        tiers_in_words,
    )
    from app.features.daily.words.standings import period_words
    from app.features.daily.words.today import streak_words

    return Doors(
        api=(api_daily.router, api_standings.router),
        tags={"daily": "The daily of each game, its leaderboards, and the standings over weeks and months."},
        # Before the days: their addresses have the form of a day's.
        pages=(feeds.router, daily.router, standings.router, moderating.router),
        filters=(
            *(par_words, badges, outcome_words, over_par, result_words),
            *(tier_words, tiers_in_words, period_words, streak_words),
        ),
    )


def _running(serving: "Server") -> Running:
    from app.features.daily.closer import Closer
    from app.features.daily.service.today import Today

    return Running(parts=(Today(),), contexts=(Closer(serving.database, serving.calm).running(),))


def _results_today(connection: Connection, player_id: str, members: Sequence[str], now: int) -> list[ResultOfDay]:
    found = [one.attempt for one in leaderboards.results_today(connection, player_id, members, now)]
    return [ResultOfDay(one.player_id, one.game.name, result_words(one), outcome_words(one)) for one in found]


DAILY = Feature(
    name="daily",
    optional=True,
    occasions=(DailyOccasion(),),
    companions=_companions,
    doors=_doors,
    running=_running,
    withholds=(daily,),
    jobs=(jobs,),
    keeps=(KEPT,),
    results_of_day=(_results_today,),
    sections=(STREAK, POINTS),
    involves=(parting,),
    seeks=(Dailies,),
    judged=(moderating,),
    results=(RESULTS,),
    moderation=(
        Section(20, "daily/_moderation_held.html", moderating.waiting),
        Section(40, "daily/_moderation_by_hand.html"),
    ),
    front=(TODAY, WIN),
    goals=(DAYS,),
    operator=(Section(20, "daily/_operator.html", operating.read_figures),),
    figures=(
        Figure("rampart_dailies_ahead", "Days from tomorrow on whose dailies are chosen.", operating.days_ahead),
        Figure("rampart_held_results", "Results of dailies that a person has yet to judge.", operating.held_results),
    ),
    claims=(claims,),
    checks=(checks.DAILIES, checks.STANDINGS),
    texts=TEXTS,
)
