"""What happens in a daily: it is chosen, played, closed and counted."""
