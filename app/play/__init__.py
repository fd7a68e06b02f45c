"""A game at its table: the session, its log, the board, moves, and solvers."""
