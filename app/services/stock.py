"""Deals proved winnable, kept in stock for those who ask for one."""

import json
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import product
from pathlib import Path
from secrets import choice

from sqlalchemy import Connection

from app.services.rulebook import options_text, read_options
from app.store import stock
from engine.games import GAMES
from engine.rules import Game

FOUND_AHEAD = Path(__file__).with_name("found_ahead.json")
DEALS_A_SHELF = 24
"""How many deals of a game, its options and a band are kept ready."""


class Band(StrEnum):
    """How hard a winnable deal is, by the search that it took to find a way."""

    GENTLE = "gentle"
    STEADY = "steady"
    STERN = "stern"


Shelf = tuple[str, str]
"""A game's slug, and its options as they are stored."""


def shelves() -> Iterator[Shelf]:
    """Give every game with each of its choices of options."""
    for game in GAMES.values():
        for values in product(*(option.values for option in game.options)):
            named = zip((option.name for option in game.options), values, strict=True)
            yield game.slug, options_text(dict(named))


def take(connection: Connection, game: Game, chosen: Mapping[str, str], bands: Sequence[Band]) -> int | None:
    """Take a deal that can be won with these options chosen, of the first of these bands that has one.

    Where an option is still open the deal can be won under at least one of its values. Where the stock has none it is
    one of the deals found ahead; None where there is none of those either.
    """
    fitting = [
        (slug, options)
        for slug, options in shelves()
        if slug == game.slug and chosen.items() <= read_options(options).items()
    ]
    for band, shelf in product(bands, fitting):
        if deal := stock.take(connection, *shelf, band):
            return int(deal)
    ahead = found_ahead()
    return next((choice(ahead[shelf][band]) for band, shelf in product(bands, fitting) if ahead[shelf][band]), None)


@cache
def found_ahead() -> dict[Shelf, dict[Band, tuple[int, ...]]]:
    """Give the winnable deals that come with Rampart; `make deals` finds them anew."""
    kept = json.loads(FOUND_AHEAD.read_text())
    return {shelf: {band: tuple(kept.get(" ".join(shelf), {}).get(band, ())) for band in Band} for shelf in shelves()}


def wanting(connection: Connection) -> list[Shelf]:
    """List the shelves that have room for more deals."""
    counts = stock.counts(connection)
    return [shelf for shelf in shelves() if any(counts.get((*shelf, band), 0) < DEALS_A_SHELF for band in Band)]


def add(connection: Connection, shelf: Shelf, found: dict[int, Band]) -> int:
    """Put deals on their shelf, as many of a band as there is room for; give how many were put there."""
    counts, added = stock.counts(connection), 0
    room = {band: DEALS_A_SHELF - counts.get((*shelf, band), 0) for band in Band}
    for deal, band in found.items():
        if room[band] > 0:
            stock.add(connection, *shelf, str(deal), band)
            room[band] -= 1
            added += 1
    return added
