"""The open data."""

from typing import TYPE_CHECKING

from app.features.open_data.rows import TEXTS
from app.play.feature import Feature, Running
from app.web.doors import Doors

if TYPE_CHECKING:
    from app.web.server import Server


def _doors() -> Doors:
    from app.features.open_data import pages

    return Doors(pages=(pages.router,))


def _running(serving: "Server") -> Running:
    from app.features.open_data.publishing import publishing

    return Running(contexts=(publishing(serving.database, serving.settings.data_folder),))


OPEN_DATA = Feature(name="open_data", doors=_doors, running=_running, texts=TEXTS)
