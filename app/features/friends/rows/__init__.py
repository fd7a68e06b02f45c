"""Statements about friends and groups."""
