"""Sessions and their streams for programs."""
