"""`rampart reports`: the names that players have reported, for a person to judge."""

from collections.abc import Sequence

from app.cli.answers import answer
from app.cli.database import work_on_database
from app.cli.parser import Parser
from app.services import profiles


def run(arguments: Sequence[str]) -> int:
    """List the reported names, or dismiss the reports of one."""
    parser = Parser(
        prog="rampart reports",
        description="Players with an account can report a name; the reported player is not told. `list` shows the "
        "names with the reasons. `rampart rename` gives a player another name and drops the reports; `dismiss` drops "
        "them and leaves the name.",
        epilog='Example: rampart reports dismiss "Good Word"',
    )
    parser.add_argument("what", choices=("list", "dismiss"))
    parser.add_argument("player", nargs="?", metavar="PLAYER", help="the name whose reports to drop")
    read = parser.read(arguments)
    if (read.what == "list") != (read.player is None):
        parser.error("“list” takes no name; “dismiss” needs one")
    if read.player is not None:
        work_on_database(lambda connection: profiles.dismiss(connection, read.player))
        answer(f"The reports of {read.player} are dropped.")
        return 0
    found = work_on_database(profiles.reports)
    for one in found:
        before = "" if one.reported == one.name else f" (called {one.reported} then)"
        answer(f"{one.name}{before}: reported by {one.reporters}, {', '.join(sorted(one.reasons))}")
    answer(f"Reported names: {len(found)}.")
    return 0
