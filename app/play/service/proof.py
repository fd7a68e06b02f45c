"""Whether the deal of a game, or of a deal's page, is proved winnable, or a game lost, as far as players may know."""

from sqlalchemy import Connection

from app.core.refusals import Withheld
from app.play.occasion import occasion_of
from app.play.service import judging, questions, stock
from app.play.service.secrecy import check_help, may_help
from app.play.values.question import QuestionKind, QuestionSubject
from app.play.values.session import Session, Turn
from app.play.values.shelf import Proof, Shelf
from engine.asking import Verdict
from engine.deals import Deck
from engine.descent import DealQuery
from engine.position import snapshot
from engine.rules import Variant


def of_session(connection: Connection, session: Session, now: int) -> Proof | None:
    """Return how the deal of a session is proved winnable; None if that is not known, or not told now."""
    if session.event:
        return occasion_of(session).proof(connection, session)
    if session.sealed:
        return None
    if session.deal is not None and stock.is_proved(connection, session.variant, session.deal):
        return Proof.EVERY
    key = judging.deal_key(session.variant, session.deck)
    if not judging.winnable(connection, [key]):
        return None
    return Proof.THIS if _is_visible(connection, session.variant, session.deal, session.deck, now) else None


def is_known_lost(connection: Connection, turn: Turn) -> bool:
    """Return whether a solver has proved that a game cannot be won from where it stands; see `may_tell_lost`.

    While cards lie face down this says nothing, since the proof knows them.
    """
    session = turn.session
    if session.sealed or any(turn.after.face_down):
        return False
    place = questions.key(QuestionKind.JUDGE, QuestionSubject(session.variant, snapshot(turn.rules, turn.after)))
    kept = questions.known_answers(connection, [place]).get(place)
    return kept is not None and kept.verdict is Verdict.UNWINNABLE


def may_tell_lost(connection: Connection, turn: Turn, now: int) -> bool:
    """Return whether the player of a game may know that it is lost where it stands.

    This compares it with all open events, so it is for the lane of heavy reads.
    """
    try:
        check_help(connection, turn.session, [turn.after], now)
    except Withheld:
        return False
    return True


def of_deal(connection: Connection, variant: Variant, number: int | None, deck: Deck, now: int) -> Proof | None:
    """Return `EVERY` for a deal that is proved winnable in every way to play it; otherwise None.

    The caller checks that the deal may be shown. `number` is None for a hand-made deal.
    """
    if number is not None and stock.is_proved(connection, variant, number):
        return Proof.EVERY
    keys = {judging.deal_key(each, deck) for each in Shelf.of(variant).variants}
    if judging.winnable(connection, list(keys)) != keys:
        return None
    return Proof.EVERY if _is_visible(connection, variant, number, deck, now) else None


def _is_visible(connection: Connection, variant: Variant, number: int | None, deck: Deck, now: int) -> bool:
    """Return whether a kept verdict may be told. Nobody finds a number whose deal is too much like an open event's."""
    return number is not None or may_help(connection, DealQuery(variant.rules, deck, ()), None, now)
