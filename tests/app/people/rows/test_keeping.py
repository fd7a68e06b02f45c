"""What rooms keep about players: all of it is handed over and forgotten, and always in the same order."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, event

from app.people.rows import players
from app.people.service import keeping
from app.people.tables import player
from app.site.schema import metadata
from tests.rows import PLAYER, begin

OTHER = replace(PLAYER, id="player-000000002")
STAYING = {"account", "game_rating", "player_rating", "question", "rating_change", "standing", "tournament"}
"""Tables that name a player and stay as they are when a guest signs in: credentials, what is soon answered, points and
the making of tournaments, which only accounts have, and ratings, since somebody with several guests could choose the
best of them."""
HANDED_OVER = (
    # Held first: closings of dailies, and the giver's rooms.
    *("daily", "race", "puzzle_attempt"),
    *("racer", "racer", "race", "run", "attempt", "seat", "lesson", "entrant", "tournament_try"),
    *("puzzle_attempt", "puzzle_vote", "barred", "puzzle_proposal", "puzzle_run", "puzzle_day"),
    *("reminder", "decision", "appeal"),
    # The sessions follow what says which of them stay; what the receiver has solved is listed when all is theirs.
    *("session", "player", "attempt"),
)
FORGOTTEN = (
    *("player_group", "friend_link", "friendship", "friend_request", "race_request"),
    *("profile", "title_report", "report"),
    *("appeal", "decision", "access_token", "access_token", "access_token_use", "access_token"),
    *("reminder", "racer", "seat", "entrant", "lesson", "player_rating", "puzzle_attempt", "puzzle_run"),
    "puzzle_day",
    # A heat that ends at the same time holds the account until it has stored the ratings.
    *("recovery_code", "account", "rating_change", "game_rating"),
)


def tables_of(connection: Connection, work: Callable[[], object]) -> tuple[str, ...]:
    """Return the first table that each statement of a piece of work names."""
    ran = list[str]()

    def note(_connection: object, _cursor: object, statement: str, *_rest: Any) -> None:
        ran.append(statement)

    event.listen(connection, "before_cursor_execute", note)
    work()
    event.remove(connection, "before_cursor_execute", note)
    return tuple(re.findall(r"(?:FROM|UPDATE) (\w+)", statement)[0] for statement in ran)


def test_a_guest_hands_over_everything_in_order(connection: Connection) -> None:
    begin(connection)
    players.add(connection, OTHER)
    assert tables_of(connection, lambda: keeping.hand_over(connection, PLAYER.id, OTHER.id)) == HANDED_OVER


def test_a_deleted_account_is_forgotten_in_order(connection: Connection) -> None:
    begin(connection)
    assert tables_of(connection, lambda: keeping.forget(connection, PLAYER.id, "Somebody")) == FORGOTTEN
    assert players.find(connection, PLAYER.id) == PLAYER


def test_every_table_that_names_a_player_is_handed_over_or_meant_to_stay() -> None:
    naming = {table for table in metadata.tables.values() if any(key.references(player) for key in table.foreign_keys)}
    assert {table.name for table in naming} - STAYING == set(HANDED_OVER) - {"daily", "player"}
