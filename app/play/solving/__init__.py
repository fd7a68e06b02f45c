"""Solvers in processes of their own, and what they do when, asked and idle."""
