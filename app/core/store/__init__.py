"""Databases: transactions, the desks and threads that run them, and migrations, for SQLite and PostgreSQL."""
