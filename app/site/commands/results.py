"""`rampart results`: the results that look as if a program had played them, for a person to judge."""

import time
from collections.abc import Sequence

from sqlalchemy import Connection

from app.play.between import JudgedList
from app.site.commands.console import Parser, answer
from app.site.commands.database import write_database
from app.site.features import FEATURES


def run(arguments: Sequence[str]) -> int:
    """List suspicious results, or hide or restore one."""
    every = sorted((each for feature in FEATURES for each in feature.results), key=lambda results: results.rank)
    verbs = {verb: change for results in every for verb, change in results.verbs.items()}
    parser = Parser(
        prog="rampart results",
        description="Rampart holds a daily's result if it looks like a program's: only its player sees it "
        "until a person decides. `list` shows the held results with the reasons. It also shows suspicious wins in "
        "races of the last thirty days, which everybody still sees. `hide` and `restore` take the id of a session: the "
        "end of its replay's link. The page /operator/moderation does this too, and can undo either.",
        epilog="Example: rampart results restore 06b2v9k3m1x7q4tz",
    )
    parser.add_argument("what", choices=("list", *verbs), help="what to do")
    parser.add_argument("session", nargs="?", metavar="SESSION", help="the session whose result to hide or restore")
    read = parser.read(arguments)
    if (read.what == "list") != (read.session is None):
        parser.error("“list” takes no session; “hide” and “restore” need one")
    now = time.time_ns() // 1_000_000
    if read.session is None:
        for line in write_database(_lines, every=every, now=now):
            answer(line)
    else:
        change = verbs[read.what]
        answer(write_database(change, read.session, now))
    return 0


def _lines(connection: Connection, every: Sequence[JudgedList], now: int) -> list[str]:
    return [line for results in every for line in results.lines(connection, now)]
