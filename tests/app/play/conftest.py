"""Tables, and solvers for the questions asked at them."""

from tests.app.play.desk import desk, sit, solver
from tests.app.play.table import table, theirs

__all__ = ["desk", "sit", "solver", "table", "theirs"]
