"""Studying games: help at the table, reviews, the analysis board and certificates."""

from app.features.study.answering import jobs
from app.features.study.rows import TEXTS
from app.play.feature import Feature
from app.play.front import Lead
from app.web.doors import Doors
from engine.measured import starting_game


def _doors() -> Doors:
    from app.features.study import api
    from app.features.study.pages import advice, analysis, certificates
    from app.features.study.words.certificates import certificate_link, deal_fields
    from app.features.study.words.variations import deal_analysis_link, game_link

    return Doors(
        api=(api.router,),
        tags={"analysis": "Which moves of a position win, and in how many steps."},
        pages=(advice.router, analysis.router, certificates.router),
        filters=(certificate_link, deal_fields, deal_analysis_link, game_link),
    )


BOARD = Lead(
    "Analysis board", f"/analysis/{starting_game().slug}?deal=1", "to try moves and see which of them win", "learn"
)
STUDY = Feature(name="study", doors=_doors, jobs=(jobs,), leads=(BOARD,), texts=TEXTS)
