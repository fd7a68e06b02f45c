"""The pages of puzzles and lessons, and what beside a table belongs to them."""
