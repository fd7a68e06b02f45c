"""Signs that a program may have played a game. They only inform a person, who decides.

The thresholds are guesses. They stand apart, so we can adjust them to what we see.
"""

from itertools import pairwise
from statistics import quantiles

from app.play.values.session import Entry
from engine.record import Do

FASTEST_MS, FAST_GAPS = 80, 10
"""No hand makes this many gaps between moves as short as this, nor does a queue that a bad connection held up."""
FEWEST_GAPS, STEADIEST_MS = 20, 15
"""If a person makes at least this many gaps, the middle half of them differ by more than this."""
SEEING_MS = 250
"""Nobody sees a board and moves on it in less time."""


def pace(log: list[Entry], started_at: int) -> list[str]:
    """Return in words what looks wrong about the pace of a won game; usually nothing."""
    by_hand = [entry for entry in log if not entry.auto]
    # Undos do not count: a player who holds down the key for undo is faster than anybody can move.
    gaps = [later.at - earlier.at for earlier, later in pairwise(by_hand) if later.do is Do.MOVE]
    found = []
    fast = sum(gap < FASTEST_MS for gap in gaps)
    if fast >= FAST_GAPS:
        found.append(f"{fast} gaps between moves are under {FASTEST_MS} ms")
    if len(gaps) >= FEWEST_GAPS:
        lower, _, upper = quantiles(gaps, n=4)
        if upper - lower < STEADIEST_MS:
            found.append(f"the middle half of the gaps between moves differ by {upper - lower:.0f} ms")
    if by_hand and by_hand[0].at - started_at < SEEING_MS:
        found.append(f"the first move came {by_hand[0].at - started_at} ms after the start")
    return found
