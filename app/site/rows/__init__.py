"""Statements that concern several rooms."""
