"""Open rooms on the front page."""

from sqlalchemy import Connection

from app.features.races.service.rooms import OpenRooms
from app.features.races.words.rooms import RoomLine, room_lines
from app.play.front import FrontPart, Look

MOST_ROOMS = 3
"""The most open rooms that the front page shows; their own page has them all."""


def _rooms(connection: Connection, look: Look) -> list[RoomLine] | None:
    found = look.serving.part(OpenRooms).look(connection, look.now)
    return room_lines(found[:MOST_ROOMS]) or None


ROOMS = FrontPart(place="now", template="races/_front_rooms.html", read=_rooms)
