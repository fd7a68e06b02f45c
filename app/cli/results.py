"""`rampart results`: what looks as if a program had played, in dailies and in races, for a person to look at."""

import time
from collections.abc import Sequence
from functools import partial

from app.cli.answers import answer
from app.cli.parser import Parser
from app.cli.works import work_on_database
from app.services import holding
from app.services.holding import Held
from app.store.attempts import Attempt
from app.store.doubts import DoubtfulRun

_CHANGES = {"hide": holding.hide, "restore": holding.restore}


def run(arguments: Sequence[str]) -> int:
    """List what is held, or hide or restore a result."""
    parser = Parser(
        prog="rampart results",
        description="Results of dailies that look as if a program had played are held: their players see them, nobody "
        "else does, and a person decides. `list` tells them with the reasons, and behind them the wins in races of the "
        "last thirty days that look so, of which nothing is withheld. `hide` and `restore` take the id of a session, "
        "which every replay's link ends with.",
        epilog="Example: rampart results restore 06b2v9k3m1x7q4tz",
    )
    parser.add_argument("what", choices=("list", *_CHANGES))
    parser.add_argument("session", nargs="?", metavar="SESSION", help="whose result it is, to hide or restore")
    read = parser.read(arguments)
    if (read.what == "list") != (read.session is None):
        parser.error("“list” stands alone, “hide” and “restore” need a session")
    if read.session is None:
        _tell(work_on_database(holding.held))
        _tell_of_races(work_on_database(partial(holding.doubtful_runs, now=time.time_ns() // 1_000_000)))
    else:
        changed: Attempt = work_on_database(lambda connection: _CHANGES[read.what](connection, read.session))
        answer(f"{_named(changed)} is {'held' if changed.held else 'on its boards'}.")
    return 0


def _tell(found: list[Held]) -> None:
    for one in found:
        name = one.name or "a player without a name"
        answer(f"{_named(one.attempt)}, by {name}: {'; '.join(one.reasons) or 'hidden by hand'}")
    answer(f"{len(found)} held.")


def _tell_of_races(found: list[DoubtfulRun]) -> None:
    for one in found:
        name = one.name or "a player without a name"
        told = f"{one.session_id}, {one.game} in heat {one.heat} of race {one.code} in {one.steps} steps, by {name}"
        answer(f"{told}: {one.doubts}")
    if found:
        answer(f"{len(found)} {'win' if len(found) == 1 else 'wins'} in races to look at.")


def _named(one: Attempt) -> str:
    return f"{one.session_id}, {one.game} of {one.day} in {one.steps} steps"
