"""The players among whom somebody is ranked: everybody on this server, or fewer, such as friends."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from sqlalchemy import Connection

from app.core.refusals import NotFound
from app.core.slots import Slot

EVERYBODY = "everybody"
"""The key that stands for all players."""


@dataclass(frozen=True, slots=True)
class Audience:
    """Players among whom a visitor can be ranked, including the visitor."""

    key: str
    name: str


class Audiences(Protocol):
    """A room that gathers players."""

    def of_player(self, connection: Connection, player_id: str) -> list[Audience]:
        """List somebody's audiences; the first is the one that they see without asking for any."""

    def members(self, connection: Connection, player_id: str, shown: Audience) -> list[str]:
        """Return the ids of the players in one of somebody's audiences."""

    def absent(self, key: str) -> str:
        """Return a sentence for somebody who has no audience with this key."""


AUDIENCES = Slot[Audiences]("audiences")


class ResultOfDay(NamedTuple):
    """What somebody has done in today's event of a game, as those see it who may."""

    player_id: str
    event: str
    """Its name."""
    words: str
    plain: str
    """The same for visitors who hide scores."""


ResultsOfDay = Callable[[Connection, str, Sequence[str], int], list[ResultOfDay]]
"""Returns what players have done today, by their ids, as far as a visitor may see it at a time."""
RESULTS_OF_DAY = Slot[ResultsOfDay]("results of a day")


class Chosen(NamedTuple):
    """A visitor's audiences, and the one whose board they asked for."""

    mine: list[Audience]
    shown: Audience | None
    """None for everybody."""
    members: list[str] | None
    """The ids of the players in it; None for everybody."""


def choose(connection: Connection, player_id: str | None, among: str) -> Chosen:
    """Return somebody's audiences, and the one whose board they ask for.

    `among` is the key of one of them, `EVERYBODY`, or empty for the first that they have, or else everybody.

    Raises:
        NotFound: they have no such audience.
    """
    if player_id is None:
        if among in {"", EVERYBODY}:
            return Chosen([], None, None)
        raise _absent(among)
    found = [(one, each) for each in AUDIENCES for one in each.of_player(connection, player_id)]
    mine = [one for one, _ in found]
    if among == EVERYBODY or not (among or mine):
        return Chosen(mine, None, None)
    for shown, each in found:
        if among in {"", shown.key}:
            return Chosen(mine, shown, each.members(connection, player_id, shown))
    raise _absent(among)


def _absent(among: str) -> NotFound:
    return NotFound(next((each.absent(among) for each in AUDIENCES), "This server compares you with everybody only."))
