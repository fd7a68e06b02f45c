"""The games: their rules as data, positions as values, and one statement of legality.

Outside the solver, nothing here reads a clock, touches a file or a socket, or draws at random, except for the deal.
"""
