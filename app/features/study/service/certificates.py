"""Certificates on pages: proofs that a deal cannot be won, written when somebody asks for them.

A certificate helps with its deal. So, as on the analysis board, a player gets none while an open event is played on the
deal or on one near it, or while the player has a game with face-down cards in play on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from app.core.refusals import Impossible, NotFound, TooMany
from app.features.study import rows
from app.features.study.service import analysis
from app.features.study.service.analysis import Analysis
from app.features.study.values import Certificate, CertificateState
from app.play.rows import questions as answers
from app.play.service import judging, questions
from app.play.service.secrecy import check_help_with, may_help
from app.play.values.question import QuestionKind, QuestionSubject
from engine.asking import Verdict
from engine.deals import Deck
from engine.descent import DealQuery
from engine.rules import Variant

MOST_WAITING = 20
"""How many certificates may wait. The server writes one at a time, each within a few minutes. If so many wait, a new
one takes the place of one of the address that has the most."""
MOST_OF_A_PLAYER = 2
"""How many certificates that one player asked for may wait."""
MOST_KEPT = 1_000
"""How many certificates are kept, each of half a megabyte at most; anybody can ask again for an older one."""
WITHHELD_MS = 3_600_000
"""How long to wait before checking again whether the event on a deal, or near it, is over."""


@dataclass(frozen=True, slots=True)
class DealCertificate:
    """A deal, and how far the proof has come that nobody can win it."""

    variant: Variant
    deal: int | None
    deck: Deck
    is_lost: bool
    """Whether a solver has proved that nobody can win it."""
    certificate: Certificate | None
    """None if nobody has asked for it."""


def look(
    connection: Connection, variant: Variant, number: int | None, deck: Deck, player_id: str | None, now: int
) -> DealCertificate:
    """Return how far the proof about a deal has come. This is for the lane of heavy reads.

    Raises:
        Withheld, Impossible: see `analysis.check`.
    """
    analysis.check(connection, variant.game, DealQuery(variant.rules, deck, ()), player_id, now)
    key = judging.deal_key(variant, deck)
    return DealCertificate(variant, number, deck, is_lost(connection, variant, deck), rows.find(connection, key))


def is_lost(connection: Connection, variant: Variant, deck: Deck) -> bool:
    """Return whether a solver has proved that nobody can win a deal, no matter who asked."""
    key = judging.deal_key(variant, deck)
    if judging.unwinnable(connection, [key]):
        return True
    kept = answers.answer_to(
        connection, questions.key(QuestionKind.LABEL, QuestionSubject(variant, judging.dealt_snapshot(variant, deck)))
    )
    return kept is not None and kept.labels.verdict is Verdict.UNWINNABLE


def is_lost_at(connection: Connection, asked: Analysis) -> bool:
    """Return whether a solver is known to have proved that nobody can win from the position that a board shows."""
    labels = answers.answer_to(connection, asked.question(asked.at))
    if labels and labels.labels.verdict is Verdict.UNWINNABLE:
        return True
    return bool(judging.unwinnable(connection, [questions.key(QuestionKind.JUDGE, asked.about(asked.at))]))


def lost_variants(
    connection: Connection, variants: Sequence[Variant], deck: Deck, player_id: str | None, now: int
) -> list[Variant]:
    """Return the variants under which a deal is proved lost, or none if that would help with an open event."""
    lost = [variant for variant in variants if is_lost(connection, variant, deck)]
    told = lost and may_help(connection, DealQuery(lost[0].rules, deck, ()), player_id, now)
    return lost if told else []


def ask(connection: Connection, seen: DealCertificate, player_id: str, now: int) -> None:
    """Ask for a certificate; `seen` is what `look` returned.

    Raises:
        Impossible: no solver has proved that nobody can win the deal.
        TooMany: too many wait already, of this player or of all.
    """
    key = judging.deal_key(seen.variant, seen.deck)
    if rows.find(connection, key):
        return
    if not is_lost(connection, seen.variant, seen.deck):
        raise Impossible("No solver has proved that nobody can win this deal.")
    if rows.pending(connection, player_id) >= MOST_OF_A_PLAYER:
        raise TooMany("You are already waiting for other proofs; please try again in a few minutes.")
    origin = questions.origin_of(player_id, now)
    if not rows.has_room(connection, origin, MOST_WAITING):
        raise TooMany("The server is writing other proofs; please try again in a few minutes.")
    rows.add(connection, Certificate(key, seen.variant, seen.deal, seen.deck), player_id, origin, now)
    rows.forget_oldest(connection, MOST_KEPT)


def text(connection: Connection, seen: DealCertificate) -> bytes:
    """Return a gzipped certificate; `seen` is what `look` returned. Raise `NotFound` if it is not written yet."""
    packed = rows.compressed_text(connection, seen.certificate.key) if seen.certificate else None
    if packed is None:
        raise NotFound("The server has no proof of this deal.")
    return packed


def check(connection: Connection, asked: Certificate, now: int) -> None:
    """Raise `Withheld` if an event has begun on the deal of a certificate, or near it, since somebody asked for it."""
    check_help_with(connection, DealQuery(asked.variant.rules, asked.deck, ()), None, now)


def put_off(connection: Connection, asked: Certificate, now: int) -> None:
    """Put off a withheld certificate until the event may be over."""
    rows.put_off(connection, asked.key, now + WITHHELD_MS)


def keep(connection: Connection, done: Certificate, packed: bytes | None) -> None:
    """Store what became of a certificate."""
    rows.keep(connection, done, packed if done.state is CertificateState.MADE else None)
