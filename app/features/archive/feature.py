"""What a player has played: history, statistics, replays."""

from sqlalchemy import Connection

from app.core.cache import Cache
from app.features.archive.service import history, statistics, week
from app.features.archive.service.history import RecentGame
from app.features.archive.service.statistics import VariantStatistics
from app.features.archive.words.week import ShownWeek, show_week
from app.features.profiles.values import ProfilePart
from app.people.showing import ProfileSection
from app.play.companions import Companion
from app.play.feature import Feature
from app.play.front import FrontLook, FrontPart, Lead
from app.web.doors import Doors

RECENT = 2
"""How many games a player's own page shows."""
KEPT_MS = 60_000
"""How long a page's figures are kept: counting thousands of games takes a sixth of a second, and anybody may ask for
them again and again."""
_TALLIES = Cache[list[VariantStatistics]](1_000, len)


def _tallies(connection: Connection, player_id: str, now: int) -> list[VariantStatistics]:
    name = player_id, now // KEPT_MS
    known = _TALLIES.find(name)
    if known is None:
        known = statistics.public_tallies(connection, player_id)
        _TALLIES.keep(name, known)
    return known


def _week(connection: Connection, look: FrontLook) -> ShownWeek | None:
    return show_week(week.of_player(connection, look.player_id, look.now)) if look.player_id else None


def _recent(connection: Connection, look: FrontLook) -> list[RecentGame] | None:
    return (history.recent(connection, look.player_id, RECENT) if look.player_id else None) or None


WEEK, OWN_WEEK = (FrontPart(place=place, template="archive/_front_week.html", read=_week) for place in ("seen", "me"))
LAST_PLAYED = FrontPart(place="me", template="archive/_front_recent.html", read=_recent)
RECORDS = ProfileSection(
    part=ProfilePart.RECORDS,
    label="How many games you have won, and your best ones",
    template="archive/_shown_records.html",
    read=_tallies,
)


def _companions() -> tuple[Companion, ...]:
    from app.features.archive.companion import OwnWeek

    return (OwnWeek(),)


def _doors() -> Doors:
    from app.features.archive.pages import history, replays
    from app.features.archive.words.statistics import tally_rows, tenth_words

    return Doors(pages=(history.router, replays.router), filters=(tally_rows, tenth_words))


LEADS = (
    Lead("History", "/history", "to find every game that you have begun", "me"),
    Lead("Statistics", "/statistics", "to see how your games go", "me"),
)
ARCHIVE = Feature(
    name="archive",
    optional=True,
    needs=("daily",),
    companions=_companions,
    doors=_doors,
    sections=(RECORDS,),
    front=(WEEK, LAST_PLAYED, OWN_WEEK),
    leads=LEADS,
)
