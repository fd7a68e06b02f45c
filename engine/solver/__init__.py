"""The solver says whether a position can be won: it finds a line that wins, or proves that there is none."""

from engine.asking import Verdict
from engine.solver.screening import screen
from engine.solver.search import DEFAULT_MEMORY, LEAST_MEMORY, Search, Solution, Solver, warm_up
from engine.solver.shortening import Shortened, shorten

__all__ = [
    "DEFAULT_MEMORY",
    "LEAST_MEMORY",
    "Search",
    "Shortened",
    "Solution",
    "Solver",
    "Verdict",
    "screen",
    "shorten",
    "warm_up",
]
