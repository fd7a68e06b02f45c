"""Tables at which somebody asks for help, and solvers that answer."""

from tests.app.play.desk import desk, sit, solver

__all__ = ["desk", "sit", "solver"]
