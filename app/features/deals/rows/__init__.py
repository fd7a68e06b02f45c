"""Statements about challenges."""
