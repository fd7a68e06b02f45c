"""The front door: what guards it, what it counts, how pages are rendered and errors answered."""
