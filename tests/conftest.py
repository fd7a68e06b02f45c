"""What holds for every test."""

import os

# Solver processes cost seconds to start; the tests that need one say so.
os.environ.setdefault("RAMPART_SOLVERS", "0")
