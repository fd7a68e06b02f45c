"""Pages say that a deal is proved winnable wherever this is true and not secret, and nowhere else."""

from collections.abc import Callable
from datetime import date

import pytest
from starlette.testclient import TestClient

from app.features.daily.values.event import InDaily
from app.features.races.rows import races
from app.features.races.values.event import InRace
from app.play.rows import judging
from app.play.rows.judging import WaitingDeal
from app.play.service import proof, sessions, stock
from app.play.service.judging import deal_key
from app.play.values.event import Event
from app.play.values.shelf import Proof, Shelf
from app.play.words.beside import PROVED
from engine.deals import shuffled
from engine.games import GAMES, variant_of
from tests.app.play.desk import Desk, Sit
from tests.app.play.table import BY_SCRIPT
from tests.databases import plain_engine
from tests.engine.verdicts import WINS

LISTED = {
    shelf: next(deals[0] for deals in stock.shipped_deals()[shelf].values() if deals) for shelf in stock.shelves()
}
UNKNOWN = 999_999_937
"""A deal without any verdict."""
BOTH = "Proved winnable by ones and by twos: a solver found a way to win each, and the server checked every move."
PLAYER, NOW = "player-000000001", 1_800_000_000_000
FORTRESS = variant_of("fortress", "")
DAILY, RACE = InDaily(date(2027, 1, 15)), InRace("ABCDEF")
Keep = Callable[[str, dict[str, str], str], None]


@pytest.fixture
def keep_verdict(database_url: str) -> Keep:
    """Store a verdict on deal `UNKNOWN` for good."""

    def keep(slug: str, options: dict[str, str], verdict: str) -> None:
        variant, deck = GAMES[slug].settle(options), shuffled(UNKNOWN)
        key = deal_key(variant, deck)
        with plain_engine(database_url).begin() as connection:
            judging.add(connection, WaitingDeal(key, variant, deck), 0)
            judging.store_verdict(connection, key, verdict, 0)

    return keep


def table(client: TestClient, address: str, **form: str) -> str:
    """Begin a game on a deal, and return the page of its table."""
    return client.get(client.post(address, data=form).headers["location"]).text


@pytest.mark.parametrize("shelf", LISTED, ids=[shelf.name for shelf in LISTED])
def test_a_deal_of_the_list_is_said_to_be_proved_on_its_page_and_at_its_table(client: TestClient, shelf: Shelf) -> None:
    words = BOTH if shelf.game.slug == "stalactites" else PROVED
    link = f"/{shelf.game.slug}/{LISTED[shelf]}?{shelf.options}"
    assert words in client.get(link).text
    at_table = table(client, link, **shelf.variants[0].options)
    assert words in at_table
    assert ">Proved winnable</span>" in at_table


@pytest.mark.parametrize("slug", GAMES)
def test_of_a_deal_that_nobody_knows_nothing_is_said(client: TestClient, slug: str) -> None:
    form = {"by": "ones"} if slug == "stalactites" else {}
    for page in (client.get(f"/{slug}/{UNKNOWN}").text, table(client, f"/{slug}/{UNKNOWN}", **form)):
        assert "roved winnable" not in page


def test_a_deal_is_proved_under_its_own_options_alone(client: TestClient) -> None:
    deal = LISTED[Shelf(GAMES["stronghold"], "cell=one")]
    assert PROVED in client.get(f"/stronghold/{deal}?cell=one").text
    assert PROVED not in client.get(f"/stronghold/{deal}").text
    assert PROVED not in table(client, f"/stronghold/{deal}")


def test_what_is_said_of_proof_outlasts_every_move(client: TestClient) -> None:
    at = client.post(f"/fortress/{LISTED[Shelf(GAMES['fortress'], '')]}").headers["location"]
    move = client.get(f"/api/v1{at}/moves").json()["moves"][0]
    sent = client.post(f"{at}/moves", data={"move": move, "seq": "0"}, headers=BY_SCRIPT)
    assert sent.status_code == 200
    assert not any(part in sent.text for part in ('id="proof"', "<h1")), "what says it is not replaced"
    refused = client.post(f"{at}/moves", data={"move": "f0-f1", "seq": "1"})
    assert refused.status_code == 422
    assert PROVED in refused.text


def test_what_a_solver_answered_about_the_deal_is_proof(client: TestClient, sit: Sit, desk: Desk) -> None:
    seat = sit(next(win for win in WINS if win.slug == "fortress"))
    assert PROVED not in client.get(seat.table).text
    seat.outlook()
    desk.answer_all()
    assert PROVED in client.get(seat.table).text


@pytest.mark.parametrize(("verdict", "said"), [("winnable", True), ("unwinnable", False), ("undecided", False)])
def test_a_verdict_kept_for_good_is_proof_and_an_unwinnable_deal_is_passed_over_in_silence(
    client: TestClient, keep_verdict: Keep, verdict: str, said: bool
) -> None:
    keep_verdict("fortress", {}, verdict)
    for page in (client.get(f"/fortress/{UNKNOWN}").text, table(client, f"/fortress/{UNKNOWN}")):
        assert (PROVED in page) is said
        assert "unwinnable" not in page


def test_a_way_by_ones_says_nothing_of_a_game_by_twos(client: TestClient, keep_verdict: Keep) -> None:
    keep_verdict("stalactites", {"by": "ones"}, "winnable")
    address = f"/stalactites/{UNKNOWN}"
    assert PROVED in table(client, address, by="ones")
    assert "roved winnable" not in table(client, address, by="twos")
    assert "roved winnable" not in client.get(address).text
    keep_verdict("stalactites", {"by": "twos"}, "winnable")
    assert BOTH in client.get(address).text


@pytest.mark.parametrize(
    ("event", "sealed", "known"),
    [
        (DAILY, True, Proof.EVERY),
        (DAILY, False, Proof.EVERY),
        (RACE, True, None),
        (None, True, None),
        (None, False, Proof.EVERY),
    ],
)
def test_of_an_event_is_told_what_its_own_page_tells_whatever_else_is_known(
    database_url: str, event: Event | None, sealed: bool, known: Proof | None
) -> None:
    deal = LISTED[Shelf(GAMES["fortress"], "")]
    with plain_engine(database_url).begin() as connection:
        begun = sessions.start(connection, PLAYER, FORTRESS, deal, shuffled(deal), NOW)
        assert proof.of_session(connection, begun._replace(event=event, sealed=sealed), NOW) is known


def test_the_table_of_a_race_says_what_its_heat_says(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(races, "is_proved", lambda *_: True)
    with plain_engine(database_url).begin() as connection:
        begun = sessions.start(connection, PLAYER, FORTRESS, UNKNOWN, shuffled(UNKNOWN), NOW)
        assert proof.of_session(connection, begun._replace(event=RACE, sealed=True), NOW) is Proof.THIS


def test_the_lobby_says_which_deals_play_deals(client: TestClient) -> None:
    assert "A solver has proved that every deal you get can be won." in client.get("/").text
