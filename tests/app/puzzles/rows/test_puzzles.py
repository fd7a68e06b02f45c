"""Puzzles that were found, attempts and ratings, on both databases."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy import Connection, Engine

from app.features.puzzles.rows import puzzle_runs, puzzles, ratings, tasks
from app.features.puzzles.values.puzzle import PuzzleRun, RunKind, Vote
from app.features.puzzles.values.task import Task, TaskOutcome
from app.features.ratings.values.rating import Rating
from app.people.rows import players
from app.play.rows import sessions
from engine.games import GAMES, variant_of
from engine.puzzles import Puzzle, Spaces, Theme, puzzle_id
from engine.rules import Variant
from tests.databases import ON_POSTGRES, plain_engine
from tests.rows import PLAYER, SESSION

FORTRESS = GAMES["fortress"]
OTHER = replace(PLAYER, id="player-000000002")
VARIANT: Variant = variant_of("fortress", "")


def found(columns: int = 1, deal: int | None = 4) -> Puzzle:
    """Make a puzzle of the deal that the session of `rows` has."""
    deck, goal = SESSION.deck, Spaces(columns)
    puzzle = Puzzle(
        id="", variant=VARIANT, deal=deal, deck=deck, moves=(), goal=goal, way=(), rating=1512.5,
        themes=(Theme.DEEP_DIG, Theme.SPARE_SPACE),
    )  # fmt: skip
    return replace(puzzle, id=puzzle_id(VARIANT, puzzle.position, goal))


@pytest.fixture
def engine(url: str) -> Engine:
    return plain_engine(url)


@pytest.fixture
def connection(engine: Engine) -> Iterator[Connection]:
    with engine.begin() as connection:
        for player in (PLAYER, OTHER):
            players.add(connection, player)
        yield connection


@pytest.mark.parametrize("deal", [4, None, 99999999999999999999])
def test_a_puzzle_comes_back_as_it_was_added_and_is_added_once(connection: Connection, deal: int | None) -> None:
    puzzle = found(deal=deal)
    assert puzzles.add(connection, puzzle, 7)
    assert not puzzles.add(connection, puzzle, 8)
    assert puzzles.find(connection, puzzle.id) == puzzle
    assert puzzles.find(connection, "abcdefgh") is None
    assert puzzles.list_found(connection, FORTRESS, 9) == {puzzle.id: 1512.5}
    assert puzzles.list_found(connection, GAMES["stonewall"], 9) == {}


def test_of_the_puzzles_found_only_the_last_are_offered(connection: Connection) -> None:
    every = [found(number) for number in range(1, 6)]
    for at, puzzle in enumerate(every):
        puzzles.add(connection, puzzle, at)
    assert puzzles.list_found(connection, FORTRESS, 2).keys() == {puzzle.id for puzzle in every[-2:]}


def test_an_attempt_begins_and_ends_once(connection: Connection) -> None:
    who, which = PLAYER.id, "abcdefgh"
    assert not puzzles.end_attempt(connection, who, which, TaskOutcome.SOLVED, 1)
    puzzles.open_attempt(connection, who, which, FORTRESS, 1)
    assert not puzzles.end_attempt(connection, who, which, TaskOutcome.SOLVED, 2)
    puzzles.begin_attempt(connection, who, which, 3)
    puzzles.begin_attempt(connection, who, which, 4)
    puzzles.open_attempt(connection, who, which, FORTRESS, 5)
    assert puzzles.end_attempt(connection, who, which, TaskOutcome.LOST, 6)
    assert not puzzles.end_attempt(connection, who, which, TaskOutcome.SOLVED, 7)
    assert puzzles.list_failed(connection, who, 5) == [which]
    puzzles.note_solved(connection, who, which, 8)
    puzzles.note_solved(connection, who, which, 9)
    attempt = puzzles.attempt_of(connection, who, which)
    assert attempt
    times = (attempt.opened_at, attempt.begun_at, attempt.ended_at, attempt.solved_at)
    assert (times, attempt.outcome) == ((5, 3, 6, 8), TaskOutcome.LOST)
    assert puzzles.list_failed(connection, who, 5) == []
    assert puzzles.attempts_of(connection, who, [FORTRESS]) == puzzles.history(connection, who, 5) == [attempt]
    assert puzzles.attempts_of(connection, OTHER.id, [FORTRESS]) == []


def test_votes_are_counted_one_for_each_player(connection: Connection) -> None:
    for player, vote in ((PLAYER.id, Vote.UP), (OTHER.id, Vote.UP), (PLAYER.id, Vote.DOWN)):
        puzzles.vote(connection, player, "abcdefgh", vote, 1)
    assert puzzles.votes(connection, "abcdefgh") == {Vote.UP: 1, Vote.DOWN: 1}
    puzzles.withdraw_vote(connection, PLAYER.id, "abcdefgh")
    assert puzzles.vote_of(connection, PLAYER.id, "abcdefgh") is None
    assert puzzles.votes(connection, "abcdefgh") == {Vote.UP: 1}


def test_a_try_ends_once(connection: Connection) -> None:
    sessions.add(connection, SESSION)
    tasks.add(connection, Task(SESSION.id, run_id="a run"))
    assert tasks.end(connection, Task(SESSION.id, TaskOutcome.LOST, 3, 9))
    assert not tasks.end(connection, Task(SESSION.id, TaskOutcome.SOLVED, None, 10))
    tasks.note_rating(connection, SESSION.id, 1500, 1380)
    kept = Task(SESSION.id, TaskOutcome.LOST, 3, 9, 1500, 1380, "a run")
    assert tasks.find(connection, SESSION.id) == tasks.of_run(connection, "a run") == kept


def test_the_best_run_is_kept_for_each_choice_of_games(connection: Connection) -> None:
    for number, (game, solved) in enumerate(((None, 3), (FORTRESS, 5), (None, 4))):
        run = PuzzleRun(f"run {number}", PLAYER.id, RunKind.STREAK, game, 0)
        puzzle_runs.add(connection, run)
        puzzle_runs.keep(connection, replace(run, solved=solved))
    assert puzzle_runs.bests(connection, PLAYER.id) == {(RunKind.STREAK, None): 4, (RunKind.STREAK, FORTRESS): 5}
    assert puzzle_runs.best(connection, PLAYER.id, RunKind.STREAK, None) == 4
    assert puzzle_runs.best(connection, PLAYER.id, RunKind.SPRINT, None) == 0


@ON_POSTGRES
def test_of_ten_who_rate_a_puzzle_at_once_none_is_lost(engine: Engine) -> None:
    def attempt(_: int) -> None:
        with engine.begin() as connection:
            before = ratings.lock_puzzle(connection, "abcdefgh", Rating(1400))
            ratings.keep_puzzle(connection, "abcdefgh", replace(before, attempts=before.attempts + 1))

    with ThreadPoolExecutor(5) as pool:
        list(pool.map(attempt, range(10)))
    with engine.begin() as connection:
        kept = ratings.of_puzzle(connection, "abcdefgh")
    assert kept == Rating(1400, attempts=10)
