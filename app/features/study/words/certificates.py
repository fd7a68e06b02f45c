"""A proof that nobody can win a deal: its page and its file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from app.features.study.service.analysis import Analysis
from app.features.study.service.certificates import DealCertificate
from app.features.study.values import MOST_BYTES, MOST_POSITIONS, Certificate, CertificateState
from app.features.study.words.variations import analysis_link, fields_of
from app.play.values.solvers import Solvers
from app.play.words.deals import deal_link
from app.play.words.solvers import while_waiting
from app.play.words.summary import options_words
from engine.cards import spell
from engine.deals import Deck, deck_code
from engine.moves import Move
from engine.rules import Variant
from engine.variations import Variations


@dataclass(frozen=True, slots=True)
class CertificatePage:
    """What certificate.html shows."""

    name: str
    deal_words: str
    options_words: str
    deal_link: str
    analysis_link: str
    fields: Mapping[str, str]
    """What the form sends: the deal and its options."""
    address: str
    state: str
    """One of `CertificateState`, `lost` if nobody has asked for the proof yet, or `open` if no proof is known."""
    words: str
    file: str
    """The address of the file; empty if there is none."""
    command: str
    """The command by which anybody can write the certificate."""


@dataclass(frozen=True, slots=True)
class PositionPage:
    """What position_certificate.html shows."""

    name: str
    deal_words: str
    options_words: str
    moves: int
    """How many moves lead to the position."""
    deal_link: str
    analysis_link: str
    is_lost: bool
    """Whether a solver is known to have proved that nobody can win from the position."""
    line: str
    """The deck and the moves, as a line of the file that the command reads."""
    command: str
    """The command by which anybody can write the certificate."""


def position_link(variant: Variant, number: int | None, deck: Deck, line: Sequence[Move]) -> str:
    """Return the address of the page about the proof that nobody can win after these moves on a deal."""
    fields = fields_of(variant, number, deck, Variations.of_line(line)) | {"at": str(len(line))}
    return f"/certificates/{variant.game.slug}/position?{urlencode(fields, safe=',:()-')}"


def position_page(asked: Analysis, *, is_lost: bool) -> PositionPage:
    """Show how to write the proof about the position that a board shows."""
    game, moves = asked.variant.game, asked.tree.path(asked.at)
    return PositionPage(
        name=game.name,
        deal_words=f"deal {asked.deal}" if asked.deal else "hand-made deal",
        options_words=options_words(game, asked.variant.options),
        moves=len(moves),
        deal_link=deal_link(game, asked.deal or f"custom/{deck_code(asked.deck)}", asked.variant.options),
        analysis_link=analysis_link(asked.variant, asked.deal, asked.deck, Variations.of_line(moves), len(moves)),
        is_lost=is_lost,
        line=f"{spell(asked.deck)} | {' '.join(map(str, moves))}",
        command=_command(asked.variant, " --decks lost.txt --output proof.gz"),
    )


def certificate_link(variant: Variant, number: int | None, deck: Deck) -> str:
    """Return the address of the page about the proof that a deal is lost; `number` is None for a hand-made one."""
    return f"/certificates/{variant.game.slug}?{urlencode(deal_fields(variant, number, deck))}"


def file_name(seen: DealCertificate) -> str:
    """Return the name of a certificate's file."""
    return f"{seen.variant.game.slug}-{seen.deal or 'hand-made'}-proof.txt"


def certificate_page(seen: DealCertificate, solvers: Solvers) -> CertificatePage:
    """Show how the proof of a deal stands; the processes that run solvers write it."""
    game, fields = seen.variant.game, deal_fields(seen.variant, seen.deal, seen.deck)
    state = _state(seen)
    slug, query = game.slug, urlencode(fields)
    return CertificatePage(
        name=game.name,
        deal_words=f"deal {seen.deal}" if seen.deal else "hand-made deal",
        options_words=options_words(game, seen.variant.options),
        deal_link=deal_link(game, seen.deal or f"custom/{deck_code(seen.deck)}", seen.variant.options),
        analysis_link=f"/analysis/{slug}?{query}",
        fields=fields,
        address=f"/certificates/{slug}?{query}",
        state=state,
        words=_words(state, seen.certificate, solvers),
        file=f"/certificates/{slug}/certificate.txt?{query}" if state == CertificateState.MADE else "",
        command=_command(seen.variant, f" {seen.deal}" if seen.deal else " --decks FILE"),
    )


def _state(seen: DealCertificate) -> str:
    if seen.certificate:
        return seen.certificate.state
    return "lost" if seen.is_lost else "open"


def _words(state: str, certificate: Certificate | None, solvers: Solvers) -> str:
    if state == CertificateState.WAITING:
        return while_waiting(solvers, "The server is writing the certificate. Most take a moment, some take minutes.")
    if state == CertificateState.MADE and certificate:
        return f"It has {certificate.positions:,} positions and takes {_size(certificate.size)}."
    if state == CertificateState.TOO_LARGE and certificate and certificate.size:
        return f"The proof takes {_size(certificate.size)}, which is more than the {_size(MOST_BYTES)} offered here."
    if state == CertificateState.TOO_LARGE:
        return f"The proof takes more than {_size(MOST_BYTES)}: it has more than {MOST_POSITIONS:,} positions."
    return ""


def _size(size: int) -> str:
    """Write a number of bytes.

    >>> _size(63), _size(64_400), _size(7_240_000), _size(5_000_000)
    ('63 bytes', '64 kB', '7.2 MB', '5 MB')
    """
    if size < 1000:
        return f"{size} bytes"
    if size < 1_000_000:
        return f"{round(size / 1000)} kB"
    return f"{size / 1_000_000:.1f}".removesuffix(".0") + " MB"


def _command(variant: Variant, about: str) -> str:
    options = "".join(f" --option {name}={value}" for name, value in variant.options.items())
    return f"rampart prove {variant.game.slug}{about}{options}"


def deal_fields(variant: Variant, number: int | None, deck: Deck) -> dict[str, str]:
    """Return the fields by which a form or an address names a deal with its options."""
    dealt = {"deck": deck_code(deck)} if number is None else {"deal": str(number)}
    return dealt | dict(variant.options)
