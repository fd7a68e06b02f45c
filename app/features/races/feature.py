"""Races, rooms, pairing and ghosts."""

from typing import TYPE_CHECKING

from sqlalchemy import Connection

from app.features.races import parting
from app.features.races.judging import RESULTS
from app.features.races.keeping import KEPT
from app.features.races.occasion import RaceOccasion
from app.features.races.rows import names, races
from app.features.races.rows.races import TEXTS, claims
from app.features.races.rows.requests import RaceRequest
from app.features.races.seeking import Races
from app.features.races.service import moderating, operating, requests
from app.features.races.service.rooms import OpenRooms
from app.features.races.words.requests import asking_words
from app.features.races.words.rooms import RoomLine, open_lines
from app.play.companions import Companion
from app.play.feature import Feature, Running
from app.play.front import FrontLook, FrontPart, Lead
from app.web.doors import Doors, Section

if TYPE_CHECKING:
    from app.web.server import Server

MOST_ROOMS = 3
"""The most open rooms that the front page shows; their own page has them all."""


def _rooms(connection: Connection, look: FrontLook) -> list[RoomLine] | None:
    found = look.serving.part(OpenRooms).look(connection, look.now)
    return open_lines(found.open[:MOST_ROOMS], look.player_id) or None


def _asked(connection: Connection, look: FrontLook) -> list[RaceRequest] | None:
    return requests.open_to(connection, look.player_id) or None


def _asking(connection: Connection, player_id: str) -> str:
    return asking_words(requests.open_to(connection, player_id))


LEADS = (
    Lead("Race a friend", "/races", "to get the same cards at the same moment, by one link", "play"),
    Lead("Find an opponent", "/rooms", "to race somebody of your strength, or a ghost until one comes", "play"),
    Lead("Your races", "/races", "to see how they ended, and who asks you to race", "me", _asking),
)
ASKED = FrontPart(place="daily", template="races/_front_asked.html", read=_asked)
ASKED_OF_FRIENDS = FrontPart(place="friends", template="races/_friends_asked.html", read=_asked)
ROOMS = FrontPart(place="now", template="races/_front_rooms.html", read=_rooms)


def _companions() -> tuple[Companion, ...]:
    from app.features.races.companion import Finishes, Rivals

    return Rivals(), Finishes()


def _doors() -> Doors:
    from app.features.races.api import races as api_races
    from app.features.races.api import rooms as api_rooms
    from app.features.races.api import streams
    from app.features.races.documents import StageLine
    from app.features.races.pages import ghosts, moderating, races, rooms
    from app.features.races.words.ghost import house_strength
    from app.features.races.words.race import proof_note, reactions_to, run_lines, stake_note

    return Doors(
        api=(api_races.router, api_rooms.router),
        pages=(races.router, rooms.router, ghosts.router, moderating.router),
        streams=(streams.router,),
        lines=(StageLine,),
        filters=(house_strength, proof_note, reactions_to, run_lines, stake_note),
    )


def _running(serving: "Server") -> Running:
    from app.features.races.referee import Referee
    from app.features.races.service.rooms import OpenRooms

    referee = Referee(serving.database, serving.live, serving.calm)
    return Running(parts=(referee, OpenRooms(serving.settings.secret)), contexts=(referee.running(),))


RACES = Feature(
    name="races",
    optional=True,
    occasions=(RaceOccasion(),),
    companions=_companions,
    doors=_doors,
    running=_running,
    withholds=(races,),
    keeps=(KEPT,),
    names=(names,),
    involves=(parting,),
    seeks=(Races,),
    judged=(moderating,),
    results=(RESULTS,),
    moderation=(Section(30, "races/_moderation_doubtful.html", moderating.doubtful_runs),),
    front=(ASKED, ASKED_OF_FRIENDS, ROOMS),
    leads=LEADS,
    operator=(Section(10, "races/_operator.html", operating.read_figures),),
    claims=(claims,),
    texts=TEXTS,
    forgets=(operating.forget_networks, requests.forget_old),
)
