"""How hard a deal is: what players did corrects what the solver's search said."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, text
from starlette.testclient import TestClient

from app.features.deals.service import bands
from app.features.deals.service.bands import corrections, walk_on
from app.people.rows import players
from app.play.rows import deal_play
from app.play.rows.deal_play import DealTally
from app.play.service import sessions, stock
from app.play.values.shelf import Band, Shelf
from engine.deals import shuffled
from engine.games import GAMES
from tests.databases import plain_engine
from tests.rows import PLAYER

NOW = 1_800_000_000_000
FORTRESS = GAMES["fortress"].settle({})
SHELF = Shelf.of(FORTRESS)
GENTLE, STEADY, HARD = Band


@pytest.fixture
def connection(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Connection]:
    """Return a connection to an empty database; three deals ship, one of each band."""
    listed = {shelf: {GENTLE: (1,), STEADY: (2,), HARD: (3,)} for shelf in stock.shelves()}
    monkeypatch.setattr(stock, "shipped_deals", lambda: listed)
    monkeypatch.setattr(bands, "_list_shipped", lambda: tuple((SHELF, deal) for deal in (1, 2, 3)))
    with plain_engine(url).begin() as opened:
        yield opened


def play(connection: Connection, deal: int, number: int, status: str, at: int = NOW) -> None:
    """Play a game on a deal as the player of this number, who comes to that status."""
    player = f"player-{number:09}"
    if players.find(connection, player) is None:
        players.add(connection, players.Player(player, NOW, PLAYER.automatic, "{}"))
    begun = sessions.start(connection, player, FORTRESS, deal, shuffled(deal), at)
    connection.execute(
        text("UPDATE session SET status = :status, steps = 1 WHERE id = :id"), {"status": status, "id": begun.id}
    )


def walked(connection: Connection) -> None:
    after: str | None = ""
    while after is not None:
        after = walk_on(connection, after, NOW)


def tallies(**won: int) -> dict[int, DealTally]:
    """Return a hundred players on each of three deals, and ten on a fourth one, with so many winners."""
    hundred = {1: won["gentle"], 2: won["steady"], 3: won["hard"]}
    return {deal: DealTally(100, winners) for deal, winners in hundred.items()} | {4: DealTally(10, won["fourth"])}


FOUND = {1: GENTLE, 2: STEADY, 3: HARD, 4: GENTLE}


@pytest.mark.parametrize(("fourth", "moved"), [(9, {}), (6, {}), (3, {4: STEADY}), (0, {4: STEADY})])
def test_a_deal_goes_to_the_band_whose_share_of_winners_is_nearest(fourth: int, moved: dict[int, Band]) -> None:
    assert corrections(FOUND, tallies(gentle=80, steady=40, hard=10, fourth=fourth)) == moved


def test_nothing_is_corrected_where_players_find_the_bands_in_another_order() -> None:
    assert corrections(FOUND, tallies(gentle=40, steady=80, hard=10, fourth=0)) == {}
    assert corrections(FOUND, tallies(gentle=40, steady=40, hard=10, fourth=0)) == {}


def test_few_players_correct_nothing() -> None:
    some = tallies(gentle=80, steady=40, hard=10, fourth=0)
    assert corrections(FOUND, some | {4: DealTally(bands.LEAST_PLAYERS - 1, 0)}) == {}
    few = {deal: DealTally(bands.LEAST_OF_BAND // 2, 0) for deal in FOUND if deal != 1}
    assert corrections(FOUND, few | {1: DealTally(20, 0)}) == {}


def test_each_player_s_first_game_counts_once_it_has_ended(connection: Connection) -> None:
    for number, status in enumerate(["won", "given-up", "playing", "given-up"]):
        play(connection, 1, number, status)
    # Whoever lost and plays it again knows the deal.
    play(connection, 1, 1, "won", NOW + 1_000)
    walked(connection)
    assert deal_play.tallies(connection, SHELF) == {1: DealTally(3, 1)}
    connection.execute(text("UPDATE session SET sealed = true"))
    walked(connection)
    assert deal_play.tallies(connection, SHELF) == {}


def test_a_corrected_deal_is_dealt_in_its_band_and_goes_back_when_players_change_it(connection: Connection) -> None:
    deal_play.keep(connection, SHELF, 1, DealTally(10, 1))
    deal_play.move(connection, SHELF, {1: HARD})
    assert bands.of_deal(connection, FORTRESS, 1) == bands.Difficulty(GENTLE, HARD, DealTally(10, 1))
    assert {stock.take(connection, FORTRESS, [HARD], PLAYER.id) for _ in range(40)} == {1, 3}
    assert stock.take(connection, FORTRESS, [GENTLE], PLAYER.id) is None
    assert stock.stands(connection, FORTRESS, [GENTLE], NOW) is not stock.Stands.READY
    deal_play.move(connection, SHELF, {})
    assert stock.take(connection, FORTRESS, [GENTLE], PLAYER.id) == 1
    assert bands.of_deal(connection, FORTRESS, 999) is None


def test_deals_that_players_get_first_are_corrected_by_nobody(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    for deal, tally in tallies(gentle=80, steady=40, hard=10, fourth=0).items():
        deal_play.keep(connection, SHELF, deal, tally)
    assert 4 in corrections(FOUND, bands.tallies_for(connection, SHELF))
    monkeypatch.setattr(stock, "first_deals", lambda: {SHELF: (4,)})
    assert corrections(FOUND, bands.tallies_for(connection, SHELF)) == {}


def test_a_walk_goes_over_every_deal_that_ships_a_page_at_a_time(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bands, "A_PAGE", 2)
    play(connection, 3, 1, "given-up")
    assert walk_on(connection, "", NOW) == "2"
    assert deal_play.tallies(connection, SHELF) == {}
    assert walk_on(connection, "2", NOW) is None
    assert deal_play.tallies(connection, SHELF) == {3: DealTally(1, 0)}


def test_a_deal_s_page_says_how_hard_it_is_and_who_corrected_that(client: TestClient, database_url: str) -> None:
    deal = stock.shipped_deals()[SHELF][GENTLE][0]
    assert "It counts as gentle, by how long a solver searched" in client.get(f"/fortress/{deal}").text
    with plain_engine(database_url).begin() as connection:
        deal_play.keep(connection, SHELF, deal, DealTally(12, 1))
        deal_play.move(connection, SHELF, {deal: HARD})
    page = client.get(f"/fortress/{deal}").text
    assert "It counts as hard, because 1 of 12 players has won it at the first try." in page
    assert "By how long a solver searched, it would be gentle." in page
    assert "It counts as" not in client.get("/fortress/999999").text


def test_games_of_bots_say_nothing_about_a_deal(connection: Connection) -> None:
    for number in range(20):
        play(connection, 1, number, "given-up" if number % 2 else "won")
        if number % 2:
            players.become_bot(connection, f"player-{number:09}")
    walked(connection)
    assert deal_play.tallies(connection, SHELF) == {1: DealTally(10, 10)}
