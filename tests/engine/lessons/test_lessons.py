"""The lessons: each can be done as it says, and what it says of moves is so."""

import pytest

from engine.games import GAMES
from engine.lessons import Lesson, as_puzzle, lesson, lessons
from engine.moves import Move, apply, legal_moves
from engine.position import layout
from engine.puzzles import is_reached
from engine.rules import Game

TAUGHT = [game for game in GAMES.values() if lessons(game)]
EVERY = [(game, number) for game in TAUGHT for number in range(1, len(lessons(game)) + 1)]
NAMES = [f"{game.slug} {number}" for game, number in EVERY]


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.slug)
def test_a_game_with_lessons_has_four_to_six_and_no_other_number_has_one(game: Game) -> None:
    assert 4 <= len(lessons(game)) <= 6
    for number in (-1, 0, len(lessons(game)) + 1, 10**9):
        assert lesson(game, number) is None


@pytest.mark.parametrize(("game", "number"), EVERY, ids=NAMES)
def test_the_way_of_a_lesson_is_legal_and_reaches_the_goal_with_its_last_move(game: Game, number: int) -> None:
    puzzle = as_puzzle(game, number)
    rules, position = puzzle.variant.rules, puzzle.position
    reached = [is_reached(rules, position, puzzle.goal)]
    for move in puzzle.way:
        position = apply(rules, position, move)
        reached.append(is_reached(rules, position, puzzle.goal))
    assert reached == [False] * len(puzzle.way) + [True]


@pytest.mark.parametrize(("game", "number"), EVERY, ids=NAMES)
def test_a_remark_is_about_a_legal_first_move_that_does_not_reach_the_goal(game: Game, number: int) -> None:
    puzzle, told = as_puzzle(game, number), _lesson(game, number)
    rules, legal = puzzle.variant.rules, legal_moves(puzzle.variant.rules, puzzle.position)
    for text in told.remarks:
        move = Move.read(text)
        assert str(move) == text
        assert move in legal
        assert not is_reached(rules, apply(rules, puzzle.position, move), puzzle.goal)
        assert move != puzzle.way[0]


@pytest.mark.parametrize(("game", "number"), EVERY, ids=NAMES)
def test_a_lesson_is_short_and_its_task_one_sentence(game: Game, number: int) -> None:
    told = _lesson(game, number)
    assert told.task.count(".") == told.task.endswith(".") == 1
    assert len(told.title) < 40
    assert len(told.says) < 300
    for said in (told.says, told.task, told.why, told.slip, *told.remarks.values()):
        assert said[0].isupper()
        assert said.endswith(".")


@pytest.mark.parametrize(("game", "number"), EVERY, ids=NAMES)
def test_the_rule_of_a_lesson_is_one_short_sentence_about_piles_of_the_game(game: Game, number: int) -> None:
    told, table = _lesson(game, number), layout(as_puzzle(game, number).variant.rules)
    assert told.rule[0].isupper()
    assert told.rule.count(".") == told.rule.endswith(".") == 1
    assert len(told.rule) <= 90
    assert told.lit
    assert set(told.lit.split()) <= set(table.ids)


def test_the_five_games_have_lessons() -> None:
    slugs = {game.slug for game in TAUGHT}
    assert slugs >= {"fortress", "six-by-four", "stalactites", "stonewall", "stronghold"}


def test_no_two_lessons_have_the_same_position() -> None:
    assert len({as_puzzle(*each).id for each in EVERY}) == len(EVERY)


def _lesson(game: Game, number: int) -> Lesson:
    told = lesson(game, number)
    assert told
    return told
