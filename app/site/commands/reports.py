"""`rampart reports`: the names that players have reported, for a person to judge."""

import time
from collections.abc import Sequence

from app.features.moderation.service import moderation, reports
from app.features.moderation.service.moderation import Moderator
from app.people.service import accounts
from app.site.commands.console import Parser, answer
from app.site.commands.database import write_database


def run(arguments: Sequence[str]) -> int:
    """List the reported names, or dismiss the reports of one."""
    parser = Parser(
        prog="rampart reports",
        description="Players with an account can report a name; the reported player is not told. `list` shows the "
        "names with the reasons. `rampart rename` gives a player another name and drops the reports; `dismiss` drops "
        "them and leaves the name. The page /operator/moderation does this too, and can undo either.",
        epilog='Example: rampart reports dismiss "Good Word"',
    )
    parser.add_argument("what", choices=("list", "dismiss"), help="what to do")
    parser.add_argument("player", nargs="?", metavar="PLAYER", help="the name whose reports to drop")
    read = parser.read(arguments)
    if (read.what == "list") != (read.player is None):
        parser.error("“list” takes no name; “dismiss” needs one")
    if read.player is not None:
        by = Moderator("command", time.time_ns() // 1_000_000)
        write_database(
            lambda connection: moderation.dismiss(
                connection, accounts.get_by_name(connection, read.player).player_id, by.now, by
            )
        )
        answer(f"The reports of {read.player} are dropped.")
        return 0
    found = write_database(reports.reports)
    for one in found:
        before = "" if one.reported == one.name else f" (called {one.reported} then)"
        answer(f"{one.name}{before}: reported by {one.reporters}, {', '.join(sorted(one.reasons))}")
    answer(f"Reported names: {len(found)}.")
    return 0
