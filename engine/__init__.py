"""The games: their rules as data, positions as values, and one statement of legality.

Nothing in here reads a clock, draws at random (but the deal) or touches a file or a socket.
"""
