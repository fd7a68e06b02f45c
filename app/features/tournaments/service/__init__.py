"""What happens in a tournament: it is planned, joined, played and closed."""
