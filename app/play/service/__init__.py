"""What a player can do at a table, and who may see it."""
