"""An arena with every board live, at small scale; `make soak WHAT=arena` has five hundred players."""

from argparse import Namespace

import pytest

from tests.soak import arena


@pytest.mark.long
def test_the_standings_of_an_arena_are_those_of_the_wins_that_were_acknowledged() -> None:
    wish = Namespace(players=24, viewers=12, pace=60.0, seconds=12.0)
    told, troubles = arena.run(wish)
    assert troubles == []
    assert sum(told.points.values()) > 0
    # Each move is told at its player's table, also those before the measured time.
    assert told.turns >= len(told.delays)
    assert 0 < len(told.tables) <= 16
