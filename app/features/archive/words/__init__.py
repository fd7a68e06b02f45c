"""History, statistics and replays in words."""
