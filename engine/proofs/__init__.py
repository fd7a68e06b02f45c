"""Certificates that a deal cannot be won. `docs/proofs.md` describes their format and the arguments."""

from engine.proofs.checker import Argument, Deal, PositionTable, dealt
from engine.proofs.checking import Unsound, check
from engine.proofs.writer import FORMS, Unwritten, collect, leanings

__all__ = [
    "FORMS",
    "Argument",
    "Deal",
    "PositionTable",
    "Unsound",
    "Unwritten",
    "check",
    "collect",
    "dealt",
    "leanings",
]
