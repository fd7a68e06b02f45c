"""The moments of a player, for the gallery in docs/pictures: from the first page to the podium of a race.

`python -m tests.chromium.moments` takes all of them again, at desktop and phone size; names behind it, only those.
"""

import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.app.study.test_review import FORTRESS
from tests.browser import required_chromium
from tests.chromium.neighbours import move_in
from tests.chromium.pictures import WINDOWS, taken
from tests.chromium.places import STAGED, the_daily
from tests.chromium.serving import CHECKOUT, serving
from tests.chromium.test_lost import NUMBER, THINKING_MS, until_stuck
from tests.chromium.test_races_end import Table, prepare, race
from tests.chromium.variants import SHORTEST
from tests.chromium.visitors import Visitor, Window

GALLERY = CHECKOUT / "docs" / "pictures"
FADES_S = 1.5
"""How long a page may still be moving when it is there."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Where moments are played: a server with neighbours, and a browser with a window of one size."""

    browser: Browser
    origin: str
    folder: Path
    window: Window
    visitors: list[Visitor] = field(default_factory=list)

    def visitor(self) -> Visitor:
        """Return somebody new."""
        self.visitors.append(Visitor(self.browser, self.origin, self.window, touch=self.window.width < 900))
        return self.visitors[-1]


def _front(stage: Stage) -> Page:
    return stage.visitor().open("/")


def _front_again(stage: Stage) -> Page:
    visitor, win = stage.visitor(), SHORTEST[0]
    visitor.begin(win.slug, win.options, win.deal, [str(move) for move in win.line[: len(win.line) // 2]])
    return visitor.open("/")


def _lesson(stage: Stage) -> Page:
    page = stage.visitor().open("/")
    page.get_by_role("button", name="First lesson").click()
    expect(page.locator("#board")).to_be_visible()
    return page


def _win(stage: Stage) -> Page:
    win = next(win for win in SHORTEST if win.slug == "stonewall")
    page = stage.visitor().sit_down(win, len(win.line))
    expect(page.locator("#ending")).to_be_visible()
    return page


def _way_back(stage: Stage) -> Page:
    visitor, won = stage.visitor(), FORTRESS.win
    line = [str(move) for move in (*won.line[: FORTRESS.after], FORTRESS.move)]
    page = visitor.open(visitor.begin(won.slug, {}, won.deck, line))
    page.locator("#hint").click()
    expect(page.locator("#back-to-winnable")).to_be_visible(timeout=THINKING_MS)
    return page


def _stuck(stage: Stage) -> Page:
    visitor = stage.visitor()
    return visitor.open(visitor.begin("stalactites", {"by": "ones"}, str(NUMBER), until_stuck()))


def _daily(stage: Stage) -> Page:
    visitor = stage.visitor()
    return visitor.open(the_daily(visitor))


def _after_a_daily(stage: Stage) -> Page:
    visitor = stage.visitor()
    return visitor.open(STAGED["daily-ended"](visitor))


def _racing(stage: Stage) -> tuple[list[Table], list[str]]:
    line = prepare(stage.folder)
    return race([Table(stage.visitor()) for _ in range(3)], stage.folder), line


def _first_finish(stage: Stage) -> Page:
    (ann, ben, _), line = _racing(stage)
    ben.play(line[:40])
    ann.play(line)
    expect(ben.panel).to_contain_text("Ann finished first")
    return ben.page


def _podium(stage: Stage) -> Page:
    (ann, ben, cid), line = _racing(stage)
    cid.play(line[:30])
    ben.play(line[:40])
    ann.play(line)
    ben.play(line[40:])
    cid.page.locator("#stop-here").click()
    cid.page.locator("#give-up").get_by_role("button", name="Give up").click()
    expect(ann.page.locator(".podium .step")).to_have_count(3)
    return ann.page


MOMENTS: Mapping[str, tuple[str, Callable[[Stage], Page]]] = {
    "front-first": ("The first visit", _front),
    "front-again": ("Back, with a game open", _front_again),
    "lesson": ("The first lesson", _lesson),
    "win": ("A win", _win),
    "way-back": ("A lost game, and the way back", _way_back),
    "stuck": ("No move is left", _stuck),
    "daily": ("The daily, before", _daily),
    "daily-after": ("The daily, after", _after_a_daily),
    "race-finish": ("Somebody comes in first", _first_finish),
    "race-podium": ("The end of a race", _podium),
}
"""Each moment with its title in the gallery, and how to come to it."""


@contextmanager
def _stages() -> Iterator[Callable[[Window], Stage]]:
    with TemporaryDirectory() as folder, serving(Path(folder), solvers=1) as origin, sync_playwright() as playwright:
        move_in(Path(folder))
        browser = playwright.chromium.launch(executable_path=required_chromium(), args=["--no-sandbox"])
        yield lambda window: Stage(browser, origin, Path(folder), window)
        browser.close()


def take(names: Collection[str], folder: Path) -> None:
    """Play these moments in every window, and write what is seen on the screen into a folder, as WebP."""
    with _stages() as stage_for:
        for name in names:
            for size, window in WINDOWS.items():
                stage = stage_for(window)
                page = MOMENTS[name][1](stage)
                sleep(FADES_S)
                (folder / f"moment-{name}-{size}.webp").write_bytes(taken(page, window.height))
                for visitor in stage.visitors:
                    visitor.context.close()


if __name__ == "__main__":
    take(sys.argv[1:] or MOMENTS, GALLERY)
