from dataclasses import replace

import pytest
from sqlalchemy import Connection

from app.core.store.unreadable import UnreadableRow
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
    players.keep_setting(connection, PLAYER, "time", "hidden")
    assert players.find(connection, PLAYER.id) == replace(PLAYER, automatic="all", settings='{"time": "hidden"}')
    assert players.find(connection, other.id) == other


@pytest.mark.parametrize("spoilt", ["", "{", "[]", "7", '{"kept": 7, "look"'])
def test_settings_that_cannot_be_read_are_never_written_over(connection: Connection, spoilt: str) -> None:
    kept = replace(PLAYER, settings=spoilt)
    players.add(connection, kept)
    for reading in (players.setting, players.choices):
        with pytest.raises(UnreadableRow):
            reading(kept, "look")
    with pytest.raises(UnreadableRow):
        players.keep_setting(connection, kept, "look", "night")
    assert players.find(connection, PLAYER.id) == kept


def test_choices_are_kept_beside_the_other_settings(connection: Connection) -> None:
    players.add(connection, PLAYER)
    players.keep_setting(connection, PLAYER, "strength", {"fortress": "hard"})
    kept = players.find(connection, PLAYER.id)
    assert kept
    players.keep_setting(connection, kept, "look", "night")
    kept = players.find(connection, PLAYER.id)
    assert kept
    assert (players.setting(kept, "look"), players.choices(kept, "strength")) == ("night", {"fortress": "hard"})
    assert (players.setting(kept, "other"), players.choices(kept, "other")) == ("", {})


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
