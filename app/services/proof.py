"""Whether the deal of a game, or of a deal's page, is proved winnable, as far as players may know."""

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
    """For which ways to play a deal a solver has found a win."""

    THIS = "this"
    """Under the same options."""
    EVERY = "every"
    """Also under every other value of the options that each player chooses for a game."""


def of_session(connection: Connection, session: Session) -> Proof | None:
    """Return how the deal of a session is proved winnable; None if that is not known.

    About a game in an event, this says only what the event's own page says.
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
    """Return `EVERY` for a deal that is proved winnable in every way to play it; otherwise None.

    The caller checks that the deal may be shown. `number` is None for a hand-made deal.
    """
    if number is not None and stock.is_proved(connection, variant, number):
        return Proof.EVERY
    keys = {judging.deal_key(each, deck) for each in Shelf.of(variant).variants}
    return Proof.EVERY if judging.winnable(connection, list(keys)) == keys else None
