"""Pictures of the pages for people to look at.

`python -m tests.chromium.pictures` takes those of the tables in docs/pictures again; with a folder named
behind it, those of every page.
"""

import base64
import sys
from collections.abc import Collection
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from tests.browser import required_chromium
from tests.chromium.neighbours import move_in
from tests.chromium.places import PAGES, STAGED, TABLES, address
from tests.chromium.serving import CHECKOUT, serving
from tests.chromium.visitors import DESKTOP, PHONE, Visitor

WINDOWS = {"desktop": DESKTOP, "phone": PHONE}
QUALITY = 80
"""Of WebP, in percent."""
LONGEST = 1800
"""How many pixels of a long page are shown."""


def take(names: Collection[str], folder: Path) -> None:
    """Serve, visit the pages in every window, and write a WebP file of each."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as served, serving(Path(served)) as origin, sync_playwright() as playwright:
        move_in(Path(served))
        browser = playwright.chromium.launch(executable_path=required_chromium(), args=["--no-sandbox"])
        for size, window in WINDOWS.items():
            usual = Visitor(browser, origin, window, touch=window is PHONE, refusals=[404])
            # Tables first: then there are games in the history.
            for name in sorted(names, key=TABLES.__contains__, reverse=True):
                # What is staged for a page, as an account, is made once for a visitor.
                staged = name in STAGED and name not in TABLES
                visitor = Visitor(browser, origin, window, refusals=[404]) if staged else usual
                page = visitor.open(address(visitor, name))
                (folder / f"{name}-{size}.webp").write_bytes(taken(page, LONGEST))
                page.close()
                if staged:
                    visitor.context.close()
            usual.context.close()
        browser.close()


def taken(page: Page, tallest: int) -> bytes:
    """Return a picture of a page as WebP, at most so many pixels tall."""
    session = page.context.new_cdp_session(page)
    whole = session.send("Page.getLayoutMetrics")["cssContentSize"]
    clip = {**whole, "height": min(whole["height"], tallest), "scale": 1}
    shown = {"format": "webp", "quality": QUALITY, "captureBeyondViewport": True, "clip": clip}
    return base64.b64decode(session.send("Page.captureScreenshot", shown)["data"])


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            take(TABLES, CHECKOUT / "docs" / "pictures")
        case [folder]:
            take(PAGES, Path(folder))
        case _:
            sys.exit(__doc__)
