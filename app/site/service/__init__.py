"""What concerns several rooms: checks, the lobby, and what operators see."""
