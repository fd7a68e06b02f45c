"""How strong players are at each game."""

from sqlalchemy import Connection

from app.features.profiles.values import ProfilePart
from app.features.ratings import rows, service
from app.features.ratings.keeping import KEPT
from app.features.ratings.values.rating import Rating
from app.people.showing import ProfileSection
from app.play.feature import Feature
from app.play.front import FrontLook, FrontPart
from app.web.doors import Doors
from engine.rules import Game


def _ratings(connection: Connection, player_id: str, _now: int) -> dict[Game, Rating]:
    return rows.all_of_player(connection, player_id)


def _own_line(connection: Connection, look: FrontLook) -> str | None:
    from app.features.ratings.words import ratings_line

    return (ratings_line(rows.all_of_player(connection, look.player_id)) if look.player_id else "") or None


def _doors() -> Doors:
    from app.features.ratings import api, pages
    from app.features.ratings.words import missing_words, strength_words, sureness_words

    return Doors(
        api=(api.router,),
        # A host may leave races out, and has ratings of dailies all the same.
        tags={"races": "Races and the rooms in which they begin, finding somebody to race, and ratings."},
        pages=(pages.router,),
        filters=(missing_words, strength_words, sureness_words),
    )


RATINGS = Feature(
    name="ratings",
    doors=_doors,
    keeps=(KEPT,),
    sections=(
        ProfileSection(
            part=ProfilePart.RATINGS, label="Your ratings", template="ratings/_shown_ratings.html", read=_ratings
        ),
    ),
    front=(FrontPart(place="me", template="ratings/_me_ratings.html", read=_own_line),),
    checks=(service.FROM_RESULTS,),
)
