"""The shelves of proved deals: filled, and taken from."""

import tomllib
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Connection

from app.core.refusals import Withheld
from app.features.races.values.event import InRace
from app.play.rows import stock as store
from app.play.rows.stock import MOST_LOOKS
from app.play.service import dealing, sessions, stock
from app.play.service.stock import DEALS_A_SHELF, DEALS_FOR_RACES, WISH_MS, Stands
from app.play.values.shelf import Band, Shelf
from app.play.values.strength import Strength
from bench.first_deals import forgives
from engine.deals import LAST_DEAL, LAST_RANDOM_DEAL, Deck, shuffled
from engine.games import GAMES
from engine.solver import Solver
from tests.databases import ON_POSTGRES, plain_engine

NOW = 1_800_000_000_000
PLAYER, OTHER = "player-000000001", "player-000000002"
STALACTITES, STRONGHOLD = GAMES["stalactites"], GAMES["stronghold"]
ONES, TWOS = (STALACTITES.settle({"by": by}) for by in ("ones", "twos"))
CELL, NO_CELL = (STRONGHOLD.settle({"cell": cell}) for cell in ("one", "none"))
STALACTITES_SHELF, CELL_SHELF = Shelf(STALACTITES, ""), Shelf(STRONGHOLD, "cell=one")
NOTHING: Mapping[Band, tuple[int, ...]] = dict.fromkeys(Band, ())


@pytest.fixture
def connection(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Connection]:
    """Return a connection to an empty stock, with no list that ships either."""
    ship(monkeypatch)
    with plain_engine(url).begin() as opened:
        yield opened


def ship(monkeypatch: pytest.MonkeyPatch, *numbers: int, band: Band = Band.HARD) -> None:
    """Ship a list that has these deals of a band for every shelf, and no others."""
    listed = {shelf: {**NOTHING, band: numbers} for shelf in stock.shelves()}
    monkeypatch.setattr(stock, "shipped_deals", lambda: listed)
    monkeypatch.setattr(stock, "_shipped_numbers", lambda _: frozenset(numbers))


def play(connection: Connection, number: int, player: str = PLAYER) -> None:
    """Begin a session of Stronghold on a deal."""
    sessions.start(connection, player, CELL, number, shuffled(number), NOW)


def test_a_shelf_is_a_game_with_what_settles_its_deals_and_no_more() -> None:
    assert len(stock.shelves()) == len(set(stock.shelves())) == 7
    assert len(stock.race_shelves()) == len(set(stock.race_shelves())) == 8
    assert {game for game, _ in stock.shelves()} == {game for game, _ in stock.race_shelves()} == set(GAMES.values())
    assert Shelf.of(ONES) == Shelf.of(TWOS) == STALACTITES_SHELF
    assert STALACTITES_SHELF.variants == [ONES, TWOS]
    assert CELL_SHELF.variants == [CELL]


def test_an_empty_stock_wants_everything_and_gives_nothing(connection: Connection) -> None:
    assert stock.wanting(connection) == list(stock.shelves())
    assert stock.take(connection, ONES, tuple(Band), PLAYER) is None
    assert [count for _, count in stock.wanting_for_races(connection)] == [0] * 8
    assert stock.take_for_race(connection, ONES) is None


def test_a_shelf_takes_no_more_than_there_is_room_for(connection: Connection) -> None:
    found = dict.fromkeys(range(1, DEALS_A_SHELF + 6), Band.GENTLE)
    assert stock.add(connection, CELL_SHELF, found) == DEALS_A_SHELF
    assert stock.add(connection, CELL_SHELF, {99: Band.GENTLE}) == 0
    assert CELL_SHELF in stock.wanting(connection), "there is room for harder deals"
    for band in (Band.STEADY, Band.HARD):
        stock.add(
            connection, CELL_SHELF, dict.fromkeys(range(1000 * len(band), 1000 * len(band) + DEALS_A_SHELF), band)
        )
    assert CELL_SHELF not in stock.wanting(connection)


def test_a_deal_is_of_the_first_band_that_has_one_and_dealt_once(connection: Connection) -> None:
    stock.add(connection, CELL_SHELF, {7: Band.HARD, 8: Band.STEADY})
    wanted = (Band.GENTLE, Band.STEADY)
    assert stock.take(connection, NO_CELL, tuple(Band), PLAYER) is None, "it is proved with a cell"
    assert stock.take(connection, CELL, wanted, PLAYER) == 8
    assert stock.take(connection, CELL, wanted, OTHER) is None
    assert stock.add(connection, CELL_SHELF, {8: Band.STEADY}) == 0, "it has been dealt already"


def test_a_deal_that_was_dealt_still_counts_as_proved_under_its_own_options(connection: Connection) -> None:
    stock.add(connection, CELL_SHELF, {7: Band.HARD})
    stock.take(connection, CELL, tuple(Band), PLAYER)
    assert stock.is_proved(connection, CELL, 7)
    assert not stock.is_proved(connection, NO_CELL, 7)
    assert not stock.is_proved(connection, CELL, 8)


def test_a_deal_of_stalactites_serves_both_ways_of_counting(connection: Connection) -> None:
    stock.add(connection, STALACTITES_SHELF, {9: Band.GENTLE, 10: Band.GENTLE})
    taken = {stock.take(connection, by, (Band.GENTLE,), PLAYER) for by in (ONES, TWOS)}
    assert taken == {9, 10}


def test_an_empty_shelf_is_helped_out_by_the_list_that_ships(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship(monkeypatch, 41, 42)
    store.add(connection, CELL_SHELF, 7, Band.HARD)
    assert stock.take(connection, CELL, (Band.HARD,), PLAYER) == 7
    assert stock.take(connection, CELL, (Band.HARD,), PLAYER) in {41, 42}
    assert stock.take(connection, CELL, (Band.GENTLE,), PLAYER) is None, "another band is no substitute"
    assert stock.is_proved(connection, CELL, 41)


def test_no_deal_comes_to_a_player_twice_as_long_as_another_is_left(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = tuple(range(1, 2 * stock._A_PAGE))
    ship(monkeypatch, *numbers)
    stock.add(connection, CELL_SHELF, {5000: Band.HARD})
    play(connection, 5000)
    taken = []
    for _ in numbers:
        taken.append(stock.take(connection, CELL, (Band.HARD,), PLAYER))
        play(connection, taken[-1] or 0)
    assert sorted(filter(None, taken)) == list(numbers)
    assert stock.take(connection, CELL, (Band.HARD,), PLAYER) in numbers, "none is left"
    assert stock.take(connection, CELL, (Band.HARD,), OTHER) == 5000


def test_the_first_gentle_deals_of_a_player_forgive_most(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship(monkeypatch, 1, 2, 3, 4, band=Band.GENTLE)
    monkeypatch.setattr(stock, "first_deals", lambda: {CELL_SHELF: (3, 4, 99)})
    stock.add(connection, CELL_SHELF, {7: Band.GENTLE, 8: Band.STEADY})
    assert stock.take(connection, CELL, (Band.STEADY, Band.GENTLE), PLAYER) == 8
    play(connection, 3)
    assert stock.take(connection, CELL, (Band.GENTLE,), PLAYER) == 4
    play(connection, 4)
    assert stock.take(connection, CELL, (Band.GENTLE,), PLAYER) == 7
    assert stock.take(connection, CELL, (Band.GENTLE,), OTHER) in {3, 4}
    assert stock.take(connection, CELL, (Band.GENTLE,), OTHER, [3, 4, 1]) == 2, "the others were refused"


def test_the_deals_that_come_first_are_gentle_and_every_first_move_leaves_them_winnable() -> None:
    solver = Solver()
    for shelf, first in stock.first_deals().items():
        assert first
        assert set(first) <= set(stock.shipped_deals()[shelf][Band.GENTLE])
        assert forgives(solver, shelf, first[0]), shelf.name


def test_what_somebody_waits_for_is_known_until_it_is_there_or_the_time_is_over(connection: Connection) -> None:
    bands = (Band.HARD, Band.GENTLE)
    assert stock.stands(connection, CELL, bands, NOW) is Stands.NOTHING
    for _ in range(2):
        stock.wish(connection, CELL, bands, NOW)
    assert stock.next_wish(connection, NOW) == CELL_SHELF
    assert stock.stands(connection, CELL, bands, NOW) is Stands.LOOKING
    assert stock.stands(connection, NO_CELL, bands, NOW) is Stands.NOTHING
    assert stock.next_wish(connection, NOW + WISH_MS) is None
    stock.add(connection, CELL_SHELF, {7: Band.HARD, 8: Band.GENTLE})
    assert stock.next_wish(connection, NOW) is None
    assert stock.stands(connection, CELL, bands, NOW) is Stands.READY


def test_one_first_deal_that_an_open_event_keeps_back_keeps_nobody_from_playing(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship(monkeypatch, 3, 4, band=Band.GENTLE)
    monkeypatch.setattr(stock, "first_deals", lambda: {CELL_SHELF: (3,)})
    kept_back = shuffled(3)

    def refuse(_: Connection, deck: Deck, _now: int) -> None:
        if deck == kept_back:
            raise Withheld("It belongs to an open event.")

    monkeypatch.setattr(sessions, "check_open", refuse)
    begun = dealing.begin(connection, PLAYER, CELL, Strength.GENTLE, NOW)
    assert begun
    assert begun.deal == 4


def test_a_deal_kept_for_races_is_secret_and_taken_once(connection: Connection) -> None:
    shelf, secret = Shelf(STALACTITES, "by=twos"), stock.secret_deal()
    assert LAST_RANDOM_DEAL < secret <= LAST_DEAL
    store.add_for_race(connection, shelf, secret)
    assert dict(stock.wanting_for_races(connection))[shelf] == 1
    assert stock.take_for_race(connection, ONES) is None
    assert stock.take(connection, TWOS, tuple(Band), PLAYER) is None
    assert stock.take_for_race(connection, TWOS) == secret
    assert stock.take_for_race(connection, TWOS) is None


def test_a_deal_that_anybody_has_met_in_any_game_is_kept_for_no_race_and_no_tournament(connection: Connection) -> None:
    shelf = Shelf.for_races(ONES)
    for number in (*range(1, 5), LAST_RANDOM_DEAL + 1, LAST_RANDOM_DEAL + 2):
        store.add_for_race(connection, shelf, number)
    for number, whose in ((1, PLAYER), (2, OTHER), (3, "a-guest-of-them"), (4, PLAYER)):
        # Of another game: its cards lie the same way.
        play(connection, number, whose)
    taken = stock.take_spare(connection, ONES)
    assert {taken, stock.take_for_race(connection, ONES)} == {LAST_RANDOM_DEAL + 1, LAST_RANDOM_DEAL + 2}
    assert stock.take_for_race(connection, ONES) is None
    assert dict(stock.wanting_for_races(connection))[shelf] == 0


def test_however_many_deals_kept_for_races_are_met_few_are_looked_at(connection: Connection) -> None:
    for number in range(1, 2 * MOST_LOOKS + 1):
        store.add_for_race(connection, Shelf.for_races(CELL), number)
        play(connection, number)
    store.add_for_race(connection, Shelf.for_races(CELL), LAST_RANDOM_DEAL + 1)
    looks = [stock.take_for_race(connection, CELL) for _ in range(3)]
    assert looks.count(None) == 2
    assert LAST_RANDOM_DEAL + 1 in looks


def test_of_deals_for_races_the_emptiest_shelf_comes_first_and_full_ones_not_at_all(connection: Connection) -> None:
    one, two, *rest = stock.race_shelves()
    store.add_for_race(connection, one, stock.secret_deal())
    for _ in range(DEALS_FOR_RACES):
        store.add_for_race(connection, two, stock.secret_deal())
    wanting = [shelf for shelf, _ in stock.wanting_for_races(connection)]
    assert wanting == [*rest, one]


def test_a_deal_of_an_open_event_is_passed_over_and_does_not_stay_in_stock(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = shuffled(7)

    def refuse(_: Connection, deck: Deck, _now: int) -> None:
        if deck == secret:
            raise Withheld("It belongs to an open event.")

    monkeypatch.setattr(sessions, "check_open", refuse)
    for number in (7, 8):
        store.add(connection, CELL_SHELF, number, Band.HARD)
    begun = [dealing.begin(connection, PLAYER, CELL, Strength.HARD, NOW) for _ in range(2)]
    assert [one.deal if one else None for one in begun] == [8, None]
    assert not store.counts(connection).get((CELL_SHELF, Band.HARD))


def test_secret_deals_are_spread_over_more_than_63_bits() -> None:
    drawn = [stock.secret_deal() for _ in range(400)]
    assert len(set(drawn)) == 400
    assert max(drawn) > 2**66
    assert min(drawn) < 2**61


def _refused_by_mypy(connection: Connection) -> None:
    """Draw and deal with options that nobody has settled; never called.

    mypy refuses each of these lines: were one of them right, it would complain of a comment that ignores nothing.
    """
    by_hand, deck = {"cell": "one"}, shuffled(7)
    stock.take(connection, by_hand, tuple(Band), PLAYER)  # type: ignore[arg-type]
    stock.take_for_race(connection, by_hand)  # type: ignore[arg-type]
    stock.wish(connection, by_hand, tuple(Band), NOW)  # type: ignore[arg-type]
    Shelf.of(by_hand)  # type: ignore[arg-type]
    Shelf.for_races(by_hand)  # type: ignore[arg-type]
    dealing.draw(connection, PLAYER, by_hand, tuple(Band), NOW)  # type: ignore[arg-type]
    dealing.begin(connection, PLAYER, by_hand, tuple(Band), NOW)  # type: ignore[arg-type]
    sessions.start(connection, PLAYER, by_hand, 7, deck, NOW)  # type: ignore[arg-type]
    sessions.start_sealed(connection, PLAYER, by_hand, 7, InRace("ABCDEF"), NOW)  # type: ignore[arg-type]


def test_mypy_looks_at_the_tests_and_complains_of_comments_that_ignore_nothing() -> None:
    settings = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())["tool"]["mypy"]
    assert settings["strict"] is True
    assert settings["files"] == ["."]
    assert "warn_unused_ignores" not in settings


def test_a_spare_deal_is_there_only_beside_those_that_races_need(connection: Connection) -> None:
    shelf = Shelf.for_races(CELL)
    assert not stock.is_ready_for_races(connection, shelf)
    store.add_for_race(connection, shelf, LAST_RANDOM_DEAL + 1)
    assert stock.is_ready_for_races(connection, shelf)
    assert stock.take_spare(connection, CELL) is None
    for more in range(2, stock.KEPT_FOR_RACES + 2):
        store.add_for_race(connection, shelf, LAST_RANDOM_DEAL + more)
    assert stock.take_spare(connection, CELL)
    assert stock.take_spare(connection, CELL) is None
    assert stock.take_spare(connection, NO_CELL) is None
    assert not stock.is_ready_for_races(connection, Shelf.for_races(NO_CELL))


@ON_POSTGRES
def test_whoever_wants_a_spare_deal_waits_for_those_who_take_the_last_ones(url: str) -> None:
    shelf, engine = Shelf.for_races(CELL), plain_engine(url)
    with engine.begin() as connection:
        for more in range(1, stock.KEPT_FOR_RACES + 2):
            store.add_for_race(connection, shelf, LAST_RANDOM_DEAL + more)

    def take_spare() -> int | None:
        with engine.begin() as connection:
            return stock.take_spare(connection, CELL)

    with ThreadPoolExecutor(1) as beside, engine.connect() as first:
        while stock.take_for_race(first, CELL):
            pass
        second = beside.submit(take_spare)
        with pytest.raises(TimeoutError):
            second.result(0.3)
        first.rollback()
        assert second.result(10)


def test_what_a_player_has_begun_is_known_by_its_number(connection: Connection) -> None:
    play(connection, 17)
    play(connection, 18, OTHER)
    assert stock.list_begun(connection, PLAYER, [17, 18, 19]) == {17}
