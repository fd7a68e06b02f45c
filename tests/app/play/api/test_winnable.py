"""Beginning a session on a deal that is proved winnable, by the JSON API."""

import pytest

from app.core.clock import now_ms
from app.play.service import stock
from app.play.values.shelf import Band, Shelf
from engine.games import find
from tests.app.play.api.conftest import Api, given, refused
from tests.databases import transaction

FORTRESS = find("fortress").settle({})
SHELF = Shelf.of(FORTRESS)
NUMBERS = {Band.GENTLE: 11, Band.STEADY: 12, Band.HARD: 13}


@pytest.fixture
def empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no list of deals ship."""
    monkeypatch.setattr(stock, "shipped_deals", lambda: {shelf: dict.fromkeys(Band, ()) for shelf in stock.shelves()})
    monkeypatch.setattr(stock, "first_deals", lambda: dict.fromkeys(stock.shelves(), ()))


@pytest.fixture
def stocked(database_url: str) -> None:
    """Put a deal of each band in stock."""
    with transaction(database_url) as connection:
        assert stock.add(connection, SHELF, {number: band for band, number in NUMBERS.items()}) == 3


@pytest.mark.usefixtures("empty", "stocked")
@pytest.mark.parametrize("band", Band)
def test_a_program_gets_a_deal_as_hard_as_it_asks_for_and_then_none(api: Api, band: Band) -> None:
    for more in ({}, {"winnable": True}, {"winnable": False}):
        answer = api.post("", game="fortress", strength=band, **more)
        if more:
            assert answer.json()["code"] == "not_yet"
        else:
            assert given(answer, 201)["deal"] == str(NUMBERS[band])


@pytest.mark.usefixtures("empty", "stocked")
def test_a_winnable_deal_is_of_any_band_and_never_one_that_was_begun(api: Api) -> None:
    deals = {given(api.post("", game="fortress", winnable=True), 201)["deal"] for _ in NUMBERS}
    assert deals == {str(number) for number in NUMBERS.values()}
    assert api.post("", game="fortress", winnable=True).status_code == 422
    # Whoever does not ask still gets any deal.
    assert given(api.post("", game="fortress", winnable=False), 201)["deal"] not in deals


@pytest.mark.usefixtures("empty")
def test_where_none_is_ready_solvers_look_for_one(api: Api, database_url: str) -> None:
    sentence = refused(api.post("", game="fortress", strength="gentle"), 422)
    assert sentence == "No such deal is ready; the server is looking for one, so please ask again in a minute."
    with transaction(database_url) as connection:
        assert stock.next_wish(connection, now_ms()) == SHELF
        stock.add(connection, SHELF, {11: Band.GENTLE})
    assert given(api.post("", game="fortress", strength="gentle"), 201)["deal"] == "11"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "fortress", "winnable": True, "deal": 4}, 400, "malformed"),
        ({"game": "fortress", "strength": "gentle", "deck": "AC"}, 400, "malformed"),
        ({"game": "fortress", "strength": "stern"}, 400, "malformed"),
        ({"game": "fortress", "strength": "any"}, 400, "malformed"),
        ({"game": "fortress", "winnable": "yes"}, 400, "malformed"),
        ({"game": "chess", "winnable": True}, 404, "unknown_game"),
        ({"game": "stalactites", "winnable": True}, 422, "invalid_option"),
        ({"game": "stronghold", "winnable": True, "options": {"cell": "two"}}, 422, "invalid_option"),
    ],
)
def test_what_nobody_can_deal_is_refused_before_anything_is_drawn(
    api: Api, body: dict[str, object], status: int, code: str
) -> None:
    answer = api.post("", **body)
    refused(answer, status)
    assert answer.json()["code"] == code


def test_null_is_as_good_as_nothing(api: Api) -> None:
    assert given(api.post("", game="fortress", deal=4, strength=None, winnable=False), 201)["deal"] == "4"
