"""What the page of a room says to somebody who has come by its link: who invites them, and to what."""

from typing import NamedTuple

from app.features.races.values import door
from app.features.races.values.race import Race
from app.features.races.words.terms import terms_words
from app.features.ratings.values.rating import Rating
from app.features.ratings.words import strength_words

_STAKE = "It is rated for those who are signed in when it begins, if there are two or more. A guest stakes nothing."
_OWN_STAKE = "It is rated if somebody else is signed in as well when it begins"
_NO_LIMIT = "There is no time limit."


class RaceInvitation(NamedTuple):
    """An invitation to a race."""

    host: str
    """Who invites; empty if the host is not there."""
    about: str
    """What it is about, and how long a deal may take."""
    stake: str
    """What is at stake."""


class OwnEntry(NamedTuple):
    """As whom somebody who is signed in comes into a race."""

    name: str
    stake: str
    """What they stake."""


def own_entry(name: str, rating: Rating | None) -> OwnEntry:
    """Return as whom the holder of an account comes into a race, with the rating at its game if there is one.

    >>> own_entry("Ada", Rating(1724.2, 190)).stake
    'It is rated if somebody else is signed in as well when it begins: you stake your rating, 1,724?.'
    """
    if rating is None:
        return OwnEntry(name, f"{_OWN_STAKE}: it is your first result at this game.")
    return OwnEntry(name, f"{_OWN_STAKE}: you stake your rating, {strength_words(rating)}.")


def invitation(race: Race, viewer: str | None) -> RaceInvitation | None:
    """Return the invitation to a race; None for whoever has come already, and if it is set aside or its door closed."""
    if race.racer(viewer) or race.set_aside_at is not None or not door.is_open(race):
        return None
    host = next((racer.name for racer in race.present if racer.player_id == race.host_id), "")
    said = terms_words(race.terms) if race.terms.limit_ms else f"{terms_words(race.terms)} {_NO_LIMIT}"
    return RaceInvitation(host, said, _STAKE)
