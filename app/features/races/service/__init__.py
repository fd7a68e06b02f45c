"""What happens in a race: players meet, race, win and get ratings."""
