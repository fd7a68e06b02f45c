"""What a player has played: history, statistics, replays."""

from app.features.archive.showing import RECORDS
from app.play.feature import Feature
from app.web.doors import Doors


def _doors() -> Doors:
    from app.features.archive.pages import history, replays, statistics
    from app.features.archive.words.statistics import tally_rows, tenth_words

    return Doors(pages=(history.router, replays.router, statistics.router), filters=(tally_rows, tenth_words))


ARCHIVE = Feature(name="archive", optional=True, needs=("daily",), doors=_doors, sections=(RECORDS,))
