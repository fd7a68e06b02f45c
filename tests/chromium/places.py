"""Every page, by name and address, and the looks in which it can be visited."""

from app.looks import COOKIE
from engine.games import GAMES
from tests.chromium.visitors import Visitor
from tests.engine.verdicts import WINS

PLAIN = {
    "games": "/",
    "history": "/history",
    "statistics": "/statistics",
    "settings": "/settings",
    "account": "/account",
    "recovery": "/account/recover",
    "daily": "/daily",
    "standings": "/standings/all",
    "groups": "/groups",
    "privacy": "/privacy",
    "contact": "/contact",
    "races": "/races",
    "custom": "/stonewall/custom",
    "programs": "/api",
    "nothing-here": "/klondike",
    **{f"game-{slug}": f"/{slug}" for slug in GAMES},
    **{f"deal-{slug}": f"/{slug}/483920" for slug in GAMES},
}
"""The pages that are the same for everybody."""
TABLES = {f"table-{slug}": slug for slug in GAMES}
"""The tables, with their games."""
PAGES = (*PLAIN, *TABLES)


def address(visitor: Visitor, name: str, played: float = 0.3) -> str:
    """Give the address of a page; a table's has that part of a winning line played already."""
    if name in PLAIN:
        return PLAIN[name]
    win = min((win for win in WINS if win.slug == TABLES[name]), key=lambda win: len(win.deal))
    opening = [str(move) for move in win.line[: int(len(win.line) * played)]]
    return visitor.begin(win.slug, win.options, win.deal, opening)


def choose_look(visitor: Visitor, look: str) -> None:
    """Let a visitor see the pages opened from now on in a look, written like `theme:dark.deck:four`."""
    visitor.context.add_cookies([{"name": COOKIE, "value": look, "url": visitor.origin}])
