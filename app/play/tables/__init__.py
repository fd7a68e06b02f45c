"""The schema of games and of what solvers find."""
