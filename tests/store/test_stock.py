"""The statements about the stock of winnable deals."""

from sqlalchemy import Connection

from app.store import stock

SHELF, OTHER_SHELF = ("stronghold", "cell=one"), ("stronghold", "cell=none")
PLAYER = "player-000000001"


def test_a_deal_is_taken_once_and_only_from_its_shelf(connection: Connection) -> None:
    stock.add(connection, SHELF, "17", "gentle")
    assert stock.take(connection, SHELF, "stern", PLAYER) is None
    assert stock.take(connection, OTHER_SHELF, "gentle", PLAYER) is None
    assert stock.take(connection, SHELF, "gentle", PLAYER) == "17"
    assert stock.take(connection, SHELF, "gentle", PLAYER) is None
    assert stock.knows(connection, SHELF, "17")


def test_a_deal_stands_on_a_shelf_once(connection: Connection) -> None:
    assert stock.add(connection, SHELF, "17", "gentle")
    assert not stock.add(connection, SHELF, "17", "stern")
    assert stock.add(connection, OTHER_SHELF, "17", "stern")
    assert stock.counts(connection) == {(*SHELF, "gentle"): 1, (*OTHER_SHELF, "stern"): 1}


def test_deals_that_were_taken_are_not_counted(connection: Connection) -> None:
    stock.add(connection, SHELF, "17", "gentle")
    stock.take(connection, SHELF, "gentle", PLAYER)
    assert stock.counts(connection) == {}


def test_the_deals_of_a_shelf_come_in_no_order(connection: Connection) -> None:
    numbers = [str(number) for number in range(100, 130)]
    for number in numbers:
        stock.add(connection, SHELF, number, "gentle")
    taken = [stock.take(connection, SHELF, "gentle", PLAYER) for _ in numbers]
    assert sorted(map(str, taken)) == numbers
    assert taken != numbers
