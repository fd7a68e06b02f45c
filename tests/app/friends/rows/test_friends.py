"""Statements about friends, on both databases."""

from dataclasses import replace

import pytest
from sqlalchemy import Connection, select

from app.features.friends.rows import friends
from app.people.rows import accounts, friendships, players
from app.people.service import keeping
from app.people.tables import friend_link, friend_request, friendship
from tests.factories import an_account
from tests.rows import PLAYER

ANN, BOB, CAT = (f"player-{name}" for name in ("ann", "bob", "cat"))


@pytest.fixture(autouse=True)
def _accounts(connection: Connection) -> None:
    for player_id in (ANN, BOB, CAT):
        name = player_id.removeprefix("player-")
        players.add(connection, replace(PLAYER, id=player_id))
        accounts.add(connection, an_account(player_id, name.title()))


def names(connection: Connection, player_id: str) -> list[str]:
    return [friend.name for friend in friends.of_player(connection, player_id)]


def test_a_friendship_goes_both_ways_begins_once_and_ends_for_both(connection: Connection) -> None:
    for _ in range(2):
        friends.befriend(connection, ANN, BOB, 5)
    friends.befriend(connection, CAT, ANN, 6)
    assert [names(connection, one) for one in (ANN, BOB, CAT)] == [["Bob", "Cat"], ["Ann"], ["Ann"]]
    assert friends.ids_of(connection, ANN) == [BOB, CAT]
    assert (friends.count(connection, ANN), friends.has_any(connection, BOB)) == (2, True)
    assert friendships.are_friends(connection, BOB, ANN)
    assert not friendships.are_friends(connection, BOB, CAT)
    friends.end(connection, BOB, ANN)
    assert (names(connection, ANN), names(connection, BOB)) == (["Cat"], [])


def test_who_was_declined_is_not_shown_and_cannot_ask_again(connection: Connection) -> None:
    friends.ask(connection, ANN, BOB, 1)
    friends.ask(connection, ANN, CAT, 2)
    friends.decline(connection, ANN, BOB)
    friends.ask(connection, ANN, BOB, 3)
    assert [(one.name, one.since) for one in friends.asking(connection, ANN)] == [("Cat", 2)]
    assert friends.asked_by(connection, BOB) == {ANN}
    friends.befriend(connection, ANN, BOB, 4)
    assert friends.asked_by(connection, BOB) == set()


def test_a_new_link_replaces_the_old_one(connection: Connection) -> None:
    for at, token in enumerate(("BBBBBBBBBB", "CCCCCCCCCC")):
        friends.keep_link(connection, ANN, token, at)
    assert friends.link_of(connection, ANN) == "CCCCCCCCCC"
    assert friends.owner_of(connection, "CCCCCCCCCC") == ANN
    assert friends.owner_of(connection, "BBBBBBBBBB") is None


def test_of_a_player_who_leaves_nothing_stays_and_of_others_everything(connection: Connection) -> None:
    friends.befriend(connection, ANN, BOB, 1)
    friends.befriend(connection, BOB, CAT, 1)
    friends.ask(connection, ANN, CAT, 1)
    friends.keep_link(connection, ANN, "BBBBBBBBBB", 1)
    keeping.forget(connection, ANN, "Somebody")
    assert {row.player_id for row in connection.execute(select(friendship))} == {BOB, CAT}
    assert [*connection.execute(select(friend_request)), *connection.execute(select(friend_link))] == []
