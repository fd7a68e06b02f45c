"""Whether the deal of a game, or of a deal's page, is proved winnable, as far as that may be told."""

from enum import StrEnum

from sqlalchemy import Connection

from app.model.event import InDaily, InRace, InTournament
from app.model.session import Session
from app.model.shelf import Shelf
from app.services import judging, stock
from app.store import races
from engine.deals import Deck
from engine.rules import Variant


class Proof(StrEnum):
    """For which playings of a deal a solver has found a way to win."""

    THIS = "this"
    """For those under the same options."""
    EVERY = "every"
    """Also for those that choose otherwise what every playing chooses for itself."""


def of_session(connection: Connection, session: Session) -> Proof | None:
    """Say how the deal of a session is proved winnable, None where that is not known.

    Of a game that belongs to an event it says what the event's own page says, and nothing else.
    """
    match session.event:
        case InDaily():
            return Proof.EVERY
        case InRace():
            return Proof.THIS if races.is_proved(connection, session.id) else None
        case InTournament():
            return Proof.THIS
        case _ if session.has_task:
            return None
        case None if session.sealed:
            return None
    if session.deal is not None and stock.is_proved(connection, session.variant, session.deal):
        return Proof.EVERY
    key = judging.deal_key(session.variant, session.deck)
    return Proof.THIS if judging.winnable(connection, [key]) else None


def of_deal(connection: Connection, variant: Variant, number: int | None, deck: Deck) -> Proof | None:
    """Say how a deal that may be shown is proved winnable, None where that is not known for every way to play it.

    What a playing chooses for itself makes no difference; `number` is None of a hand-made deal.
    """
    if number is not None and stock.is_proved(connection, variant, number):
        return Proof.EVERY
    keys = {judging.deal_key(each, deck) for each in Shelf.of(variant).variants}
    return Proof.EVERY if judging.winnable(connection, list(keys)) == keys else None
