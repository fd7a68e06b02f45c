"""Cards are moved by mouse, finger, pen and keys in every engine."""

import pytest

from tests.chromium.tables import Hand, shown
from tests.chromium.variants import SHORTEST
from tests.engine.verdicts import Verdict
from tests.engines.conftest import Visit
from tests.engines.playing import (
    FORTRESS,
    drag,
    in_turn,
    press_names,
    press_space,
    sit_down,
    tap,
    wait_for_seq,
    way,
)
from tests.engines.windows import NotHere, Traits, Window, wait_until

pytestmark = pytest.mark.browser

AT_A_DESK = in_turn(tap("mouse"), drag("mouse"), press_names, press_space)
ON_A_PHONE = in_turn(tap("touch"), drag("touch"))
WITH_A_PEN = in_turn(tap("pen"), drag("pen"))
_LONG = pytest.mark.long
DESK, PHONE = Traits(), Traits(width=390, height=664, coarse=True)
NARROW = Traits(width=390, height=664)


@pytest.mark.parametrize(
    ("win", "most"),
    [pytest.param(SHORTEST[0], 0.1, id="short"), *(pytest.param(win, 1, id=str(win), marks=_LONG) for win in SHORTEST)],
)
@pytest.mark.parametrize(
    ("traits", "hand", "part"),
    [(DESK, AT_A_DESK, 1), (PHONE, ON_A_PHONE, 0.2), (NARROW, WITH_A_PEN, 0.2)],
    ids=["desk", "finger", "pen"],
)
def test_a_game_is_played_and_won(
    visit: Visit, win: Verdict, most: float, traits: Traits, hand: Hand[Window], part: float
) -> None:
    """Play a game by mouse and keys to its end; with a finger and with a pen, its beginning and its end."""
    window = visit(traits)
    moves = round(len(win.line) * min(most, part))
    try:
        if moves < len(win.line):
            sit_down(window, win).play(win.line[:moves], hand)
        sit_down(window, win, len(win.line) - moves).play(win.line[-moves:], hand)
    except NotHere as missing:
        pytest.skip(str(missing))
    wait_until(window, "document.querySelector('#board').dataset.status === 'won'")
    wait_until(window, "document.querySelector('#ending').checkVisibility()")


def test_a_finger_that_has_just_dropped_a_card_taps_the_next(visit: Visit) -> None:
    window = visit(PHONE)
    sit_down(window, FORTRESS).play(FORTRESS.line[:2], in_turn(tap("touch"), drag("touch")))


def test_a_touch_that_the_system_takes_away_changes_nothing(visit: Visit) -> None:
    window = visit(PHONE)
    table = sit_down(window, FORTRESS)
    stands, move = shown(window), FORTRESS.line[0]
    try:
        window.cancel(*way(window, move, len(table.position.piles[table.index_of(move.source)]) - 1))
    except NotHere as missing:
        pytest.skip(str(missing))
    wait_until(window, "document.querySelectorAll('.dragged, .aloft, .target, .chosen').length === 0")
    assert shown(window) == stands
    table.play([move], tap("touch"))


def test_undo_and_redo_are_keys(window: Window) -> None:
    table = sit_down(window, FORTRESS, 2)
    stands = shown(window)
    for seq, key in enumerate("urur", start=table.seq + 1):
        window.press(key)
        wait_for_seq(window, seq)
    assert shown(window) == stands
