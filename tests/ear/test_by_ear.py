"""Games, a lesson, a puzzle, a daily and a race, played by what a screen reader speaks and by nothing else."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.chromium.serving import serving
from tests.chromium.variants import SHORTEST
from tests.ear.listening import ABSENT, Ear, listening, missing
from tests.ear.playing import FRONT, Player
from tests.engine.verdicts import Verdict

MOST_KEYS, MOST_WORDS = 7, 25
"""For one action, `finish` included."""

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Ear, str]]:
    """Return a browser that is heard, and the address of the server that it visits."""
    if missing():
        pytest.skip(f"{ABSENT}{', '.join(missing())}.")
    with ExitStack() as opened:
        origin = opened.enter_context(serving(tmp_path_factory.mktemp("served")))
        yield opened.enter_context(listening(tmp_path_factory.mktemp("ear"), origin)), origin


@pytest.mark.parametrize("win", SHORTEST, ids=str)
def test_a_game_is_won_by_ear_from_the_front_page(heard: tuple[Ear, str], win: Verdict) -> None:
    ear, origin = heard
    ear.go(origin, FRONT)
    player = Player(ear, win)
    player.come_in()
    player.listen_to_the_table()
    player.win()
    count = player.count
    assert (count.silent, count.twice, count.false) == ([], [], [])
    assert max(count.keys) <= MOST_KEYS
    assert max(count.words) <= MOST_WORDS
