"""What a person can do without a game: have a name, an account and tokens."""
