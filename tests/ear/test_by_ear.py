"""Every variant is played to a win by what a screen reader speaks, and by nothing else."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.features.daily.service import daily
from app.features.daily.service.calendar import opens_at
from app.features.daily.service.daily import FoundDeal, UndealtDaily
from app.features.puzzles.rows import puzzles
from engine.games import GAMES
from engine.lessons import as_puzzle, lessons
from engine.position import deal
from engine.puzzles import Puzzle
from engine.rules import Game
from tests.app.puzzles.conftest import PUZZLE
from tests.chromium.serving import serving
from tests.chromium.variants import SHORTEST
from tests.databases import transaction
from tests.ear.listening import ABSENT, Ear, listening, missing
from tests.ear.playing import FRONT, Count, Player
from tests.engine.verdicts import WINS, Verdict

DAILY = next(win for win in WINS if win.slug == "fortress" and win not in SHORTEST)
MOST_KEYS, MOST_WORDS = 7, 25
"""For one action; `finish` takes as many keys."""

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Ear, str]]:
    """Return a browser that is heard, and the address of the server that it visits."""
    if missing():
        pytest.skip(f"{ABSENT}{', '.join(missing())}.")
    with ExitStack() as opened:
        folder = tmp_path_factory.mktemp("served")
        origin = opened.enter_context(serving(folder, solvers=1))
        _prepare(folder)
        yield opened.enter_context(listening(tmp_path_factory.mktemp("ear"), origin)), origin


def _prepare(folder: Path) -> None:
    """Add a puzzle, and today's daily of a game."""
    today = datetime.now(UTC).date()
    with transaction(f"sqlite:///{folder / 'rampart.sqlite3'}") as connection:
        puzzles.add(connection, PUZZLE, 0)
        wanted = UndealtDaily(today, GAMES[DAILY.slug], int(DAILY.deal))
        lines = dict.fromkeys(wanted.variants, DAILY.line)
        found = FoundDeal(wanted.first, lines, dict.fromkeys(lines, len(DAILY.line)), "none")
        assert daily.choose(connection, b"", wanted, found, opens_at(today) - 1)


@pytest.mark.parametrize("win", SHORTEST, ids=str)
def test_a_game_is_won_by_ear_from_the_front_page(heard: tuple[Ear, str], win: Verdict) -> None:
    ear, origin = heard
    player = Player(ear, win.rules, deal(win.rules, win.deck))
    player.play_through(origin, win)
    _check(player.count)


def test_a_lesson_is_taken_by_ear(heard: tuple[Ear, str]) -> None:
    ear, origin = heard
    game = GAMES["fortress"]
    ear.go(f"{origin}/learn/fortress/1", lessons(game)[0].title)
    ear.until("Tab", "Start the lesson push button")
    _solve(ear, game, as_puzzle(game, 1))
    ear.until("Tab", "Next lesson push button")


def test_a_puzzle_is_solved_by_ear(heard: tuple[Ear, str]) -> None:
    ear, origin = heard
    game = PUZZLE.variant.game
    ear.go(f"{origin}/puzzles/{PUZZLE.id}", game.name)
    ear.until("Tab", "Try it push button")
    _solve(ear, game, PUZZLE)
    ear.until("Tab", "Next puzzle push button")


def test_todays_daily_is_won_by_ear_and_its_board_is_read(heard: tuple[Ear, str]) -> None:
    ear, origin = heard
    game = GAMES[DAILY.slug]
    ear.go(origin, FRONT)
    ear.until("Tab", "Today link")
    ear.follow("")
    ear.until("Tab", f"{game.name}", f"Play today’s daily, {game.name}")
    ear.follow(game.name)
    ear.until("Tab", "Start push button")
    player = Player(ear, DAILY.rules, deal(DAILY.rules, DAILY.deck))
    player.sit_down(game)
    player.listen_to_the_table()
    player.win(DAILY.line)
    _check(player.count)
    ear.until("Tab", "To the daily")
    ear.follow(game.name)
    ear.until("Tab", "The leaderboard")
    board = ear.follow("")
    assert f"{len(DAILY.line)}" in board


def _solve(ear: Ear, game: Game, puzzle: Puzzle) -> None:
    """Take the way of a puzzle, and hear that it is solved."""
    player = Player(ear, puzzle.variant.rules, puzzle.position)
    player.sit_down(game)
    player.listen_to_the_table()
    player.open_the_line()
    for move in puzzle.way[:-1]:
        player.write(move)
    player.write(puzzle.way[-1], "Solved")
    _check(player.count)


def _check(count: Count) -> None:
    assert (count.silent, count.twice, count.false) == ([], [], [])
    assert max(count.keys) <= MOST_KEYS
    assert max(count.words) <= MOST_WORDS
