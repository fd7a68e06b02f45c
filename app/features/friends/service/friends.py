"""Friends: two players who both agreed, and who see each other's results first.

A player hands out a link, and somebody who follows it agrees by pressing a button. Or a player asks a fellow member of
a group, who accepts or declines. Either friend can end a friendship at once. Nobody else can see who is friends with
whom.
"""

from dataclasses import dataclass

from sqlalchemy import Connection

from app.core.refusals import Impossible, NotFound
from app.features.friends.rows import friends
from app.features.friends.rows.friends import Friend
from app.features.friends.service import groups
from app.people.codes import secret_code
from app.people.rows import accounts, friendships
from app.people.rows.accounts import Account
from app.people.service import accounts as naming
from app.people.service.accounts import own as own_account
from app.people.service.audiences import RESULTS_OF_DAY, ResultOfDay
from app.people.visitors import Visit

MOST_FRIENDS, MOST_ASKED = 200, 50
_FULL = f"You already have {MOST_FRIENDS} friends, which is the most allowed."
_FULL_THERE = f"This player already has {MOST_FRIENDS} friends, which is the most allowed."


@dataclass(frozen=True, slots=True)
class Circle:
    """The friends of a visitor."""

    visitor: Account | None
    """The visitor's account; guests have no friends here."""
    friends: list[Friend]
    today: dict[str, list[ResultOfDay]]
    """What they have done today, by their ids, as far as the visitor may see it."""
    asking: list[Friend]
    token: str | None
    """The last part of the visitor's own link; None without one."""


@dataclass(frozen=True, slots=True)
class Invited:
    """What a friend's link leads to, as one visitor sees it."""

    name: str
    """The name of the player whose link it is."""
    visitor: Account | None
    is_mine: bool
    is_friend: bool


def circle(connection: Connection, player_id: str | None, now: int) -> Circle:
    """Return the friends of a visitor, who may be a guest."""
    visitor = accounts.find(connection, player_id) if player_id else None
    if visitor is None:
        return Circle(None, [], {}, [], None)
    mine = visitor.player_id
    theirs, asking = friends.of_player(connection, mine), friends.asking(connection, mine)
    ids = [friend.player_id for friend in theirs]
    today: dict[str, list[ResultOfDay]] = {one: [] for one in ids}
    for results in RESULTS_OF_DAY if ids else ():
        for one in results(connection, mine, ids, now):
            today[one.player_id].append(one)
    return Circle(visitor, theirs, today, asking, friends.link_of(connection, mine))


def count_asking(connection: Connection, player_id: str) -> int:
    """Count the players who ask to be a player's friends."""
    return friends.count_asking(connection, player_id)


def ties(connection: Connection, player_id: str | None) -> tuple[set[str], set[str]]:
    """Return the ids of a visitor's friends, and of the players whom the visitor has asked."""
    if player_id is None:
        return set(), set()
    return set(friends.ids_of(connection, player_id)), friends.asked_by(connection, player_id)


def open_link(connection: Connection, visit: Visit | None, now: int) -> None:
    """Make the visitor's link, or a new one that replaces it; raise `SignedOut` or `NotFound`."""
    token = secret_code()
    friends.keep_link(connection, own_account(connection, visit).player_id, token, now)


def close_link(connection: Connection, visit: Visit | None) -> None:
    """Close the visitor's link; raise `SignedOut` or `NotFound`."""
    friends.close_link(connection, own_account(connection, visit).player_id)


def follow_link(connection: Connection, player_id: str | None, token: str) -> Invited:
    """Return what a friend's link leads to; raise `NotFound`."""
    owner = _owner(connection, token)
    visitor = accounts.find(connection, player_id) if player_id else None
    is_friend = visitor is not None and friendships.are_friends(connection, visitor.player_id, owner.player_id)
    return Invited(owner.name, visitor, owner.player_id == player_id, is_friend)


def accept_link(connection: Connection, visit: Visit | None, token: str, now: int) -> None:
    """Become the friend of the player whose link it is; for a friend, nothing changes.

    Raises:
        SignedOut, NotFound, Impossible: also if it is the visitor's own link, or one of the two has too many friends.
    """
    mine, owner = own_account(connection, visit).player_id, _owner(connection, token)
    if mine == owner.player_id:
        raise Impossible("This is your own link. Send it to somebody else.")
    _befriend(connection, mine, owner.player_id, now)


def ask(connection: Connection, visit: Visit | None, code: str, name: str, now: int) -> None:
    """Ask a fellow member of a group to be friends.

    If that member has already asked the visitor, they become friends at once. Asking somebody twice does nothing.

    Raises:
        SignedOut, NotFound, Impossible: also if there is no such member, or the visitor has asked too many.
    """
    mine = own_account(connection, visit).player_id
    members = groups.own(connection, mine, code).members
    other = next((player_id for player_id, called in members.items() if called == name and player_id != mine), None)
    if other is None:
        raise NotFound("Nobody by that name is in this group.")
    if any(one.player_id == other for one in friends.asking(connection, mine)):
        _befriend(connection, mine, other, now)
        return
    asked = friends.asked_by(connection, mine)
    if other in asked or friendships.are_friends(connection, mine, other):
        return
    if len(asked) >= MOST_ASKED:
        raise Impossible(f"{MOST_ASKED} players whom you asked haven’t accepted yet, which is the most allowed.")
    friends.ask(connection, other, mine, now)


def accept(connection: Connection, visit: Visit | None, name: str, now: int) -> None:
    """Accept the request of the player of that name; raise `SignedOut`, `NotFound` or `Impossible`."""
    mine = own_account(connection, visit).player_id
    _befriend(connection, mine, _asker(connection, mine, name), now)


def decline(connection: Connection, visit: Visit | None, name: str) -> None:
    """Decline the request of the player of that name, without telling them; raise `SignedOut` or `NotFound`."""
    mine = own_account(connection, visit).player_id
    friends.decline(connection, mine, _asker(connection, mine, name))


def end(connection: Connection, visit: Visit | None, name: str) -> None:
    """End the friendship with the player of that name, for both; raise `SignedOut` or `NotFound`."""
    mine, other = own_account(connection, visit).player_id, naming.find_by_name(connection, name)
    if other is None or not friendships.are_friends(connection, mine, other.player_id):
        raise NotFound("You have no friend by that name.")
    friends.end(connection, mine, other.player_id)


def _befriend(connection: Connection, mine: str, other: str, now: int) -> None:
    if friendships.are_friends(connection, mine, other):
        return
    for player_id, sentence in ((mine, _FULL), (other, _FULL_THERE)):
        if friends.count(connection, player_id) >= MOST_FRIENDS:
            raise Impossible(sentence)
    friends.befriend(connection, mine, other, now)


def _owner(connection: Connection, token: str) -> Account:
    player_id = friends.owner_of(connection, token.upper())
    owner = accounts.find(connection, player_id) if player_id else None
    if owner is None:
        raise NotFound("This link leads to nobody; perhaps its owner has closed it.")
    return owner


def _asker(connection: Connection, player_id: str, name: str) -> str:
    asking = (one.player_id for one in friends.asking(connection, player_id) if one.name == name)
    if asker := next(asking, None):
        return asker
    raise NotFound("Nobody by that name has asked to be your friend.")
