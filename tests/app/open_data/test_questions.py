"""The three questions of docs/data.md: the code there is the code that runs, and it answers."""

import re
from pathlib import Path
from random import Random

import pytest

from engine.games import find
from engine.moves import apply
from engine.position import deal
from engine.record import Do
from engine.solver import Solver, Verdict
from examples import open_data
from tests.app.open_data.conftest import filled, folder, publish
from tests.cli.conftest import CHECKOUT
from tests.engine.verdicts import WINS
from tests.population import play

__all__ = ["filled", "folder"]


@pytest.fixture(scope="module")
def solver() -> Solver:
    """Return a solver, which takes its time to make."""
    return Solver()


def test_the_page_shows_the_code_that_runs() -> None:
    page = (CHECKOUT / "docs" / "data.md").read_text(encoding="utf-8")
    source = (CHECKOUT / "examples" / "open_data.py").read_text(encoding="utf-8")
    shown = re.findall(r"```python\n(.*?)\n```", page, re.DOTALL)
    assert len(shown) == 4
    for code in shown:
        assert f"{code}\n" in source


def test_a_file_answers_all_three_questions(filled: str, folder: Path, solver: Solver) -> None:
    made = publish(filled, folder)
    assert made is not None
    file = folder / made.name
    hard = list(open_data.how_hard_deals_are(file))
    assert sum(int(found[1]) for found in map(re.compile(r"of (\d+) games").search, hard) if found) == made.games
    lost = list(open_data.where_wins_are_lost(solver, file))
    assert [text for text in lost if "wins lost" in text]
    paused = list(open_data.how_pauses_and_mistakes_go_together(solver, file))
    assert all("moves lost the win" in text for text in paused)


def test_the_move_that_lost_is_found(solver: Solver) -> None:
    win = next(win for win in WINS if win.slug == "stalactites")
    rules = win.rules
    positions = [deal(rules, win.deck)]
    for move in win.line:
        positions.append(apply(rules, positions[-1], move))
    assert open_data.lost_at(solver, rules, positions) is None
    hurried = play(find(win.slug).settle(win.options), int(win.deal), 0, Random(1))
    positions = [deal(rules, win.deck)]
    for deed, _ in hurried.deeds:
        if deed.move:
            positions.append(apply(rules, positions[-1], deed.move))
        elif deed.do is Do.UNDO:
            break
    place = open_data.lost_at(solver, rules, positions)
    assert place is not None
    assert solver.judge(rules, positions[place]) is Verdict.WINNABLE
    assert solver.judge(rules, positions[place + 1]) is Verdict.UNWINNABLE
