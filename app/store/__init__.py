"""Schema and statements: SQL in, frozen records out. Everything here works alike on SQLite and PostgreSQL."""
