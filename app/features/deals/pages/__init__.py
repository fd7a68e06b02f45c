"""The pages of games, deals and challenges."""
