"""Solvers that answer whether a deal can be won."""

from tests.app.play.desk import desk, solver

__all__ = ["desk", "solver"]
