"""Every variant is played to a win by what a screen reader speaks, and by nothing else."""

from collections.abc import Iterator
from contextlib import contextmanager
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
from tests.ear.playing import FRONT, Player
from tests.engine.verdicts import WINS, Verdict

DAILY = next(win for win in WINS if win.slug == "fortress" and win not in SHORTEST)

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server on which nobody works things out: that would take the browsers' time."""
    _need()
    with _serving(tmp_path_factory.mktemp("served"), solvers=0) as origin:
        yield origin


@pytest.fixture
def heard(served: str, tmp_path: Path) -> Iterator[Ear]:
    """Return a browser of this test's own: of one user, only one is heard at a time, so others wait for it."""
    with listening(tmp_path, served) as ear:
        yield ear


def _need() -> None:
    if missing():
        pytest.skip(f"{ABSENT}{', '.join(missing())}.")


@contextmanager
def _serving(folder: Path, solvers: int) -> Iterator[str]:
    with serving(folder, solvers=solvers) as origin:
        _prepare(folder)
        yield origin


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
def test_a_game_is_won_by_ear_from_the_front_page(heard: Ear, served: str, win: Verdict) -> None:
    player = Player(heard, win.rules, deal(win.rules, win.deck))
    player.play_through(served, win)
    player.count.check()


def test_a_lesson_is_taken_by_ear(heard: Ear, served: str) -> None:
    game = GAMES["fortress"]
    heard.go(f"{served}/learn/fortress/1", lessons(game)[0].title)
    heard.until("Tab", "Start the lesson push button")
    _solve(heard, game, as_puzzle(game, 1))
    heard.until("Tab", "Next lesson push button")


def test_a_puzzle_is_solved_by_ear(tmp_path: Path) -> None:
    _need()
    game = PUZZLE.variant.game
    # A move off the puzzle's way is for a solver to judge.
    (tmp_path / "served").mkdir()
    with _serving(tmp_path / "served", solvers=1) as origin, listening(tmp_path, origin) as ear:
        ear.go(f"{origin}/puzzles/{PUZZLE.id}", game.name)
        ear.until("Tab", "Try it push button")
        _solve(ear, game, PUZZLE)
        ear.until("Tab", "Next puzzle push button")


def test_todays_daily_is_won_by_ear_and_its_board_is_read(heard: Ear, served: str) -> None:
    game = GAMES[DAILY.slug]
    heard.go(served, FRONT)
    heard.until("Tab", "Today link")
    heard.follow("")
    heard.until("Tab", f"{game.name}", f"Play today’s daily, {game.name}")
    heard.follow(game.name)
    heard.until("Tab", "Start push button")
    player = Player(heard, DAILY.rules, deal(DAILY.rules, DAILY.deck))
    player.sit_down(game)
    player.listen_to_the_table()
    player.win(DAILY.line)
    player.count.check()
    heard.until("Tab", "To the daily")
    heard.follow(game.name)
    heard.until("Tab", "The leaderboard")
    board = heard.follow("")
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
    player.count.check()
