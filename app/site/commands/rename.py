"""`rampart rename`: give a player another name."""

import time
from collections.abc import Sequence

from sqlalchemy import Connection

from app.core.refusals import Malformed
from app.features.moderation.service import moderation
from app.features.moderation.service.moderation import Moderator
from app.people.names import well_formed
from app.people.service import accounts
from app.site.commands.console import BadInput, Parser, answer
from app.site.commands.database import write_database


def run(arguments: Sequence[str]) -> int:
    """Rename a player."""
    parser = Parser(
        prog="rampart rename",
        description="Give a player another name. Nothing else about the account changes, and nobody is signed out. The "
        "player learns of it and can appeal on the account's page. You can undo it on /operator/moderation.",
        epilog='Example: rampart rename "Bad Word" "Player 7"',
    )
    parser.add_argument("player", metavar="PLAYER", help="the current name")
    parser.add_argument("name", metavar="NAME", help="the new name")
    parser.add_argument("--reason", default="", help="a sentence for the log and for the player")
    read = parser.read(arguments)
    try:
        name, reason = well_formed(read.name), moderation.read_reason(read.reason)
    except Malformed as malformed:
        raise BadInput(malformed.sentence) from None
    by = Moderator("command", time.time_ns() // 1_000_000, reason)

    def rename(connection: Connection) -> None:
        account = accounts.get_by_name(connection, read.player)
        moderation.rename(connection, account.player_id, account.name, name, by)

    write_database(rename)
    answer(f"{read.player} is now called {name}.")
    return 0
