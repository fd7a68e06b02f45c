"""Recorded decks with their verdicts, and with a winning line if they can be won: `tests/data/verdicts`."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.deals import Deck, read_deck
from engine.games import GAMES
from engine.moves import Move
from engine.rules import Rules

DATA = Path(__file__).parents[1] / "data"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One line of the recorded decks."""

    slug: str
    options: dict[str, str]
    deal: str
    deck: Deck
    winnable: bool
    line: tuple[Move, ...]

    def __str__(self) -> str:
        return " ".join([self.slug, *(f"{name}={value}" for name, value in self.options.items()), self.deal])

    @property
    def rules(self) -> Rules:
        """The rules it was played by."""
        return GAMES[self.slug].settle(self.options).rules


def _read(path: Path) -> Iterator[Verdict]:
    for line in path.read_text().splitlines():
        recorded: dict[str, Any] = json.loads(line)
        yield Verdict(
            recorded["game"],
            recorded["options"],
            recorded["deal"],
            read_deck(recorded["deck"]),
            recorded["verdict"] == "winnable",
            tuple(Move.read(move) for move in recorded["moves"] or ()),
        )


VERDICTS = tuple(verdict for path in sorted((DATA / "verdicts").glob("*.jsonl")) for verdict in _read(path))
WINS = tuple(verdict for verdict in VERDICTS if verdict.winnable)


def win(slug: str, options: dict[str, str], deal: str) -> Verdict:
    """Return the recorded win of that deal."""
    return next(win for win in WINS if (win.slug, win.options, win.deal) == (slug, options, deal))
