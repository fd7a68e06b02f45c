"""The schema and the statements: SQL goes in, frozen records come out. SQLite and PostgreSQL work alike."""
