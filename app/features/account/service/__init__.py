"""What a player can do with an account: see what belongs to it, change it, download it, leave."""
