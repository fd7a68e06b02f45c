"""Mining: positions of which a puzzle can be made, found by the solver and judged by play.

judge      verdicts on positions, each asked for once
players    random and greedy play towards a goal
ways       goals on a winning line, and the short way to each
quality    what makes a puzzle, and how hard it is
tagging    what it is about
mine       the search through deals
"""

from engine.solver.mining.judge import Judge
from engine.solver.mining.mine import Mine
from engine.solver.mining.quality import Candidate, Fault, assess

__all__ = ["Candidate", "Fault", "Judge", "Mine", "assess"]
