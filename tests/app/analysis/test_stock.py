"""The shelves of winnable deals: filled, and taken from."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection

from app.services import stock
from app.services.stock import DEALS_A_SHELF, Band
from app.store import stock as store
from engine.games import GAMES
from tests.databases import empty_url, plain_engine, url

__all__ = ["empty_url", "url"]

BY_ONES, BY_TWOS = ("stalactites", "by=ones"), ("stalactites", "by=twos")
STALACTITES = GAMES["stalactites"]
NOTHING: dict[Band, tuple[int, ...]] = dict.fromkeys(Band, ())


@pytest.fixture
def connection(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Connection]:
    """Give a connection to an empty stock, where no deals were found ahead either."""
    monkeypatch.setattr(stock, "found_ahead", lambda: dict.fromkeys(stock.shelves(), NOTHING))
    with plain_engine(url).begin() as opened:
        yield opened


def test_every_game_has_a_shelf_for_each_of_its_choices() -> None:
    shelves = list(stock.shelves())
    assert len(shelves) == len(set(shelves)) == 8
    assert {slug for slug, _ in shelves} == set(GAMES)


def test_an_empty_stock_wants_everything_and_gives_nothing(connection: Connection) -> None:
    assert stock.wanting(connection) == list(stock.shelves())
    assert stock.take(connection, STALACTITES, {"by": "ones"}, tuple(Band)) is None


def test_a_shelf_takes_no_more_than_there_is_room_for(connection: Connection) -> None:
    found = dict.fromkeys(range(1, DEALS_A_SHELF + 6), Band.GENTLE)
    assert stock.add(connection, BY_ONES, found) == DEALS_A_SHELF
    assert stock.add(connection, BY_ONES, {99: Band.GENTLE}) == 0
    assert BY_ONES in stock.wanting(connection), "there is room for harder deals"
    for band in (Band.STEADY, Band.STERN):
        stock.add(connection, BY_ONES, dict.fromkeys(range(1000 * len(band), 1000 * len(band) + DEALS_A_SHELF), band))
    assert BY_ONES not in stock.wanting(connection)


def test_a_deal_is_of_the_first_band_that_has_one_and_dealt_once(connection: Connection) -> None:
    stock.add(connection, BY_ONES, {7: Band.STERN, 8: Band.STEADY})
    wanted = (Band.GENTLE, Band.STEADY)
    assert stock.take(connection, STALACTITES, {"by": "ones"}, wanted) == 8
    assert stock.take(connection, STALACTITES, {"by": "ones"}, wanted) is None
    assert stock.take(connection, STALACTITES, {"by": "twos"}, tuple(Band)) is None


def test_where_an_option_is_open_any_of_its_shelves_will_do(connection: Connection) -> None:
    stock.add(connection, BY_TWOS, {9: Band.GENTLE})
    assert stock.take(connection, STALACTITES, {}, (Band.GENTLE,)) == 9


def test_an_empty_shelf_is_helped_out_by_what_was_found_ahead(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead = {shelf: NOTHING | {Band.STERN: (41, 42)} for shelf in stock.shelves()}
    monkeypatch.setattr(stock, "found_ahead", lambda: ahead)
    store.add(connection, *BY_ONES, "7", Band.STERN)
    taken = [stock.take(connection, STALACTITES, {"by": "ones"}, (Band.STERN,)) for _ in range(3)]
    assert taken[0] == 7
    assert set(taken[1:]) <= {41, 42}
