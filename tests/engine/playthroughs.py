"""Golden playthroughs: readable games with the board drawn on the way, `tests/data/games/<slug>.txt`.

A file begins with some words on lines that start with `#`; then come the game, its options, the deal, and moves. The
boards between a blank line and the next line of moves are drawn by

    python -m tests.engine.playthroughs

so a change of the engine shows as a change of these files, to be read before it is kept.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.deals import deal_number, shuffled
from engine.moves import Move, apply, legal_moves, outcome
from engine.position import Position, deal, diagram
from engine.rules import Rules
from tests.engine.variants import rules_of
from tests.engine.verdicts import DATA

FILES = tuple(sorted((DATA / "games").glob("*.txt")))
MOVE_LINE = "> "


@dataclass(frozen=True, slots=True)
class Playthrough:
    """One file, without the boards."""

    words: list[str]
    game: str
    options: dict[str, str]
    deal: str
    moves: list[list[str]]
    """The moves, line by line."""


def read(text: str) -> Playthrough:
    """Read a file."""
    lines = text.splitlines()
    head = dict(line.split(": ") for line in lines if line.startswith(("game: ", "options: ", "deal: ")))
    return Playthrough(
        words=[line for line in lines if line.startswith("#")],
        game=head["game"],
        options=dict(word.split("=") for word in head.get("options", "").split()),
        deal=head["deal"],
        moves=[line.removeprefix(MOVE_LINE).split() for line in lines if line.startswith(MOVE_LINE)],
    )


def written(played: Playthrough) -> str:
    """Write a file with every board drawn again."""
    rules = rules_of(played.game, **played.options)
    options = [f"options: {' '.join(f'{name}={value}' for name, value in played.options.items())}"]
    head = [*played.words, f"game: {played.game}", *(options if played.options else []), f"deal: {played.deal}"]
    return "\n".join([*head, *_drawn(rules, played)]) + "\n"


def _drawn(rules: Rules, played: Playthrough) -> Iterator[str]:
    position = deal(rules, shuffled(deal_number(played.deal)))
    yield from _board(rules, position)
    for moves in played.moves:
        yield MOVE_LINE + " ".join(moves)
        for move in moves:
            position = apply(rules, position, Move.read(move))
        yield from _board(rules, position)


def _board(rules: Rules, position: Position) -> Iterator[str]:
    legal = legal_moves(rules, position)
    yield ""
    yield from diagram(rules, position).splitlines()
    yield f"{outcome(rules, position, legal)}: {' '.join(sorted(map(str, legal)))}".rstrip(" :")
    yield ""


def _rewrite(path: Path) -> None:
    path.write_text(written(read(path.read_text())))


if __name__ == "__main__":
    for one in FILES:
        _rewrite(one)
