"""`rampart results`: the results that look as if a program had played them, for a person to judge."""

import time
from collections.abc import Sequence
from functools import partial

from sqlalchemy import Connection

from app.features.daily.service import holding, moderating
from app.features.daily.service.holding import Held
from app.features.daily.values.daily import Attempt
from app.features.moderation.service.moderation import Moderator
from app.features.races.rows.doubts import DoubtfulRun
from app.features.races.service import moderating as races
from app.site.commands.answers import answer
from app.site.commands.database import work_on_database
from app.site.commands.parser import Parser

_CHANGES = {"hide": moderating.hide, "restore": moderating.show}


def run(arguments: Sequence[str]) -> int:
    """List suspicious results, or hide or restore one."""
    parser = Parser(
        prog="rampart results",
        description="Rampart holds a daily's result if it looks like a program's: only its player sees it "
        "until a person decides. `list` shows the held results with the reasons. It also shows suspicious wins in "
        "races of the last thirty days, which everybody still sees. `hide` and `restore` take the id of a session: the "
        "end of its replay's link. The page /operator/moderation does this too, and can undo either.",
        epilog="Example: rampart results restore 06b2v9k3m1x7q4tz",
    )
    parser.add_argument("what", choices=("list", *_CHANGES), help="what to do")
    parser.add_argument("session", nargs="?", metavar="SESSION", help="the session whose result to hide or restore")
    read = parser.read(arguments)
    if (read.what == "list") != (read.session is None):
        parser.error("“list” takes no session; “hide” and “restore” need one")
    if read.session is None:
        _tell(work_on_database(holding.held))
        _tell_of_races(work_on_database(partial(races.doubtful_runs, now=time.time_ns() // 1_000_000)))
    else:
        changed: Attempt = work_on_database(partial(_change, what=read.what, session_id=read.session))
        named = _named(changed)
        answer(f"{named} is now held." if changed.held else f"{named} is now on its boards.")
    return 0


def _change(connection: Connection, what: str, session_id: str) -> Attempt:
    _CHANGES[what](connection, session_id, Moderator("command", time.time_ns() // 1_000_000))
    return holding.result(connection, session_id)


def _tell(found: list[Held]) -> None:
    for one in found:
        name = one.name or "a player without a name"
        answer(f"{_named(one.attempt)}, by {name}: {'; '.join(one.reasons) or 'hidden by hand'}")
    answer(f"Held results: {len(found)}.")


def _tell_of_races(found: list[DoubtfulRun]) -> None:
    for one in found:
        name = one.name or "a player without a name"
        told = f"{one.session_id}, {one.game} in heat {one.heat} of race {one.code} in {one.steps} steps, by {name}"
        answer(f"{told}: {one.doubts}")
    if found:
        answer(f"Wins in races to look at: {len(found)}.")


def _named(one: Attempt) -> str:
    return f"{one.session_id}, {one.game.slug} of {one.day} in {one.steps} steps"
