"""Lessons that players have done, on both databases."""

from dataclasses import replace

import pytest
from sqlalchemy import Connection, Engine

from app.features.puzzles.rows import lessons
from app.features.puzzles.values.event import InLesson
from app.people.rows import players
from app.people.service import keeping
from app.play.rows import sessions
from app.play.values.session import Session
from engine.games import GAMES
from tests.databases import plain_engine
from tests.rows import PLAYER, SESSION

FORTRESS, STONEWALL = GAMES["fortress"], GAMES["stonewall"]
OTHER = replace(PLAYER, id="player-000000002")
NOW = 1_800_000_000_000


@pytest.fixture
def engine(url: str) -> Engine:
    """Return an engine to a database with two players."""
    made = plain_engine(url)
    with made.begin() as connection:
        for player in (PLAYER, OTHER):
            players.add(connection, player)
    return made


def begun(session_id: str, event: InLesson | None) -> Session:
    """Return a session of the player."""
    return SESSION._replace(id=session_id, event=event)


def note(connection: Connection, *numbers: int, player: str = PLAYER.id) -> None:
    """Note lessons of Fortress as done."""
    for number in numbers:
        lessons.note_done(connection, player, FORTRESS, number, NOW)


def test_a_lesson_is_done_once_and_for_its_player_alone(engine: Engine) -> None:
    with engine.begin() as connection:
        note(connection, 2, 1, 2, 2)
        lessons.note_done(connection, PLAYER.id, STONEWALL, 2, NOW)
        assert lessons.list_done(connection, PLAYER.id) == {("fortress", 1), ("fortress", 2), ("stonewall", 2)}
        assert lessons.list_done(connection, OTHER.id) == set()


def test_an_offer_that_was_put_away_is_no_lesson_that_was_done(engine: Engine) -> None:
    with engine.begin() as connection:
        assert lessons.is_new_to(connection, PLAYER.id, FORTRESS)
        lessons.note_offered(connection, PLAYER.id, FORTRESS, NOW)
        lessons.note_offered(connection, PLAYER.id, FORTRESS, NOW)
        assert lessons.list_done(connection, PLAYER.id) == set()
        assert not lessons.is_new_to(connection, PLAYER.id, FORTRESS)
        assert lessons.is_new_to(connection, PLAYER.id, STONEWALL)
        assert lessons.is_new_to(connection, OTHER.id, FORTRESS)


def test_games_whose_lessons_were_begun_are_listed_until_these_are_put_away(engine: Engine) -> None:
    with engine.begin() as connection:
        lessons.note_offered(connection, PLAYER.id, FORTRESS, NOW)
        assert lessons.list_begun(connection, PLAYER.id) == []
        lessons.note_done(connection, PLAYER.id, FORTRESS, 2, NOW + 1)
        lessons.note_done(connection, PLAYER.id, STONEWALL, 1, NOW + 2)
        assert lessons.list_begun(connection, PLAYER.id) == [STONEWALL, FORTRESS]
        lessons.note_offered(connection, PLAYER.id, STONEWALL, NOW + 3)
        assert lessons.list_begun(connection, PLAYER.id) == [FORTRESS]
        assert lessons.list_begun(connection, OTHER.id) == []


def test_somebody_is_new_to_a_game_until_the_second_one_and_lessons_are_no_games(engine: Engine) -> None:
    game = SESSION.variant.game
    with engine.begin() as connection:
        sessions.add(connection, begun("session-00000001", None))
        assert lessons.is_new_to(connection, PLAYER.id, game)
        for number in (2, 3):
            sessions.add(connection, begun(f"session-0000000{number}", InLesson(game, number)))
        assert lessons.is_new_to(connection, PLAYER.id, game)
        sessions.add(connection, begun("session-00000004", None))
        assert not lessons.is_new_to(connection, PLAYER.id, game)
        kept = sessions.find(connection, "session-00000003")
        assert kept
        assert kept.event == InLesson(game, 3)
        assert kept.has_task


def test_one_player_s_lessons_become_another_s_but_for_those_that_both_have_done(engine: Engine) -> None:
    with engine.begin() as connection:
        note(connection, 1, 3)
        note(connection, 1, 2, player=OTHER.id)
        lessons.note_offered(connection, PLAYER.id, FORTRESS, NOW)
        keeping.hand_over(connection, PLAYER.id, OTHER.id)
        assert lessons.list_done(connection, OTHER.id) == {("fortress", 1), ("fortress", 2), ("fortress", 3)}
        assert lessons.list_done(connection, PLAYER.id) == {("fortress", 1)}


def test_a_deleted_account_takes_its_lessons_with_it(engine: Engine) -> None:
    with engine.begin() as connection:
        note(connection, 1)
        note(connection, 1, player=OTHER.id)
        keeping.forget(connection, PLAYER.id, "Somebody")
        assert lessons.list_done(connection, PLAYER.id) == set()
        assert lessons.list_done(connection, OTHER.id) == {("fortress", 1)}
