"""What a visitor has set in the browser or the system, and sound, in every engine."""

import pytest

from tests.engines.conftest import Visit
from tests.engines.playing import FORTRESS, press_names, sit_down
from tests.engines.windows import Traits, Window, click, settled, wait_until

pytestmark = pytest.mark.browser

_BRIGHTNESS = """() => {
    const [r, g, b] = getComputedStyle(document.documentElement).backgroundColor.match(/[\\d.]+/g).map(Number);
    return (r + g + b) / 765;
}"""
_HEAR = """() => {
    const Usual = AudioContext;
    window.AudioContext = class extends Usual {
        constructor() { super(); window.heard = this; }
    };
    window.started = [];
    for (const kind of [AudioBufferSourceNode, OscillatorNode]) {
        const { start } = kind.prototype;
        kind.prototype.start = function (...when) {
            window.started.push(kind.name);
            return start.apply(this, when);
        };
    }
}"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_page_is_as_bright_as_the_system_wants(visit: Visit, dark: bool) -> None:
    window = visit(Traits(dark=dark))
    assert (window.evaluate(_BRIGHTNESS) < 0.4) is dark


def test_tables_in_small_have_their_shape(visit: Visit) -> None:
    window = visit(Traits(width=390))
    shapes = window.evaluate("""() => [...document.querySelectorAll(".felt")].map(each => {
        const { width, height } = each.getBoundingClientRect();
        return width / height;
    })""")
    assert shapes
    assert shapes == pytest.approx([4 / 3] * len(shapes), rel=0.01)


@pytest.mark.parametrize("still", [False, True], ids=["moving", "still"])
def test_cards_travel_unless_less_motion_is_wanted(visit: Visit, still: bool) -> None:
    window = visit(Traits(still=still))
    sit_down(window, FORTRESS)
    window.reload()
    window.evaluate("""() => {
        const travel = Element.prototype.animate;
        window.travelled = 0;
        Element.prototype.animate = function (...how) { window.travelled += 1; return travel.apply(this, how); };
    }""")
    press_names(window, FORTRESS.line[0], 0, 1)
    assert (window.evaluate("() => travelled") == 0) is still


def test_in_forced_colours_a_chosen_card_has_another_line_around_it(visit: Visit) -> None:
    window = visit(Traits(forced=True))
    sit_down(window, FORTRESS)
    assert settled(window, "matchMedia('(forced-colors: active)').matches") == [True]
    look = """() => {
        const card = document.querySelector("#pile-t0 [data-card]:last-child");
        const { outlineStyle, outlineWidth, borderColor, borderWidth } = getComputedStyle(card);
        return [outlineStyle, outlineWidth, borderColor, borderWidth].join(" ");
    }"""
    usual = window.evaluate(look)
    window.evaluate("() => document.querySelector('#pile-t0 [data-card]:last-child').classList.add('chosen')")
    assert window.evaluate(look) != usual


def _switch_sound(window: Window, pressed: str) -> None:
    click(window, "[data-toggle=sound]")
    wait_until(window, f"document.querySelector('[data-toggle=sound]').ariaPressed === '{pressed}'")


def test_cards_are_heard_while_sound_is_switched_on_and_at_no_other_time(window: Window) -> None:
    sit_down(window, FORTRESS)
    window.evaluate(_HEAR)
    press_names(window, FORTRESS.line[0], 0, 1)
    assert settled(window, "started") == [[]]
    click(window, "#more")
    click(window, ".in-words > summary")
    _switch_sound(window, "true")
    # Nothing is said of whether it runs: without a device for sound, it may never do so.
    wait_until(window, "window.heard !== undefined")
    # Whoever switches sound on hears one at once.
    wait_until(window, "started.length === 1")
    window.evaluate("() => { started.length = 0; }")
    press_names(window, FORTRESS.line[1], 0, 2)
    wait_until(window, "started.includes('AudioBufferSourceNode')")
    _switch_sound(window, "false")
    window.evaluate("() => { started.length = 0; }")
    press_names(window, FORTRESS.line[2], 0, 3)
    assert settled(window, "started") == [[]]
