"""Every page, by name and address, and the looks in which it can be visited."""

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from itertools import cycle
from time import sleep

from app.people.looks import COOKIE
from app.play.service.shipped import shipped_ids
from engine.games import GAMES
from tests.chromium.neighbours import CLOSED_FOR_DAYS
from tests.chromium.past import PROVED
from tests.chromium.serving import OPERATOR_PASSWORD
from tests.chromium.visitors import Visitor
from tests.engine.verdicts import WINS

PLAIN = {
    "games": "/",
    "me": "/me",
    "history": "/history",
    "statistics": "/statistics",
    "settings": "/settings",
    "settings-cards": "/settings/cards",
    "settings-table": "/settings/table",
    "settings-playing": "/settings/playing",
    "reminders": "/reminders",
    "account": "/account",
    "recovery": "/account/recover",
    "forgetting": "/account/forget",
    "daily": "/daily",
    "puzzles": "/puzzles",
    "lessons": "/learn",
    "lessons-of-one-game": "/learn/stronghold",
    "lesson": "/learn/stonewall/4",
    "standings": "/standings/all?among=everybody&game=fortress",
    "ratings": "/ratings?game=fortress",
    "groups": "/groups",
    "privacy": "/privacy",
    "contact": "/contact",
    "keys": "/keys",
    "accessibility": "/accessibility",
    "no-connection": "/no-connection",
    "races": "/races",
    "tournaments": "/tournaments",
    "tournament-rules": "/tournaments/rules",
    "custom": "/stonewall/custom",
    "programs": "/api",
    "programs-sessions": "/api/sessions",
    "programs-task": "/api/tasks/bot",
    "data": "/data",
    "rooms": "/rooms",
    "analysis": "/analysis/fortress?deal=2",
    "analysis-with-branches": "/analysis/stronghold?deal=1&cell=one&moves=t0-c0,t1-t7{as+dealt}(t2-t5)&at=3",
    "proof": "/certificates/stronghold?deal=5&cell=none",
    "proof-written": PROVED,
    "nothing-here": "/klondike",
    **{f"game-{slug}": f"/{slug}" for slug in GAMES},
    **{f"deal-{slug}": f"/{slug}/483920" for slug in GAMES},
}
"""The pages that are the same for everybody."""
_OPERATOR = {"authorization": f"Basic {b64encode(f'operator:{OPERATOR_PASSWORD}'.encode()).decode()}"}
_VARIANTS = cycle(variant for game in GAMES.values() for variant in game.variants({}))
TABLES = {f"table-{slug}": slug for slug in GAMES}
"""The tables, with their games."""


def the_daily(visitor: Visitor) -> str:
    """Return the address of today's Fortress, by the clock of the server."""
    links = re.findall(r"/daily/[0-9-]{10}/fortress", visitor.read("/daily"))
    return str(links[0])


def _begun(visitor: Visitor) -> str:
    visitor.post(f"{the_daily(visitor)}/start")
    return the_daily(visitor)


def _ended(visitor: Visitor) -> str:
    daily = the_daily(visitor)
    visitor.give_up(visitor.post(f"{daily}/start"), 0)
    return daily


def _closed(visitor: Visitor) -> str:
    day = date.fromisoformat(the_daily(visitor).split("/")[2]) - timedelta(CLOSED_FOR_DAYS)
    return f"/daily/{day}/fortress"


def _grouped(visitor: Visitor) -> str:
    visitor.register()
    return visitor.post("/groups", name="The Tuesday table")


def _befriended(visitor: Visitor) -> str:
    """Return the address of the page of friends, with a link to pass on."""
    visitor.register()
    return visitor.post("/friends/link")


def _tokens(visitor: Visitor) -> str:
    """Return the address of the page of tokens, with one that was used and a form that a link fills in."""
    visitor.register()
    form: dict[str, str | float | bool] = {
        "description": "A greedy program",
        "play": "on",
        "password": "a long sentence is a good password",
    }
    page = visitor.context.request.post("/account/tokens", form=form).text()
    bearer = {"authorization": f"Bearer {re.findall(r'rpt_[0-9A-Za-z]{40}', page)[0]}"}
    visitor.context.request.get("/api/v1/players/me", headers=bearer)
    return "/account/tokens?scopes=race&description=Another+program"


def _bot_question(visitor: Visitor) -> str:
    visitor.register()
    return "/account/bot"


def _tournament_form(visitor: Visitor) -> str:
    visitor.register()
    return "/tournaments/new"


def _tournament(visitor: Visitor) -> str:
    visitor.register()
    form = {"name": "The Tuesday joust", "play fortress ": "on", "length": "arena 20", "deals": "3", "lead": "60"}
    address = visitor.post("/tournaments", **form)
    visitor.post(f"{address}/join")
    return address


def _tournament_table(visitor: Visitor) -> str:
    *_, address = (
        address
        for address in re.findall(r"/tournaments/[A-Z]{6}", visitor.read("/tournaments"))
        if "The days of the open gate" in visitor.read(address)
    )
    visitor.post(f"{address}/join")
    return visitor.post(f"{address}/next")


def _past_tournament(visitor: Visitor) -> str:
    *_, last = re.findall(r"/tournaments/[A-Z]{6}", visitor.read("/tournaments"))
    return str(last)


def _listed(visitor: Visitor) -> str:
    """Return the address of the list of open rooms, with one in it."""
    room = visitor.post("/races", game="fortress?", deals="any", best_of="1", minutes="0", listed="yes")
    # The server reads the list once a second at most.
    while room not in visitor.read("/rooms"):
        sleep(0.1)
    return "/rooms"


def _moderation(visitor: Visitor) -> str:
    visitor.context.set_extra_http_headers(_OPERATOR)
    return "/operator/moderation"


def _players(visitor: Visitor) -> str:
    visitor.context.set_extra_http_headers(_OPERATOR)
    return "/operator/players"


def _words_of_the_host(visitor: Visitor) -> str:
    visitor.context.set_extra_http_headers(_OPERATOR)
    return "/operator/site"


def _invitations(visitor: Visitor) -> str:
    visitor.context.set_extra_http_headers(_OPERATOR)
    return "/operator/invitations"


def _invited(visitor: Visitor) -> str:
    """Return the address behind the link of an invitation."""
    form: dict[str, str | float | bool] = {"places": "30", "until": the_daily(visitor).split("/")[2], "note": "Club"}
    made = visitor.context.request.post("/operator/invitations", form=form, headers=_OPERATOR).text()
    return str(re.findall(r"/invitations/\w{24}", made)[0])


def _past_race(visitor: Visitor) -> str:
    page = visitor.context.request.get("/operator/moderation", headers=_OPERATOR).text()
    return str(re.findall(r"/races/[A-Z]{6}", page)[0])


def _codes(visitor: Visitor) -> str:
    """Return an address at which a page shows recovery codes, as it does once in answer to a form."""
    visitor.register()
    form: dict[str, str | float | bool] = {"password": "a long sentence is a good password"}
    shown = visitor.context.request.post("/account/codes", form=form)
    visitor.context.route("**/account/codes", lambda route: route.fulfill(response=shown))
    return "/account/codes"


def _public(visitor: Visitor) -> str:
    """Return the address of the page on which visitors choose what their public page shows."""
    visitor.register()
    return visitor.post("/account/page", streak="on", records="on")


def _player(visitor: Visitor) -> str:
    return str(re.findall(r"/players/[^\"<]+", visitor.read(_public(visitor)))[0])


def _challenge(visitor: Visitor) -> str:
    win = next(win for win in WINS if win.slug == "fortress" and win.line)
    return visitor.post(f"{visitor.begin(win.slug, win.options, win.deal, list(map(str, win.line)))}/challenge")


def _given_up(visitor: Visitor) -> str:
    table = visitor.begin("fortress", {}, "4")
    visitor.give_up(table, 0)
    return table


def _played(visitor: Visitor) -> str:
    """Return the address of the statistics of somebody who has played a game."""
    table = visitor.begin("fortress", {}, "4", ["t1-f3"])
    visitor.give_up(table, visitor.session_at(table)["seq"])
    return "/statistics"


def _puzzle() -> str:
    """Return the address of a puzzle that ships."""
    return f"/puzzles/{shipped_ids(GAMES['stalactites'].settle({'by': 'ones'}))[0]}"


def _unpuzzled(visitor: Visitor) -> str:
    table = visitor.post(f"{_puzzle()}/start")
    visitor.post(f"{table}/give-up", seq=re.findall(r'name="seq" id="seq" value="([0-9]+)"', visitor.read(table))[0])
    return table


def _branched(visitor: Visitor) -> str:
    table = visitor.begin("fortress", {}, "4", ["t1-f3", "t1-t7"])
    for seq, verb in enumerate(("undo", "undo", "moves", "undo"), 2):
        visitor.post(f"{table}/{verb}", seq=str(seq), move="t1-t3")
    return f"{table}/lines"


def _waiting(visitor: Visitor) -> str:
    # Each waits for something else, or two of them would race.
    variant = next(_VARIANTS)
    return visitor.post("/rooms/seek", game=f"{variant.game.slug}?{variant.text}")


STAGED: Mapping[str, Callable[[Visitor], str]] = {
    "daily-before": the_daily,
    "daily-fair": lambda visitor: f"{the_daily(visitor)}/fair",
    "daily-begun": _begun,
    "daily-ended": _ended,
    "daily-closed": _closed,
    "leaderboard": lambda visitor: f"{_ended(visitor)}/leaderboard",
    "leaderboard-closed": lambda visitor: f"{_closed(visitor)}/leaderboard",
    "group": _grouped,
    "friends": _befriended,
    "tokens": _tokens,
    "bot-question": _bot_question,
    "people-chosen": _public,
    "people-player": _player,
    "people-report": lambda visitor: _public(visitor) and "/report?name=Nobody",
    "people-challenge": _challenge,
    "review": lambda visitor: f"{_given_up(visitor)}/review",
    "replay": lambda visitor: _given_up(visitor).replace("/sessions/", "/replays/"),
    "lines": _branched,
    "share": lambda visitor: f"{_given_up(visitor)}/share",
    "puzzle": lambda _: _puzzle(),
    "puzzles-attempted": lambda visitor: _unpuzzled(visitor) and "/puzzles",
    "tournament-form": _tournament_form,
    "tournament": _tournament,
    "tournament-table": _tournament_table,
    "tournament-over": _past_tournament,
    "rooms-listed": _listed,
    "race-somebody": _waiting,
    "race-room": lambda visitor: f"/races/{visitor.open_race('fortress')}",
    "race-over": _past_race,
    "recovery-codes": _codes,
    "statistics-played": _played,
    "moderation": _moderation,
    "players": _players,
    "invitations": _invitations,
    "words-of-the-host": _words_of_the_host,
    "invited": _invited,
}
"""The pages that something has to happen for first; each gives its address when that has happened."""
PAGES = (*PLAIN, *STAGED, *TABLES)


def address(visitor: Visitor, name: str, played: float = 0.3) -> str:
    """Return the address of a page; a table's has that part of a winning line played already."""
    if name in PLAIN:
        return PLAIN[name]
    if name in STAGED:
        return STAGED[name](visitor)
    win = min((win for win in WINS if win.slug == TABLES[name]), key=lambda win: len(win.deal))
    opening = [str(move) for move in win.line[: int(len(win.line) * played)]]
    return visitor.begin(win.slug, win.options, win.deal, opening)


def choose_look(visitor: Visitor, look: str) -> None:
    """Show a visitor all further pages in a look, written like `theme:dark.deck:four`."""
    visitor.context.add_cookies([{"name": COOKIE, "value": look, "url": visitor.origin}])
