"""What a player can do with deals: look one up, choose how hard it is, challenge somebody."""
