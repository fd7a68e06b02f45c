"""Whether the deal of a game, or of a deal's page, is proved winnable, as far as players may know."""

from enum import StrEnum

from sqlalchemy import Connection

from app.features.races.rows import races
from app.play.service import judging, stock
from app.play.service.secrecy import may_help
from app.features.daily.values.event import InDaily
from app.features.races.values.event import InRace
from app.features.tournaments.values.event import InTournament
from app.play.values.session import Session
from app.play.values.shelf import Shelf
from engine.deals import Deck
from engine.descent import Asked
from engine.rules import Variant


class Proof(StrEnum):
    """For which ways to play a deal a solver has found a win."""

    THIS = "this"
    """Under the same options."""
    EVERY = "every"
    """Also under every other value of the options that each player chooses for a game."""


def of_session(connection: Connection, session: Session, now: int) -> Proof | None:
    """Return how the deal of a session is proved winnable; None if that is not known, or not told now."""
    if session.event:
        return of_event(connection, session)
    if session.sealed:
        return None
    if session.deal is not None and stock.is_proved(connection, session.variant, session.deal):
        return Proof.EVERY
    key = judging.deal_key(session.variant, session.deck)
    if not judging.winnable(connection, [key]):
        return None
    return Proof.THIS if _is_told(connection, session.variant, session.deal, session.deck, now) else None


def of_event(connection: Connection, session: Session) -> Proof | None:
    """Return how the deal of a session in an event is proved winnable, which is what the event's own page says."""
    match session.event:
        case InDaily():
            return Proof.EVERY
        case InRace():
            return Proof.THIS if races.is_proved(connection, session.id) else None
        case InTournament():
            return Proof.THIS
        case _:
            return None


def of_deal(connection: Connection, variant: Variant, number: int | None, deck: Deck, now: int) -> Proof | None:
    """Return `EVERY` for a deal that is proved winnable in every way to play it; otherwise None.

    The caller checks that the deal may be shown. `number` is None for a hand-made deal.
    """
    if number is not None and stock.is_proved(connection, variant, number):
        return Proof.EVERY
    keys = {judging.deal_key(each, deck) for each in Shelf.of(variant).variants}
    if judging.winnable(connection, list(keys)) != keys:
        return None
    return Proof.EVERY if _is_told(connection, variant, number, deck, now) else None


def _is_told(connection: Connection, variant: Variant, number: int | None, deck: Deck, now: int) -> bool:
    """Say whether a kept verdict may be told. Nobody finds a number whose deal is too much like an open event's."""
    return number is not None or may_help(connection, Asked(variant.rules, deck, ()), None, now)
