"""Games that were played: a player's history and statistics, and replays."""
