"""Machinery that knows no cards: databases, streams of news, settings, clocks, refusals."""
