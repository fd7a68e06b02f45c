"""What looks wrong about the pace of a game."""

import pytest

from app.play.service.suspicion import FAST_GAPS, FASTEST_MS, FEWEST_GAPS, SEEING_MS, STEADIEST_MS, pace
from app.play.values.session import Entry
from engine.record import Do


def log(*gaps: int, do: Do = Do.MOVE, auto: bool = False) -> list[Entry]:
    """Return a log that begins late enough and has these gaps."""
    times = [SEEING_MS + sum(gaps[:at]) for at in range(len(gaps) + 1)]
    return [Entry(seq, do if seq else Do.MOVE, None, auto and bool(seq), at) for seq, at in enumerate(times)]


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        (log(*[FASTEST_MS - 1] * FAST_GAPS), ["10 gaps between moves are under 80 ms"]),
        (log(*[FASTEST_MS - 1] * (FAST_GAPS - 1)), []),
        (log(*[FASTEST_MS] * FAST_GAPS), []),
        (log(*[FASTEST_MS - 1] * FAST_GAPS, do=Do.UNDO), []),
        (log(*[FASTEST_MS - 1] * FAST_GAPS, auto=True), []),
        (log(*[900] * FEWEST_GAPS), ["the middle half of the gaps between moves differ by 0 ms"]),
        (log(*[900] * (FEWEST_GAPS - 1)), []),
        (log(*[900, 900 + STEADIEST_MS] * FEWEST_GAPS), []),
        (
            log(*[900, 900 + STEADIEST_MS - 1] * FEWEST_GAPS),
            ["the middle half of the gaps between moves differ by 14 ms"],
        ),
        ([Entry(0, Do.MOVE, None, False, SEEING_MS - 1)], ["the first move came 249 ms after the start"]),
        ([Entry(0, Do.MOVE, None, True, 1)], []),
        ([], []),
    ],
)
def test_only_a_pace_that_no_hand_has_is_told(entries: list[Entry], said: list[str]) -> None:
    assert pace(entries, 0) == said
