"""`rampart results`: the results of dailies that wait for a person to look at them."""

from collections.abc import Sequence

from app.cli.answers import answer
from app.cli.parser import Parser
from app.cli.works import work_on_database
from app.services import holding
from app.services.holding import Held
from app.store.attempts import Attempt

_CHANGES = {"hide": holding.hide, "restore": holding.restore}


def run(arguments: Sequence[str]) -> int:
    """List what is held, or hide or restore a result."""
    parser = Parser(
        prog="rampart results",
        description="Results of dailies that look as if a program had played are held: their players see them, nobody "
        "else does, and a person decides. `list` tells them with the reasons; `hide` and `restore` take the id of a "
        "session, which every replay's link ends with.",
        epilog="Example: rampart results restore 06b2v9k3m1x7q4tz",
    )
    parser.add_argument("what", choices=("list", *_CHANGES))
    parser.add_argument("session", nargs="?", metavar="SESSION", help="whose result it is, to hide or restore")
    read = parser.read(arguments)
    if (read.what == "list") != (read.session is None):
        parser.error("“list” stands alone, “hide” and “restore” need a session")
    if read.session is None:
        _tell(work_on_database(holding.held))
    else:
        changed: Attempt = work_on_database(lambda connection: _CHANGES[read.what](connection, read.session))
        answer(f"{_named(changed)} is {'held' if changed.held else 'on its boards'}.")
    return 0


def _tell(found: list[Held]) -> None:
    for one in found:
        name = one.name or "a player without a name"
        answer(f"{_named(one.attempt)}, by {name}: {'; '.join(one.reasons) or 'hidden by hand'}")
    answer(f"{len(found)} held.")


def _named(one: Attempt) -> str:
    return f"{one.session_id}, {one.game} of {one.day} in {one.steps} steps"
