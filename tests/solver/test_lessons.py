"""What the lessons say of winning and losing, proved."""

import pytest

from engine.asking import Verdict
from engine.games import GAMES
from engine.lessons import as_puzzle, lesson, lessons, warnings_in
from engine.moves import Move, apply, legal_moves, replay
from engine.rules import Game
from engine.solver import Solver

EVERY = [(game, number) for game in GAMES.values() for number in range(1, len(lessons(game)) + 1)]
NAMES = [f"{game.slug} {number}" for game, number in EVERY]
KEEPS_THE_WIN = {"fortress 1": {"t7-t9", "t8-t9"}}
"""Remarks about moves that keep the win and do not help; all others are about moves that lose."""


@pytest.mark.parametrize(("game", "number"), EVERY, ids=NAMES)
def test_the_way_of_a_lesson_keeps_the_win_and_its_remarks_are_about_moves_that_lose(game: Game, number: int) -> None:
    puzzle, told, solver = as_puzzle(game, number), lesson(game, number), Solver()
    assert told
    rules = puzzle.variant.rules
    end = replay(rules, puzzle.deck, (*puzzle.moves, *puzzle.way))
    assert solver.solve(rules, end).verdict is Verdict.WINNABLE
    for text in told.remarks:
        verdict = solver.solve(rules, apply(rules, puzzle.position, Move.read(text))).verdict
        helpless = text in KEEPS_THE_WIN.get(f"{game.slug} {number}", set())
        assert verdict is (Verdict.WINNABLE if helpless else Verdict.UNWINNABLE), text


WARY = [(game, number) for game, number in EVERY if lessons(game)[number - 1].wary]


@pytest.mark.parametrize(("game", "number"), WARY, ids=str)
def test_a_lesson_warns_of_moves_that_keep_the_win_and_never_of_its_own_way(game: Game, number: int) -> None:
    puzzle, told, solver = as_puzzle(game, number), lesson(game, number), Solver()
    assert told
    rules = puzzle.variant.rules
    assert not any(warnings_in(told, puzzle.way))
    against = [move for move in legal_moves(rules, puzzle.position) if any(warnings_in(told, [move]))]
    assert {warnings_in(told, [move])[0] for move in against} == set(told.wary.values())
    verdicts = [solver.solve(rules, apply(rules, puzzle.position, move)).verdict for move in against]
    assert Verdict.WINNABLE in verdicts
