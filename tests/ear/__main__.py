"""Plays every variant by ear and prints what a move costs: `python -m tests.ear [GAME …]`."""

import statistics
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.position import deal
from tests.chromium.serving import serving
from tests.chromium.variants import SHORTEST
from tests.ear.listening import ABSENT, listening, missing
from tests.ear.playing import Count, Player
from tests.engine.verdicts import Verdict


def main(games: Sequence[str]) -> int:
    """Play the variants of these games, or of all, and print a line of each."""
    if missing():
        print(f"{ABSENT}{', '.join(missing())}.", file=sys.stderr)
        return 1
    wins = [win for win in SHORTEST if not games or win.slug in games]
    print(f"{'game':<46} actions  keys  words  most  silent  twice  false")
    with TemporaryDirectory() as served, TemporaryDirectory() as kept, ExitStack() as opened:
        origin = opened.enter_context(serving(Path(served)))
        ear = opened.enter_context(listening(Path(kept), origin))
        for win in wins:
            player = Player(ear, win.rules, deal(win.rules, win.deck))
            player.play_through(origin, win)
            print(_line(win, player.count), flush=True)
    return 0


def _line(win: Verdict, count: Count) -> str:
    return (
        f"{win!s:<46} {len(count.keys):>7} {statistics.mean(count.keys):>5.1f} {statistics.mean(count.words):>6.1f} "
        f"{max(count.words):>5} {len(count.silent):>7} {len(count.twice):>6} {len(count.false):>6}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
