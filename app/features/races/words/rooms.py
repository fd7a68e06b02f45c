"""Listed rooms, and what to race while waiting, in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from app.core.words import listed, numbered, sentence, time_words
from app.features.races.service import house
from app.features.races.service.house import HouseStrength
from app.features.races.service.pairing import Offer
from app.features.races.service.race_boards import may_watch
from app.features.races.service.rooms import ListedRooms, OpenRoom
from app.features.races.values.placing import is_decided
from app.features.races.values.race import Race
from app.features.races.words.podium import round_heading
from app.features.races.words.tally import match_heading, standing
from app.features.ratings.words import strength_words
from app.play.words.summary import variant_words
from engine.rules import Variant

_MOST_NAMED = 4


@dataclass(frozen=True, slots=True)
class RoomLine:
    """A listed room."""

    address: str
    game: str
    words: str
    """Who races or waits there, how many heats a match has, and how it stands or ended."""
    verb: Literal["join", "watch", ""]
    """What the viewer can do there in one tap, besides looking in."""


@dataclass(frozen=True, slots=True)
class RoomLists:
    """The listed rooms as one viewer sees them."""

    open: list[RoomLine]
    running: list[RoomLine]
    over: list[RoomLine]
    seeking: Mapping[tuple[str, str], int]

    def seekers(self, variant: Variant) -> str:
        """Return how many people wait for somebody to race in a variant; empty if nobody does."""
        found = self.seeking.get((variant.game.slug, variant.text), 0)
        return f"{found} waiting" if found else ""

    @property
    def seekers_in_all(self) -> str:
        """Return how many people wait for somebody to race; empty if nobody does."""
        found = sum(self.seeking.values())
        return f"{found} waiting" if found else ""


class OfferChoice(NamedTuple):
    """A button of an offer."""

    strength: str
    """How strong the house is to be; empty for a shared win."""
    label: str
    suits: bool
    """Whether it is the one nearest to the player's strength."""


@dataclass(frozen=True, slots=True)
class OfferWords:
    """A game to race while waiting."""

    address: str
    """The address that the form goes to."""
    game: str
    """What the form sends for the house; empty for a shared win."""
    words: str
    choices: tuple[OfferChoice, ...]
    """What there is to choose; for a shared win, only whether to race it."""


def room_lists(rooms: ListedRooms, viewer: str | None) -> RoomLists:
    """Show one viewer the listed rooms."""
    return RoomLists(
        open=open_lines(rooms.open, viewer),
        running=[_line(race, _running(race), "watch" if may_watch(race, viewer) else "") for race in rooms.running],
        over=[_line(race, _over(race, viewer), "") for race in rooms.over if race.heats],
        seeking=rooms.seeking,
    )


def open_lines(rooms: list[OpenRoom], viewer: str | None) -> list[RoomLine]:
    """Show one viewer the rooms that wait for racers; whoever is there already needs not join."""
    return [
        _line(one.race, _words(one), "" if any(each.player_id == viewer for each in one.race.present) else "join")
        for one in rooms
    ]


def _line(race: Race, words: str, verb: Literal["join", "watch", ""]) -> RoomLine:
    return RoomLine(f"/races/{race.code}", variant_words(race.terms.variant), words, verb)


def _running(race: Race) -> str:
    at = standing(race, None)
    return f"{_racers(race)}; {at.lower()}" if at else _racers(race)


def _over(race: Race, viewer: str | None) -> str:
    match = race.terms.best_of > 1 and is_decided(race)
    return f"{_racers(race)}. {match_heading(race, viewer) if match else round_heading(race, race.heats[-1], viewer)}"


def _racers(race: Race) -> str:
    """Name the racers of the last heat; of very many, the first."""
    ran = {run.player_id for run in race.heats[-1].runs}
    several = [racer.name for racer in race.racers if racer.player_id in ran]
    if len(several) <= _MOST_NAMED:
        return listed(several)
    return listed([*several[: _MOST_NAMED - 1], f"{len(several) - _MOST_NAMED + 1} others"])


def offer_words(offer: Offer) -> OfferWords:
    """Show what a visitor can race while waiting."""
    session, variant = offer.session, offer.variant
    if session is None:
        words = "The house plays a winning game that the server’s solver found. You choose how fast."
        suits = house.nearest(offer.pace_ms)
        choices = tuple(OfferChoice(each, _house_words(each), each is suits) for each in house.PACES)
        return OfferWords("/rooms/house", f"{variant.game.slug}?{variant.text}", words, choices)
    whose = f"{offer.name} has" if offer.name else "Somebody has"
    words = (
        f"{whose} won a game in {time_words(session.played_ms)}. You get the same deal, and see how far that game was."
    )
    return OfferWords(f"/replays/{session.id}/race", "", words, (OfferChoice("", "Race this game", suits=True),))


def _house_words(strength: HouseStrength) -> str:
    seconds = f"{house.PACES[strength] / 1000:.1f}".removesuffix(".0")
    return f"{sentence(strength)}: a move every {seconds} seconds"


def _words(room: OpenRoom) -> str:
    terms = room.race.terms
    rating = f" ({strength_words(room.rating)})" if room.rating else ""
    match = "one round" if terms.best_of == 1 else f"best of {terms.best_of} rounds"
    there = numbered(len(room.race.present), "1 racer there", "{count} racers there")
    return f"{room.host}{rating}, {match}, {there}"
