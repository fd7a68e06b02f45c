"""Games written out beforehand: what the browser sends and the server stores at each move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from bench import games
from bench.effort import Effort
from engine.moves import apply
from engine.position import snapshot
from tests.engine.variants import VARIANTS, Variant


@dataclass(frozen=True, slots=True)
class Step:
    """One move request."""

    seq: int
    move: str
    snapshot: str
    """The board after the move, as the server stores it."""

    @property
    def form(self) -> bytes:
        """The form that the table's script sends."""
        return urlencode({"seq": self.seq, "move": self.move}).encode()


@dataclass(frozen=True, slots=True)
class Script:
    """One game."""

    variant: Variant
    number: int
    steps: tuple[Step, ...]

    @property
    def address(self) -> str:
        """The address of the deal, where the game begins."""
        options = urlencode(self.variant.options)
        return f"/{self.variant.game.slug}/{self.number}" + (f"?{options}" if options else "")


def scripts(variant: Variant, effort: Effort) -> list[Script]:
    """Write games of a variant, each on its own deal. Skip deals that have no move."""
    written: list[Script] = []
    number = 0
    while len(written) < effort.players:
        number += 1
        if steps := tuple(_steps(variant, number, effort.moves)):
            written.append(Script(variant, number, steps))
    return written


def scripts_of_all(effort: Effort) -> list[list[Script]]:
    """Write games of every variant."""
    return [scripts(variant, effort) for variant in VARIANTS]


def count(written: Sequence[Script]) -> int:
    """Count the moves of some games."""
    return sum(len(script.steps) for script in written)


def _steps(variant: Variant, number: int, at_most: int) -> Iterator[Step]:
    rules = variant.rules
    for seq, ply in enumerate(games.play(rules, number, at_most)):
        yield Step(seq, str(ply.move), snapshot(rules, apply(rules, ply.position, ply.move)))
