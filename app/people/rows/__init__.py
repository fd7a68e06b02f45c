"""Statements about players, accounts and tokens."""
