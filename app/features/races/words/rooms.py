"""Open rooms, and what to race while waiting, in words."""

from dataclasses import dataclass

from app.core.words import numbered, time_words
from app.features.races.service.pairing import Offer
from app.features.races.service.rooms import OpenRoom
from app.features.ratings.words import strength_words
from app.play.words.summary import variant_words


@dataclass(frozen=True, slots=True)
class RoomLine:
    """An open room in a list."""

    address: str
    game: str
    words: str
    """Its host, how many heats a match has, and how many racers are there."""


@dataclass(frozen=True, slots=True)
class OfferWords:
    """A game to race while waiting."""

    address: str
    """The address that the form goes to."""
    game: str
    """What the form sends for the house; empty for a shared win."""
    words: str
    label: str
    """What the button says."""


def room_lines(rooms: list[OpenRoom]) -> list[RoomLine]:
    """Show open rooms."""
    return [RoomLine(f"/races/{one.race.code}", variant_words(one.race.terms.variant), _words(one)) for one in rooms]


def offer_words(offer: Offer) -> OfferWords:
    """Show what a visitor can race while waiting."""
    session, variant = offer.session, offer.variant
    if session is None:
        seconds = f"{offer.pace_ms / 1000:.1f}".removesuffix(".0")
        words = f"The house plays a winning game that the server’s solver found, a move every {seconds} seconds."
        return OfferWords("/rooms/house", f"{variant.game.slug}?{variant.text}", words, "Race the house")
    whose = f"{offer.name} has" if offer.name else "Somebody has"
    words = (
        f"{whose} won a game in {time_words(session.played_ms)}. You get the same deal, and see how far that game was."
    )
    return OfferWords(f"/replays/{session.id}/race", "", words, "Race this game")


def _words(room: OpenRoom) -> str:
    terms = room.race.terms
    rating = f" ({strength_words(room.rating)})" if room.rating else ""
    match = "one round" if terms.best_of == 1 else f"best of {terms.best_of} rounds"
    there = numbered(len(room.race.present), "1 racer there", "{count} racers there")
    return f"{room.host}{rating}, {match}, {there}"
