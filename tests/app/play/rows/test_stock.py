"""The statements about the stock of winnable deals."""

from sqlalchemy import Connection

from app.play.rows import stock
from app.play.values.shelf import Band, Shelf
from engine.games import find

SHELF, OTHER_SHELF = (Shelf(find("stronghold"), f"cell={cells}") for cells in ("one", "none"))
PLAYER = "player-000000001"


def test_a_deal_is_taken_once_and_only_from_its_shelf(connection: Connection) -> None:
    stock.add(connection, SHELF, 17, Band.GENTLE)
    assert stock.take(connection, SHELF, Band.HARD, PLAYER) is None
    assert stock.take(connection, OTHER_SHELF, Band.GENTLE, PLAYER) is None
    assert stock.take(connection, SHELF, Band.GENTLE, PLAYER) == 17
    assert stock.take(connection, SHELF, Band.GENTLE, PLAYER) is None
    assert stock.knows(connection, SHELF, 17)


def test_a_deal_stands_on_a_shelf_once(connection: Connection) -> None:
    assert stock.add(connection, SHELF, 17, Band.GENTLE)
    assert not stock.add(connection, SHELF, 17, Band.HARD)
    assert stock.add(connection, OTHER_SHELF, 17, Band.HARD)
    assert stock.counts(connection) == {(SHELF, Band.GENTLE): 1, (OTHER_SHELF, Band.HARD): 1}


def test_deals_that_were_taken_are_not_counted(connection: Connection) -> None:
    stock.add(connection, SHELF, 17, Band.GENTLE)
    stock.take(connection, SHELF, Band.GENTLE, PLAYER)
    assert stock.counts(connection) == {}


def test_the_deals_of_a_shelf_come_in_no_order(connection: Connection) -> None:
    numbers = [*range(100, 130)]
    for number in numbers:
        stock.add(connection, SHELF, number, Band.GENTLE)
    taken = [stock.take(connection, SHELF, Band.GENTLE, PLAYER) for _ in numbers]
    assert sorted(filter(None, taken)) == numbers
    assert taken != numbers


def test_a_wish_counts_once_until_its_last_time(connection: Connection) -> None:
    for until in (20, 10):
        stock.add_wish(connection, SHELF, Band.GENTLE, until)
    stock.add_wish(connection, SHELF, Band.HARD, 30)
    stock.add_wish(connection, OTHER_SHELF, Band.GENTLE, 30)
    others = {(SHELF, Band.HARD), (OTHER_SHELF, Band.GENTLE)}
    assert sorted(stock.wishes(connection, 9)) == sorted({(SHELF, Band.GENTLE), *others})
    assert set(stock.wishes(connection, 10)) == others
    assert stock.wishes(connection, 30) == []
