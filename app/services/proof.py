"""Whether the deal of a game, or of a deal's page, is proved winnable, as far as that may be told."""

from enum import StrEnum

from sqlalchemy import Connection

from app.services import judging, races, stock
from app.services.rulebook import options_text, stored_options
from app.store import races as heats
from app.store.sessions import Session
from engine.deals import Deck, deck_code
from engine.games import find
from engine.rules import Game, Settled


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
    kind, _, _ = (session.event or "").partition(" ")
    if kind == "daily":
        return Proof.EVERY
    if kind == races.EVENT:
        return Proof.THIS if heats.is_proved(connection, session.id) else None
    if session.sealed:
        return None
    game, options = find(session.game), stored_options(session.game, session.options)
    if session.deal is not None and stock.is_proved(connection, game, options, int(session.deal)):
        return Proof.EVERY
    key = judging.deal_key(session.game, session.options, session.deck)
    return Proof.THIS if judging.winnable(connection, [key]) else None


def of_deal(connection: Connection, game: Game, options: Settled, number: int | None, deck: Deck) -> Proof | None:
    """Say how a deal that may be shown is proved winnable, None where that is not known for every way to play it.

    What a playing chooses for itself makes no difference; `number` is None of a hand-made deal.
    """
    if number is not None and stock.is_proved(connection, game, options, number):
        return Proof.EVERY
    code, every = deck_code(deck), stock.shelf_of(game, options).choices
    keys = {judging.deal_key(game.slug, options_text(choice), code) for choice in every}
    return Proof.EVERY if judging.winnable(connection, list(keys)) == keys else None
