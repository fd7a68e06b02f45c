"""What a player can ask about a position or a game."""
