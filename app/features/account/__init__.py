"""A player's account, its tokens and settings, and how a player leaves."""
