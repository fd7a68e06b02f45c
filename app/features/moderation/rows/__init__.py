"""Statements about reports, decisions and titles."""
