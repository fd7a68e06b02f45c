"""The pages of history, statistics and replays."""
