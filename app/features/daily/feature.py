"""The daily challenge, its leaderboards, standings and stories."""

from typing import TYPE_CHECKING

from app.features.daily import parting
from app.features.daily.front import TODAY, WIN
from app.features.daily.judging import RESULTS
from app.features.daily.keeping import KEPT
from app.features.daily.occasion import DailyOccasion
from app.features.daily.rows.claims import claims
from app.features.daily.rows.texts import TEXTS
from app.features.daily.seeking import Dailies
from app.features.daily.service import checks, moderating, operating, withheld
from app.features.daily.showing import POINTS, STREAK
from app.features.daily.storytelling import jobs
from app.play.feature import Feature, Running
from app.web.doors import Doors
from app.web.sections import Section

if TYPE_CHECKING:
    from app.web.server import Server


def _doors() -> Doors:
    from app.features.daily.api import daily as api_daily
    from app.features.daily.api import standings as api_standings
    from app.features.daily.pages import daily, moderating, standings
    from app.features.daily.words.daily import par_words
    from app.features.daily.words.results import badges, outcome_words, result_words, tier_words, tiers_in_words
    from app.features.daily.words.standings import period_words
    from app.features.daily.words.streaks import streak_words

    return Doors(
        api=(api_daily.router, api_standings.router),
        pages=(daily.router, standings.router, moderating.router),
        filters=(
            *(par_words, badges, outcome_words, result_words),
            *(tier_words, tiers_in_words, period_words, streak_words),
        ),
    )


def _running(serving: "Server") -> Running:
    from app.features.daily.closer import Closer
    from app.features.daily.service.today import Today

    return Running(parts=(Today(),), contexts=(Closer(serving.database, serving.calm).running(),))


DAILY = Feature(
    name="daily",
    optional=True,
    occasions=(DailyOccasion(),),
    doors=_doors,
    running=_running,
    withholds=(withheld,),
    jobs=(jobs,),
    keeps=(KEPT,),
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
    operator=(Section(20, "daily/_operator.html", operating.read_figures),),
    claims=(claims,),
    checks=(checks.DAILIES, checks.STANDINGS),
    texts=TEXTS,
)
