"""Statements about sessions, their logs, and what solvers know of them."""
