"""Deals proved winnable: those kept in stock, those that come with Rampart, and those kept for races."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from random import sample
from secrets import choice, randbelow

from sqlalchemy import Connection

from app.play.rows import deal_play, stock
from app.play.values.shelf import Band, Shelf, bands_of
from engine.caching import cached
from engine.deals import LAST_DEAL, LAST_RANDOM_DEAL
from engine.games import GAMES
from engine.rules import Variant

FOUND_AHEAD = Path(__file__).with_name("found_ahead.json")
FIRST_DEALS = Path(__file__).with_name("first_deals.json")
DEALS_A_SHELF = 24
"""How many deals of a shelf and a band are kept ready."""
DEALS_FOR_RACES = 6
"""How many are kept ready for races on each variant."""
KEPT_FOR_RACES = 3
"""How many of these other events must leave: they can wait for their deals, but a room full of people cannot."""
WISH_MS = 10 * 60_000
"""How long solvers look first for a deal that somebody waits for."""
_A_PAGE = 50
"""How many deals one statement compares with those that a player has begun."""


class Stands(StrEnum):
    """How the search for a deal stands."""

    READY = "ready"
    LOOKING = "looking"
    """Solvers are looking for one."""
    NOTHING = "nothing"


@cached()
def shelves() -> tuple[Shelf, ...]:
    """Return every shelf of the stock."""
    return tuple(dict.fromkeys(Shelf.of(variant) for game in GAMES.values() for variant in game.variants({})))


@cached()
def race_shelves() -> tuple[Shelf, ...]:
    """Return every variant's shelf of deals for races."""
    return tuple(Shelf.for_races(variant) for game in GAMES.values() for variant in game.variants({}))


def take(
    connection: Connection, variant: Variant, bands: Sequence[Band], player_id: str, besides: Collection[int] = ()
) -> int | None:
    """Take a deal that is proved winnable, from the first of these bands that has one; None if none of them has.

    It comes from the stock or, none of `besides`, from the list that ships, and the player has never begun it.
    The first gentle deals are those that forgive most. Only if no such deal is left can it be any deal on the list.
    """
    shelf = Shelf.of(variant)
    as_played = _as_played(connection, shelf)
    if bands and bands[0] is Band.GENTLE:
        first = [deal for deal in first_deals()[shelf] if deal in as_played[Band.GENTLE] and deal not in besides]
        if deal := _not_begun(connection, player_id, first):
            return deal
    for band in bands:
        if deal := stock.take(connection, shelf, band, player_id):
            return deal
    listed = [[deal for deal in as_played[band] if deal not in besides] for band in bands]
    for numbers in listed:
        if fresh := _not_begun(connection, player_id, numbers):
            return fresh
    return next((choice(numbers) for numbers in listed if numbers), None)


def stands(connection: Connection, variant: Variant, bands: Sequence[Band], now: int) -> Stands:
    """Return the state of the search for a proved deal of one of these bands."""
    shelf, counts = Shelf.of(variant), stock.counts(connection)
    as_played = _as_played(connection, shelf)
    if any(counts.get((shelf, band)) or as_played[band] for band in bands):
        return Stands.READY
    wishes = stock.wishes(connection, now)
    return Stands.LOOKING if any((shelf, band) in wishes for band in bands) else Stands.NOTHING


def is_proved(connection: Connection, variant: Variant, deal: int) -> bool:
    """Return whether a deal is on the list that ships, or is or was in stock."""
    shelf = Shelf.of(variant)
    return deal in _shipped_numbers(shelf) or stock.knows(connection, shelf, deal)


def band_of(connection: Connection, shelf: Shelf, deal: int) -> Band | None:
    """Return the band of a deal by the solver's search; None if the deal neither ships nor was ever in stock."""
    return _shipped_band(shelf, deal) or stock.band_of(connection, shelf, deal)


def bands(connection: Connection, deals: Iterable[tuple[Shelf, int]]) -> list[Band]:
    """List the bands of those deals, each on its shelf, that ship or were ever in stock, with one look into the stock.

    They are in no order.
    """
    shipped = {(shelf, deal): _shipped_band(shelf, deal) for shelf, deal in deals}
    others = [one for one, band in shipped.items() if band is None]
    return [*filter(None, shipped.values()), *stock.bands(connection, others)]


def _shipped_band(shelf: Shelf, deal: int) -> Band | None:
    return next((band for band, numbers in shipped_deals()[shelf].items() if deal in numbers), None)


@cached()
def shipped_deals() -> Mapping[Shelf, Mapping[Band, tuple[int, ...]]]:
    """Return the list of winnable deals that ships; `python -m app.site.commands.found` finds more."""
    kept = json.loads(FOUND_AHEAD.read_text())
    return {shelf: {band: tuple(kept.get(shelf.name, {}).get(band, ())) for band in Band} for shelf in shelves()}


@cached()
def first_deals() -> Mapping[Shelf, tuple[int, ...]]:
    """Return the gentle deals that a player gets first; `python -m bench.first_deals` chooses them."""
    kept = json.loads(FIRST_DEALS.read_text())
    return {shelf: tuple(kept.get(shelf.name, ())) for shelf in shelves()}


def wanting(connection: Connection) -> list[Shelf]:
    """List the shelves that have room for more deals."""
    counts = stock.counts(connection)
    return [
        shelf
        for shelf in shelves()
        if any(counts.get((shelf, band), 0) < DEALS_A_SHELF for band in bands_of(shelf.game))
    ]


def add(connection: Connection, shelf: Shelf, found: Mapping[int, Band]) -> int:
    """Put deals on their shelf, as many of each band as there is room for; return how many."""
    counts, added = stock.counts(connection), 0
    room = {band: DEALS_A_SHELF - counts.get((shelf, band), 0) for band in Band}
    for deal, band in found.items():
        if room[band] > 0 and deal not in _shipped_numbers(shelf) and stock.add(connection, shelf, deal, band):
            room[band] -= 1
            added += 1
    return added


def wish(connection: Connection, variant: Variant, bands: Iterable[Band], now: int) -> None:
    """Ask solvers to look for a deal of one of these bands before any other."""
    for band in sorted(bands):
        stock.add_wish(connection, Shelf.of(variant), band, now + WISH_MS)


def next_wish(connection: Connection, now: int) -> Shelf | None:
    """Return a shelf for which somebody waits; None if there is none."""
    wishes = stock.wishes(connection, now)
    counts = stock.counts(connection) if wishes else {}
    return next((shelf for shelf, band in wishes if shelf in shelves() and not counts.get((shelf, band))), None)


def secret_deal() -> int:
    """Draw a deal that nobody can have seen: one of some 2**66 numbers above all random deals."""
    return LAST_RANDOM_DEAL + 1 + randbelow(LAST_DEAL - LAST_RANDOM_DEAL)


def take_for_race(connection: Connection, variant: Variant) -> int | None:
    """Take a secret deal that is proved winnable under these options and that nobody has met; None if none is kept."""
    return stock.take_for_race(connection, Shelf.for_races(variant))


def take_spare(connection: Connection, variant: Variant) -> int | None:
    """Take a secret deal that is proved winnable for an event that can wait; None if races need those that are left."""
    return stock.take_spare(connection, Shelf.for_races(variant), KEPT_FOR_RACES)


def is_ready_for_races(connection: Connection, shelf: Shelf) -> bool:
    """Return whether a proved deal for a race is kept ready."""
    return stock.counts_for_races(connection).get(shelf, 0) > 0


def list_begun(connection: Connection, player_id: str, deals: Sequence[int]) -> set[int]:
    """Return which of these deals a player has begun."""
    return stock.list_begun(connection, player_id, deals)


def wanting_for_races(connection: Connection) -> list[tuple[Shelf, int]]:
    """List the shelves that lack deals for races, with how many each has, the emptiest first."""
    counts = stock.counts_for_races(connection)
    kept = [(shelf, counts.get(shelf, 0)) for shelf in race_shelves()]
    return sorted(((shelf, count) for shelf, count in kept if count < DEALS_FOR_RACES), key=lambda each: each[1])


@cached()
def _shipped_numbers(shelf: Shelf) -> frozenset[int]:
    return frozenset(number for numbers in shipped_deals()[shelf].values() for number in numbers)


def _as_played(connection: Connection, shelf: Shelf) -> Mapping[Band, Sequence[int]]:
    """Return the list that ships, with each deal in the band that players' results put it in."""
    listed, moved = shipped_deals()[shelf], deal_play.list_moved(connection, shelf)
    if not moved:
        return listed
    pairs = [(moved.get(number, band), number) for band, numbers in listed.items() for number in numbers]
    return {band: [number for its, number in pairs if its is band] for band in Band}


def _not_begun(connection: Connection, player_id: str, numbers: Sequence[int]) -> int | None:
    """Draw one of these deals that the player has never begun; None if there is none."""
    drawn = sample(numbers, k=len(numbers))
    for first in range(0, len(drawn), _A_PAGE):
        page = drawn[first : first + _A_PAGE]
        known = stock.list_begun(connection, player_id, page)
        if fresh := next((deal for deal in page if deal not in known), None):
            return fresh
    return None
