"""What the page of a room says to somebody who has come by its link: who invites them, and to what."""

from typing import NamedTuple

from app.features.races.values import door
from app.features.races.values.race import Race
from app.features.races.words.terms import terms_words

_STAKE = "It is rated for those who are signed in when it begins, if there are two or more. A guest stakes nothing."
_NO_LIMIT = "There is no time limit."


class RaceInvitation(NamedTuple):
    """An invitation to a race."""

    host: str
    """Who invites; empty if the host is not there."""
    lines: tuple[str, ...]
    """What it is about, how long a deal may take, and what is at stake."""


def invitation(race: Race, viewer: str | None) -> RaceInvitation | None:
    """Return the invitation to a race; None for whoever has come already, and if it is set aside or its door closed."""
    if race.racer(viewer) or race.set_aside_at is not None or not door.is_open(race):
        return None
    host = next((racer.name for racer in race.present if racer.player_id == race.host_id), "")
    said = terms_words(race.terms) if race.terms.limit_ms else f"{terms_words(race.terms)} {_NO_LIMIT}"
    return RaceInvitation(host, (said, _STAKE))
