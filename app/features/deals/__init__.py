"""New games: which deals there are, their pages, and challenges to play the same deal."""
