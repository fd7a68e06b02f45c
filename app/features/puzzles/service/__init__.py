"""What a player can do with puzzles and lessons."""
