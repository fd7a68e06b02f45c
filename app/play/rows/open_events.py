"""Rows of open events, read so that one which is spoilt still keeps its secret and hides nothing else.

An event whose game cannot be read counts as one of every game. A deck that cannot be read is dealt again from its
number.
"""

from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import Row, Table

from app.core.store.types import Spoilt
from app.core.store.unreadable import NOT_READ, unreadable
from app.play.rows.sessions import deck_of
from engine.deals import Deck, shuffled
from engine.games import GAMES
from engine.rules import Game


def decks(table: Table, rows: Iterable[Row[Any]]) -> list[tuple[Game, Deck]]:
    """List the games and decks of rows with a game, a deal and a deck, in the order of the rows."""
    return [(game, deck) for row in rows for deck in _deal(table, row) for game in _games(table, row)]


def looks(table: Table, rows: Iterable[Row[Any]]) -> set[tuple[Game, str]]:
    """Return the games and likenesses of rows with a game and a likeness."""
    return {(game, row.likeness) for row in rows for game in _games(table, row)}


def _games(table: Table, row: Row[Any]) -> Collection[Game]:
    if isinstance(row.game, Game):
        return (row.game,)
    if not isinstance(row.game, Spoilt) and row.game in GAMES:
        return (GAMES[row.game],)
    unreadable(table, row)
    return GAMES.values()


def _deal(table: Table, row: Row[Any]) -> Collection[Deck]:
    try:
        return (deck_of(row.deck),)
    except NOT_READ:
        unreadable(table, row)
    try:
        return (shuffled(int(row.deal)),)
    except NOT_READ:
        # The likeness is left, which keeps this deal itself.
        return ()
