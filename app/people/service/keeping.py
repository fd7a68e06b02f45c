"""What rooms keep about players, and what becomes of it when a guest signs in, or when an account is made or deleted.

The order of statements and locks matters, also between rooms. So each step has a rank, and the lowest comes first;
`tests/app/people/rows/test_keeping.py` shows the whole order.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select

from app.core.slots import Slot
from app.people.rows import accounts, players, tokens
from app.people.rows.belongings import by, handing_but_for
from app.people.tables import barred


class HandingOver(NamedTuple):
    """A step in which a guest's rows become those of an account."""

    rank: int
    step: Callable[[Connection, str, str], object]
    """Gets the guest's id, and then the account's."""


class Forgetting(NamedTuple):
    """A step in deleting an account."""

    rank: int
    step: Callable[[Connection, str, str], object]
    """Gets the player's id, and the name that others see from then on."""


class Belonging(NamedTuple):
    """A part of what the server sends a player who asks for everything that it keeps about them."""

    rank: int
    key: str
    """Its name in the document."""
    read: Callable[[Connection, str, int], object]
    """Gets the player's id and the time, and returns what JSON can write, or rows as dicts and lists of dicts."""


class Ranking(NamedTuple):
    """Something that compares players."""

    rank: int
    noun: str
    """What it is, as in “your first race”."""
    begun: Select[Any]
    """Finds whether the parameter `player` has begun anything of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeps:
    """What one room keeps about players."""

    handing_over: tuple[HandingOver, ...] = ()
    staying: ColumnElement[bool] | None = None
    """The condition that a session stays with the guest after these steps; it has the parameter `giver`."""
    results: str = ""
    """What the results that stay with the guest are called, in the plural; empty if there are none."""
    listing: tuple[Callable[[Connection, str], None], ...] = ()
    """What happens when a guest makes an account: the room lists the player where only accounts are."""
    signing_out: tuple[Callable[[Connection, str], None], ...] = ()
    """What happens when a player signs out, whose page is about to go."""
    forgetting: tuple[Forgetting, ...] = ()
    belongings: tuple[Belonging, ...] = ()
    ranking: tuple[Ranking, ...] = ()
    """What the room compares players by."""


KEEPS = Slot[Keeps]("what rooms keep about players")


def hand_over(connection: Connection, giver_id: str, receiver_id: str) -> None:
    """Move a player's games to another player, except events in which both took part, and puzzles that both attempted.

    The giver's ratings stay, and no attempt at a puzzle that the giver began is rated any more.
    """
    for one in sorted(chain.from_iterable(each.handing_over for each in KEEPS), key=_rank):
        one.step(connection, giver_id, receiver_id)


def list_account(connection: Connection, player_id: str) -> None:
    """List a player who has just made an account wherever only accounts are listed."""
    for listing in chain.from_iterable(each.listing for each in KEEPS):
        listing(connection, player_id)


def sign_out(connection: Connection, player_id: str) -> None:
    """End what only a page keeps up: waiting for a race."""
    for signing_out in chain.from_iterable(each.signing_out for each in KEEPS):
        signing_out(connection, player_id)


def forget(connection: Connection, player_id: str, nameless: str) -> None:
    """Delete an account, and what rooms keep about its player besides results, which then show `nameless`."""
    for one in sorted(chain.from_iterable(each.forgetting for each in KEEPS), key=_rank):
        one.step(connection, player_id, nameless)


def belongings(connection: Connection, player_id: str, now: int) -> dict[str, object]:
    """Return what rooms keep about a player, by its name in the document, in the document's order."""
    ranked = sorted(chain.from_iterable(each.belongings for each in KEEPS), key=_rank)
    return {one.key: one.read(connection, player_id, now) for one in ranked}


def staying_results() -> list[str]:
    """Return what the results that stay with guests are called, each in the plural."""
    return [each.results for each in KEEPS if each.results]


def is_ranked(connection: Connection, player_id: str) -> bool:
    """Return whether a player has begun anything that compares players."""
    begun = (one.begun.limit(1) for one in _ranking())
    return any(connection.execute(one, {"player": player_id}).first() is not None for one in begun)


def ranking_nouns() -> list[str]:
    """Return what compares players, each by its noun."""
    return list(dict.fromkeys(one.noun for one in _ranking()))


def _ranking() -> list[Ranking]:
    return sorted(chain.from_iterable(each.ranking for each in KEEPS), key=_rank)


def _rank(step: HandingOver | Forgetting | Belonging | Ranking) -> int:
    return step.rank


def _keep_out_with(connection: Connection, giver_id: str, receiver_id: str) -> None:
    """Keep a player's games out of the open data if the guest who handed over games did so."""
    was = players.find(connection, giver_id)
    if was and was.kept_out_at is not None:
        players.keep_out(connection, receiver_id, was.kept_out_at)


def _forget_tokens(connection: Connection, player_id: str, _nameless: str) -> None:
    tokens.forget(connection, [token.id for token in tokens.of_player(connection, player_id)])


def _remove_account(connection: Connection, player_id: str, _nameless: str) -> None:
    accounts.remove(connection, player_id)


KEPT = Keeps(
    handing_over=(HandingOver(140, by(handing_but_for(barred, "venue"))), HandingOver(190, _keep_out_with)),
    forgetting=(Forgetting(40, _forget_tokens), Forgetting(90, _remove_account)),
)
"""What this room keeps itself."""
