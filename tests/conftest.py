"""What holds for every test."""

import os

from tests.databases import _migrated_schema, backend, empty_url, migrated, postgres_url, url

__all__ = ["_migrated_schema", "backend", "empty_url", "migrated", "postgres_url", "url"]

# Solver processes cost seconds to start; the tests that need one say so.
os.environ.setdefault("RAMPART_SOLVERS", "0")
