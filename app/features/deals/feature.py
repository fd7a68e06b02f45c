"""Deals: their pages, the games they belong to, and challenges."""

from app.features.deals.goal import HARDER
from app.features.deals.service import bands
from app.play.companions import Companion
from app.play.feature import Feature
from app.web.doors import Doors


def _doors() -> Doors:
    from app.features.deals.pages import challenges, deals, games, verdicts

    return Doors(pages=(challenges.router, verdicts.router), catch_all=(games.router, deals.router))


def _companions() -> tuple[Companion, ...]:
    from app.features.deals.companion import Gentler, HowHard

    return HowHard(), Gentler()


DEALS = Feature(name="deals", companions=_companions, doors=_doors, walks=(bands.walk_on,), goals=(HARDER,))
