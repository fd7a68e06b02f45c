"""`rampart rename`: give a player another name."""

from collections.abc import Sequence

from app.cli.answers import answer
from app.cli.database import work_on_database
from app.cli.parser import BadInput, Parser
from app.model.refusals import Malformed
from app.people.names import read_name
from app.services import accounts


def run(arguments: Sequence[str]) -> int:
    """Rename a player."""
    parser = Parser(
        prog="rampart rename",
        description="Give a player another name. Nothing else about the account changes, and nobody is signed out.",
        epilog='Example: rampart rename "Bad Word" "Player 7"',
    )
    parser.add_argument("player", metavar="PLAYER", help="the current name")
    parser.add_argument("name", metavar="NAME", help="the new name")
    read = parser.read(arguments)
    try:
        name = read_name(read.name)
    except Malformed as malformed:
        raise BadInput(malformed.sentence) from None
    work_on_database(lambda connection: accounts.rename_by_name(connection, read.player, name))
    answer(f"{read.player} is now called {name}.")
    return 0
