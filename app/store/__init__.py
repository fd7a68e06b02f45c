"""The schema and the statements: SQL in, frozen records out. Everything works alike on SQLite and PostgreSQL."""
