"""Mining: the solver finds positions that can become puzzles, and simple players judge how hard they are.

judge      verdicts on positions, each searched for once
players    random and greedy play towards a goal
ways       goals on a winning line, and the short way to each
quality    what makes a puzzle, and how hard it is
tagging    the themes of a puzzle
mine       the search through deals
"""

from engine.solver.mining.judge import Judge
from engine.solver.mining.mine import Mine
from engine.solver.mining.quality import Candidate, Flaw, assess

__all__ = ["Candidate", "Flaw", "Judge", "Mine", "assess"]
