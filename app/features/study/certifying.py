"""Write a certificate: `python -m app.features.study.certifying` reads from standard input which deal it is about.

It answers with a line of JSON and, if the certificate is small enough, its text through gzip. It is a process of its
own, because collecting a certificate can take plain Python some minutes, and no solver should be busy for that long.
It does not use the solver, and bounds its own memory and time.
"""

import gzip
import os
import resource
import select
import sys
from threading import Thread

from msgspec import Struct, json

from app.features.study.values import MOST_BYTES, MOST_POSITIONS, prove
from engine.deals import read_code
from engine.games import variant_of
from engine.proofs import FORMS, Unwritten

MOST_MEMORY = 1 << 30
MOST_SECONDS = 600
"""The most seconds of processor time."""


class CertificateRequest(Struct, frozen=True):
    """The deal that the certificate is about, and how large the certificate may be."""

    game: str
    options: str
    deal: str | None
    deck: str
    most_positions: int = MOST_POSITIONS
    most_bytes: int = MOST_BYTES


class CertificateAnswer(Struct, frozen=True):
    """The answer: what the certificate is like, or why there is none."""

    positions: int = 0
    """How many positions the certificate has; 0 if it is incomplete."""
    size: int = 0
    """The size of its text in bytes."""
    offered: bool = False
    """Whether its text follows."""
    wins: bool = False
    """Whether the moves lead to a win, so there can be no certificate."""


def main() -> None:
    """Write one certificate."""
    os.nice(19)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    Thread(target=_end_when_nobody_hears, daemon=True).start()
    wanted = json.decode(sys.stdin.buffer.read(), type=CertificateRequest)
    variant = variant_of(wanted.game, wanted.options)
    text = prove(variant, wanted.deal, read_code(wanted.deck), FORMS, wanted.most_positions)
    if isinstance(text, Unwritten):
        _say(CertificateAnswer(wins=text is Unwritten.MEETS_A_WIN))
        return
    offered = len(text) <= wanted.most_bytes
    _say(CertificateAnswer(text.count(b"\n") - 1, len(text), offered))
    sys.stdout.buffer.write(gzip.compress(text, mtime=0) if offered else b"")


def _end_when_nobody_hears() -> None:
    """End this process as soon as its server has ended, whatever it is doing."""
    hearing = select.poll()
    hearing.register(sys.stdout.fileno(), 0)
    if hearing.poll():
        os._exit(0)


def _say(outcome: CertificateAnswer) -> None:
    sys.stdout.buffer.write(json.encode(outcome) + b"\n")


if __name__ == "__main__":
    main()
