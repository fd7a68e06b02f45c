"""How to read the texts that puzzles have stored."""

from app.features.puzzles.values.puzzle import RunKind
from app.features.puzzles.values.task import Outcome
from app.play.checking import Texts
from app.play.rows.texts import moves_of
from engine.games import find
from engine.puzzles.goals import read_goal

TEXTS: Texts = {
    "puzzle": {
        "moves": lambda row: moves_of(row.moves),
        "way": lambda row: moves_of(row.way),
        "goal": lambda row: read_goal(row.goal),
    },
    "puzzle_run": {"kind": lambda row: RunKind(row.kind), "game": lambda row: row.game and find(row.game)},
    "puzzle_attempt": {"outcome": lambda row: Outcome(row.outcome)},
    "task": {"outcome": lambda row: Outcome(row.outcome)},
}
