"""Who may have which name: names of accounts, of guests at events and at tables, and titles.

A name that looks like another player's account is nobody else's anywhere. The name of a deleted account, and one that a
moderator has replaced, rest for a month.
"""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Protocol

from sqlalchemy import Connection

from app.core.refusals import Impossible, NameTaken
from app.core.slots import Slot
from app.people.names import chosen_name, guest_name, in_form, neutral_name, read_name, skeleton
from app.people.rows import accounts, resting
from app.people.service import players

RESTING_MS = 30 * 24 * 3_600_000
"""How long a name rests."""
TAKEN = "That name is taken, or looks too much like one that is; choose another."
_DRAWS = 20
"""How many neutral names to draw for somebody without a name; the first nearly always is free."""
_TAKEN_HERE = "Somebody here has that name, or one that looks like it; choose another."


class UsesNames(Protocol):
    """A room of which each part keeps the names that players use in it, such as the races."""

    def rename_others(self, connection: Connection, player_id: str, name: str, given: str) -> None:
        """Rename all others whose name is this one or looks like it, where something still goes on."""

    def rename_everywhere(self, connection: Connection, player_id: str, before: str, after: str) -> None:
        """Change somebody's name from `before` to `after`, or to a neutral one where that is taken."""


NAMES = Slot[UsesNames]("where players use names")


def make_others_neutral(connection: Connection, player_id: str, name: str) -> None:
    """Rename others who use the name of an account in events that are not over."""
    given = neutral_name()
    for names in NAMES:
        names.rename_others(connection, player_id, chosen_name(name), given)


def rename_everywhere(connection: Connection, player_id: str, before: str, after: str) -> None:
    """Change somebody's name in all events, which would otherwise show it for ever."""
    for names in NAMES:
        names.rename_everywhere(connection, player_id, before, after)


def is_free(connection: Connection, player_id: str, name: str) -> bool:
    """Return whether a player may have a name: it does not rest, and nobody else's account has one like it."""
    look = skeleton(chosen_name(name))
    holder = accounts.holder(connection, look)
    return holder == player_id or (holder is None and not resting.rests(connection, look))


def check_title(connection: Connection, title: str) -> None:
    """Raise `Impossible` if a moderator has replaced this name of a venue not long ago."""
    if resting.rests(connection, skeleton(title)):
        raise Impossible("A moderator has replaced that name; choose another.")


def shown_name(
    connection: Connection,
    player_id: str,
    given: str,
    known: str,
    is_taken: Callable[[str], bool],
    spare: Iterable[str],
) -> str:
    """Return the name by which others see a player in an event or at a table.

    `given` is what the player typed, and `known` is the name that they have there already; either may be empty. Without
    a name, they get that of their account, one of `spare`, or a neutral one, which no account can choose.
    `is_taken` says whether somebody else there has a name with that skeleton.

    Raises:
        Malformed, Impossible: the name is not allowed, or it is somebody else's; no name is left.
    """
    typed = in_form(chosen_name(given))
    if typed and typed != chosen_name(known):
        name = players.public_name(connection, player_id, read_name(typed))
        if is_taken(skeleton(name)):
            raise NameTaken(_TAKEN_HERE)
        if not is_free(connection, player_id, name):
            raise NameTaken(TAKEN)
        return name
    account = accounts.find(connection, player_id)
    # Accounts may have all of `spare`, and nobody must need a name because of them.
    neutral = (guest_name() for _ in range(_DRAWS))
    drawn = (players.public_name(connection, player_id, name) for name in chain(spare, neutral))
    for name in chain((known, account.name if account else ""), drawn):
        if name and not is_taken(skeleton(name)) and is_free(connection, player_id, name):
            return name
    raise Impossible("Choose a name.")
