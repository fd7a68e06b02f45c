"""The words of the host on the front page."""

from app.features.host_words import service
from app.features.host_words.rows import TEXTS
from app.play.feature import Feature
from app.play.front import FrontPart
from app.web.doors import Doors


def _doors() -> Doors:
    from app.features.host_words import pages

    return Doors(pages=(pages.router,))


HOST_WORDS = Feature(
    name="host_words",
    doors=_doors,
    front=(
        FrontPart(
            place="name",
            template="host_words/_name.html",
            read=service.name,
        ),
        FrontPart(
            place="head",
            template="host_words/_head.html",
            read=service.at_head,
        ),
    ),
    texts=TEXTS,
)
"""A name for the site, a greeting and a message of the day, which the operator writes."""
