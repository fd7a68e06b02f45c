"""News of changes for everybody who watches, carried within a process or between several."""
