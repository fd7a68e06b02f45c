"""News from whoever changes something to whoever watches it."""
