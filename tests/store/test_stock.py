"""The stock of winnable deals."""

from sqlalchemy import Connection

from app.store import stock

SHELF = ("stronghold", "cell=one")


def test_a_deal_is_taken_once_and_only_from_its_shelf(connection: Connection) -> None:
    stock.add(connection, *SHELF, "17", "gentle")
    assert stock.take(connection, *SHELF, "stern") is None
    assert stock.take(connection, "stronghold", "cell=none", "gentle") is None
    assert stock.take(connection, *SHELF, "gentle") == "17"
    assert stock.take(connection, *SHELF, "gentle") is None


def test_a_deal_stands_on_a_shelf_once(connection: Connection) -> None:
    for band in ("gentle", "stern"):
        stock.add(connection, *SHELF, "17", band)
    stock.add(connection, "stronghold", "cell=none", "17", "stern")
    assert stock.counts(connection) == {(*SHELF, "gentle"): 1, ("stronghold", "cell=none", "stern"): 1}


def test_the_deals_of_a_shelf_come_in_no_order(connection: Connection) -> None:
    numbers = [str(number) for number in range(100, 130)]
    for number in numbers:
        stock.add(connection, *SHELF, number, "gentle")
    taken = [stock.take(connection, *SHELF, "gentle") for _ in numbers]
    assert sorted(map(str, taken)) == numbers
    assert taken != numbers
