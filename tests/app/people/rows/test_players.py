from dataclasses import replace

from sqlalchemy import Connection

from app.people.rows import players
from tests.rows import PLAYER


def test_a_player_is_found_as_added(connection: Connection) -> None:
    players.add(connection, PLAYER)
    assert players.find(connection, PLAYER.id) == PLAYER


def test_nobody_is_found_under_an_unknown_id(connection: Connection) -> None:
    assert players.find(connection, "nobody") is None


def test_keeping_settings_changes_one_player_only(connection: Connection) -> None:
    other = replace(PLAYER, id="player-000000002")
    players.add(connection, PLAYER)
    players.add(connection, other)
    players.keep_automatic(connection, PLAYER.id, "all")
    players.keep_settings(connection, PLAYER.id, '{"time": "hidden"}')
    assert players.find(connection, PLAYER.id) == replace(PLAYER, automatic="all", settings='{"time": "hidden"}')
    assert players.find(connection, other.id) == other


def test_generations_follow_each_other_and_are_one_player_s(connection: Connection) -> None:
    other = replace(PLAYER, id="player-000000002")
    players.add(connection, PLAYER)
    players.add(connection, other)
    assert [players.next_generation(connection, PLAYER.id) for _ in range(3)] == [1, 2, 3]
    assert players.generation(connection, PLAYER.id) == 3
    assert players.generation(connection, other.id) == 0


def test_who_is_no_player_yet_has_the_first_generation(connection: Connection) -> None:
    assert players.generation(connection, "nobody") == 0


def test_only_the_player_who_becomes_a_bot_is_one(connection: Connection) -> None:
    other = replace(PLAYER, id="player-000000002")
    players.add(connection, PLAYER)
    players.add(connection, other)
    players.become_bot(connection, PLAYER.id)
    assert players.find(connection, PLAYER.id) == replace(PLAYER, bot=True)
    assert players.find(connection, other.id) == other
