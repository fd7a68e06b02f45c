"""Sessions, turns, events and questions, as values."""
