"""Every door that takes a deck, tried with what lies face down in an open event's deal: right, and wrong.

A Stonewall daily is open and a Stonewall race is run. Whoever knows the 34 cards that are seen must not find out by any
answer whether a guess of the other 18 is right.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from random import Random

import pytest
from httpx2 import Response
from sqlalchemy import select
from starlette.testclient import TestClient

from app.features.races.service import races
from app.features.tournaments.service import tournament_rounds, tournaments
from app.features.tournaments.values.tournament import Form
from app.play.rows import sessions, shared
from app.play.rows import stock as rows
from app.play.service import stock
from app.play.values.shelf import Shelf
from app.site.schema import metadata
from engine.boards import board_text
from engine.cards import spell
from engine.deals import Deck, deck_code, read_code, shuffled
from engine.games import GAMES, find
from engine.position import deal
from engine.record import Status
from tests.app.addresses import routes
from tests.app.daily.conftest import STONEWALL, Host
from tests.app.races.conftest import Clock, RacerAtHome
from tests.app.tournaments.factories import tournament_terms
from tests.databases import transaction
from tests.engine.test_likeness import face_down_places, moved_about, with_suits
from tests.engine.test_nearness import cycled, seen_places
from tests.factories import a_session

RULES = find("stonewall").rules
PLAIN = {"accept-encoding": "identity"}
GUESS = "game0of0a0guess0"
"""The id of the game that a guess is tried on, always the same one, so that answers can be compared."""
_OF_A_GUESS = (
    (metadata.tables["ghost"], metadata.tables["ghost"].c.of_session_id),
    *(
        (table, table.c.session_id)
        for table in (
            metadata.tables["entry"],
            metadata.tables["shared"],
            metadata.tables["invitation"],
            metadata.tables["help_given"],
        )
    ),
    (metadata.tables["session"], metadata.tables["session"].c.id),
)


def hidden_otherwise(deck: Deck) -> Deck:
    """Return the deck that looks the same on the table, every face-down card being another."""
    return cycled(deck, face_down_places(RULES))


def seen_otherwise(deck: Deck) -> Deck:
    """Return a deck whose visible cards hardly ever lie where this one's do, in columns and in the reserve."""
    return cycled(deck, sorted(seen_places(RULES), key=lambda place: place % 18))


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody at the doors, who has finished games on any deck from before the events."""

    client: TestClient
    database_url: str
    player_id: str

    def played(self, slug: str, deck: Deck) -> str:
        """Return the id of a shared game on a deck that its player gave up before any event opened."""
        variant = find(slug).variants({})[0]
        one = a_session(
            id=GUESS, player_id=self.player_id, variant=variant, deal=None, deck=deck, seq=1, status=Status.GIVEN_UP
        )
        with transaction(self.database_url) as connection:
            for table, of_whom in _OF_A_GUESS:
                connection.execute(table.delete().where(of_whom == GUESS))
            sessions.add(connection, one)
            connection.execute(
                metadata.tables["entry"].insert(),
                {"session_id": one.id, "seq": 0, "do": "give-up", "move": None, "auto": False, "at": 1},
            )
            shared.add(connection, one, 1)
        return one.id

    def playing(self, slug: str, deck: Deck) -> str:
        """Return the id of a game on a deck that is not over."""
        session_id = self.played(slug, deck)
        with transaction(self.database_url) as connection:
            table = metadata.tables["session"]
            connection.execute(table.update().where(table.c.id == session_id).values(status="playing", seq=0))
            connection.execute(
                metadata.tables["entry"].delete().where(metadata.tables["entry"].c.session_id == session_id)
            )
        return session_id

    def get(self, address: str) -> Response:
        """Get an address."""
        return self.client.get(address, headers=PLAIN)

    def post(self, address: str, **form: str) -> Response:
        """Send a form."""
        return self.client.post(address, data=form, headers=PLAIN)

    def send(self, address: str, body: object) -> Response:
        """Send JSON."""
        return self.client.post(address, json=body, headers=PLAIN)


Door = Callable[[Visit, str, Deck], Response]


def options_of(slug: str) -> dict[str, str]:
    return {option.name: next(iter(option.values)) for option in find(slug).options}


def query(slug: str) -> str:
    return "&".join(f"{name}={value}" for name, value in options_of(slug).items())


def of_game(verb: str, path: str, **form: str) -> Door:
    """Return the door at an address of a game that is over."""

    def through(visit: Visit, slug: str, deck: Deck) -> Response:
        address = path.format(visit.played(slug, deck))
        return visit.get(address) if verb == "GET" else visit.post(address, **form)

    return through


def of_table(verb: str, path: str, **form: str) -> Door:
    """Return the door at an address of a game that goes on."""

    def through(visit: Visit, slug: str, deck: Deck) -> Response:
        address = path.format(visit.playing(slug, deck))
        return visit.get(address) if verb == "GET" else visit.post(address, **form)

    return through


def analysis(path: str) -> Door:
    """Return a door of the analysis board."""
    return lambda visit, slug, deck: visit.post(
        f"/analysis/{slug}{path}", deck=deck_code(deck), moves="", at="0", **options_of(slug)
    )


REFUSING: dict[tuple[str, str], Door] = {
    ("GET", "/{slug}/custom/{code}"): lambda v, slug, deck: v.get(f"/{slug}/custom/{deck_code(deck)}?{query(slug)}"),
    ("POST", "/{slug}/custom/{code}"): lambda v, slug, deck: v.post(f"/{slug}/custom/{deck_code(deck)}?{query(slug)}"),
    ("POST", "/api/v1/sessions"): lambda v, slug, deck: v.send(
        "/api/v1/sessions", {"game": slug, "deck": spell(deck), "options": options_of(slug)}
    ),
    ("GET", "/analysis/{slug}"): lambda v, slug, deck: v.get(f"/analysis/{slug}?deck={deck_code(deck)}&{query(slug)}"),
    ("GET", "/analysis/{slug}/picture.png"): lambda v, slug, deck: v.get(
        f"/analysis/{slug}/picture.png?deck={deck_code(deck)}&{query(slug)}"
    ),
    ("GET", "/certificates/{slug}"): lambda v, slug, deck: v.get(
        f"/certificates/{slug}?deck={deck_code(deck)}&{query(slug)}"
    ),
    ("POST", "/certificates/{slug}"): lambda v, slug, deck: v.post(
        f"/certificates/{slug}", deck=deck_code(deck), **options_of(slug)
    ),
    ("GET", "/certificates/{slug}/position"): lambda v, slug, deck: v.get(
        f"/certificates/{slug}/position?deck={deck_code(deck)}&{query(slug)}"
    ),
    ("GET", "/certificates/{slug}/certificate.txt"): lambda v, slug, deck: v.get(
        f"/certificates/{slug}/certificate.txt?deck={deck_code(deck)}&{query(slug)}"
    ),
    ("POST", "/verdicts/{slug}"): lambda v, slug, deck: v.post(
        f"/verdicts/{slug}", deck=deck_code(deck), **options_of(slug)
    ),
    ("POST", "/analysis/{slug}"): analysis(""),
    ("POST", "/analysis/{slug}/tree"): analysis("/tree"),
    ("POST", "/analysis/{slug}/play"): analysis("/play"),
    ("POST", "/analysis/{slug}/puzzle"): analysis("/puzzle"),
    ("POST", "/api/v1/analysis"): lambda v, slug, deck: v.send(
        "/api/v1/analysis", {"game": slug, "deck": spell(deck), "options": options_of(slug)}
    ),
    ("GET", "/api/v1/sessions/{session_id}/export"): of_game("GET", "/api/v1/sessions/{}/export"),
    ("GET", "/replays/{session_id}/moves.txt"): of_game("GET", "/replays/{}/moves.txt"),
    ("GET", "/replays/{session_id}/export.json"): of_game("GET", "/replays/{}/export.json"),
    ("POST", "/replays/{session_id}/race"): of_game("POST", "/replays/{}/race"),
    ("POST", "/api/v1/sessions/{session_id}/restart"): lambda v, slug, deck: v.send(
        f"/api/v1/sessions/{v.played(slug, deck)}/restart", {}
    ),
    ("POST", "/sessions/{session_id}/restart"): of_game("POST", "/sessions/{}/restart"),
    ("POST", "/sessions/{session_id}/branch"): of_game("POST", "/sessions/{}/branch", stop="0"),
    ("GET", "/sessions/{session_id}/replay"): of_game("GET", "/sessions/{}/replay"),
    ("GET", "/sessions/{session_id}/review"): of_game("GET", "/sessions/{}/review"),
    ("POST", "/sessions/{session_id}/review"): of_game("POST", "/sessions/{}/review"),
    ("GET", "/sessions/{session_id}/review/way"): of_game("GET", "/sessions/{}/review/way"),
    ("POST", "/sessions/{session_id}/hints"): of_table("POST", "/sessions/{}/hints", seq="0"),
    ("POST", "/sessions/{session_id}/outlook"): of_table("POST", "/sessions/{}/outlook"),
    ("GET", "/sessions/{session_id}/advice"): of_table("GET", "/sessions/{}/advice"),
    ("GET", "/sessions/{session_id}/way"): of_table("GET", "/sessions/{}/way"),
    ("POST", "/sessions/{session_id}/company/{purpose}"): of_table("POST", "/sessions/{}/company/watch"),
}
"""Doors that refuse the deal of an open event, and any that looks like it."""

TELLING: dict[tuple[str, str], Door] = {
    ("GET", "/replays/{session_id}"): of_game("GET", "/replays/{}"),
    ("GET", "/replays/{session_id}/{form}.png"): of_game("GET", "/replays/{}/wide.png"),
    ("GET", "/sessions/{session_id}/share"): of_game("GET", "/sessions/{}/share"),
    ("GET", "/sessions/{session_id}"): of_table("GET", "/sessions/{}"),
    ("GET", "/sessions/{session_id}/give-up"): of_table("GET", "/sessions/{}/give-up"),
    ("GET", "/sessions/{session_id}/company"): of_table("GET", "/sessions/{}/company"),
    ("GET", "/sessions/{session_id}/turn"): of_table("GET", "/sessions/{}/turn"),
    ("GET", "/api/v1/sessions/{session_id}"): of_table("GET", "/api/v1/sessions/{}"),
    ("GET", "/api/v1/sessions/{session_id}/moves"): of_table("GET", "/api/v1/sessions/{}/moves"),
    ("POST", "/sessions/{session_id}/share"): of_game("POST", "/sessions/{}/share"),
    ("POST", "/sessions/{session_id}/withdraw"): of_game("POST", "/sessions/{}/withdraw"),
    ("POST", "/{slug}/custom"): lambda v, slug, deck: v.post(f"/{slug}/custom", text=spell(deck)),
}
"""Doors that answer, but with nothing that lies face down."""

BY_NUMBER = {
    ("GET", "/{slug}/{number}"),
    ("POST", "/{slug}/{number}"),
    ("GET", "/pictures/{slug}/{number}.png"),
    ("GET", "/{slug}/deal"),
}
"""Doors that take a deal by its number; nobody finds a number to a guess of hidden cards but by trying them all."""

MOVING = {
    "back",
    "moves",
    "lines",
    "undo",
    "redo",
    "finish",
    "give-up",
    "task",
    "events",
    "close",
    "challenge",
    "ending",
    "watchers",
    "stream",
}
"""What happens at a table of one's own, on cards that are there already; streams; and ends of company."""

NO_DECK = (
    "/account", "/api/v1/daily", "/api/v1/login", "/api/v1/logout", "/api/v1/openapi.json", "/api/v1/players",
    "/api/v1/races", "/api/v1/standings", "/daily", "/groups", "/races", "/settings", "/standings", "/statistics",
    "/static", "/tables", "/watch", "/operator", "/metrics", "/healthz", "/readyz", "/history", "/privacy", "/contact",
    "/keys", "/accessibility", "/openapi.json", "/invitations",
    "/api/v1/puzzles", "/puzzles", "/learn", "/robots.txt", "/friends", "/favicon.ico", "/.well-known", "/me",
    "/api/v1/stream", "/challenges", "/players", "/report", "/ratings", "/service-worker.js", "/no-connection", "/data",
    "/tournaments", "/api/v1/tournaments", "/rooms", "/api/v1/rooms", "/api/v1/pairing", "/reminders",
    "/api/v1/ratings",
)  # fmt: skip
"""Where neither a deck nor a number nor a game that has one is named.

`tests/app/puzzles` walks those of puzzles and lessons. A challenge names a game that was won.
"""
OF_A_GAME = {"/{slug}", "/games/{slug}", "/{slug}/new", "/{slug}/wait", "/{slug}/custom", "/pictures/{slug}.png"}
NO_DECK_EITHER = {"/", "/api", "/api/{group}", "/api/tasks/{task}", *OF_A_GAME}


def test_every_route_that_takes_a_deck_is_walked_here(client: TestClient) -> None:
    walked = REFUSING.keys() | TELLING.keys() | BY_NUMBER
    for method, path in routes(client.app):
        known = (method, path) in walked or path.startswith(NO_DECK) or path in NO_DECK_EITHER
        at_a_table = "/sessions/{session_id}/" in path and path.removesuffix("/{keep}").rpartition("/")[2] in MOVING
        assert known or at_a_table, f"{method} {path}: does it take a deck? Then walk it here."


@pytest.fixture
def visit(client: TestClient, database_url: str, host: Host) -> Visit:
    """Bring a player in while a Stonewall daily is open."""
    host.choose(STONEWALL)
    return arrived(client, database_url)


def arrived(client: TestClient, database_url: str) -> Visit:
    """Bring a player in."""
    begun = client.post("/api/v1/sessions", json={"game": "fortress", "deal": "17"}).json()
    with transaction(database_url) as connection:
        of_whom = select(metadata.tables["session"].c.player_id).where(metadata.tables["session"].c.id == begun["id"])
        return Visit(client, database_url, connection.execute(of_whom).scalar_one())


@pytest.fixture
def raced(visit: Visit, clock: Clock) -> Deck:
    """Run a Stonewall race, and return its deck."""
    racers = []
    for _ in range(2):
        other = TestClient(visit.client.app, follow_redirects=False)
        other.portal = visit.client.portal
        racers.append(RacerAtHome(other, clock))
    racers[1].join(racers[0].make("stonewall")["code"])
    for racer in racers:
        racer.do("ready")
    clock.pass_by(60_000)
    with transaction(visit.database_url) as connection:
        races.settle(connection, racers[0].code, clock.ms)
        return read_code(connection.execute(select(metadata.tables["heat"].c.deck)).scalar_one())


@pytest.fixture
def jousted(visit: Visit, clock: Clock) -> Deck:
    """Open a tournament in Stonewall, and return the deck of its second deal, which nobody has begun."""
    variant = find("stonewall").settle({})
    terms = tournament_terms(form=Form.DEALS, variants=(variant,), length_ms=3_600_000, blind=True)
    with transaction(visit.database_url) as connection:
        for _ in range(3 + stock.KEPT_FOR_RACES):
            rows.add_for_race(connection, Shelf.for_races(variant), stock.secret_deal())
        code = tournaments.add(connection, terms, clock.ms, clock.ms).code
        while tournament_rounds.settle(connection, code, clock.ms):
            pass
        dealt = tournaments.look(connection, code).deals[1].deal
    assert dealt is not None
    return shuffled(dealt)


@pytest.fixture(params=["daily", *(pytest.param(name, marks=pytest.mark.long) for name in ("raced", "jousted"))])
def event(request: pytest.FixtureRequest) -> Deck:
    """Return the deck of the open daily, of the running race, or of a deal of the open tournament."""
    return STONEWALL.deck if request.param == "daily" else request.getfixturevalue(request.param)


def through(door: Door, visit: Visit, slug: str, deck: Deck) -> tuple[int, list[tuple[str, str]], bytes]:
    """Return a door's whole answer about a deck, except the question and the id of a new session."""
    answer = door(visit, slug, deck)
    unlike = {"set-cookie", "x-request-id"} | (
        {"location", "content-length"} if answer.status_code in {201, 303} else set()
    )
    headers = sorted((name, value) for name, value in answer.headers.multi_items() if name not in unlike)
    body = b"" if answer.status_code == 201 else answer.content
    return answer.status_code, headers, body.replace(deck_code(deck).encode(), b"?" * 104)


def test_no_door_tells_right_from_wrong_below(visit: Visit, event: Deck) -> None:
    for name, door in {**REFUSING, **TELLING}.items():
        right = through(door, visit, "stonewall", event)
        assert right == through(door, visit, "stonewall", hidden_otherwise(event)), name
        assert right[0] == 403 or name in TELLING, name


def test_a_deck_that_looks_otherwise_is_let_through(visit: Visit, event: Deck) -> None:
    for name, door in REFUSING.items():
        assert door(visit, "stonewall", seen_otherwise(event)).status_code != 403, name


def test_another_game_tells_no_more_of_it(visit: Visit, event: Deck) -> None:
    for slug, (name, door) in product(GAMES.keys() - {"stonewall"}, REFUSING.items()):
        right = through(door, visit, slug, event)
        assert right == through(door, visit, slug, hidden_otherwise(event)), (slug, name)
        assert right[0] == 403, (slug, name)


def test_suits_exchanged_and_columns_moved_about_are_refused_whatever_lies_below(visit: Visit, event: Deck) -> None:
    other = moved_about(RULES, with_suits(hidden_otherwise(event), (3, 2, 1, 0)), Random(1))
    assert REFUSING["GET", "/{slug}/custom/{code}"](visit, "stonewall", other).status_code == 403


def test_one_card_that_is_seen_makes_another_deal_and_yet_no_help_is_given(visit: Visit, event: Deck) -> None:
    other = cycled(event, seen_places(RULES)[:2])
    page, hints = REFUSING["GET", "/{slug}/custom/{code}"], REFUSING["POST", "/sessions/{session_id}/hints"]
    assert page(visit, "stonewall", other).status_code == 200
    refused = hints(visit, "stonewall", other)
    assert refused.status_code == 403
    assert "too much like" in refused.text


@pytest.mark.long
def test_numbered_deals_stay_open_to_everybody(visit: Visit, raced: Deck) -> None:
    for number in range(11, 16):
        assert deck_code(raced) != deck_code(shuffled(number))
        assert visit.get(f"/stonewall/{number}").status_code == 200
        assert visit.get(f"/pictures/stonewall/{number}.png").status_code == 200
        assert visit.post(f"/stonewall/{number}").status_code == 303


def test_a_table_is_not_watched_while_an_event_is_open_on_its_deal(visit: Visit, host: Host) -> None:
    session_id = visit.playing("fortress", host.today.deck)
    with transaction(visit.database_url) as connection:
        table = metadata.tables["invitation"]
        row = {"token": "a" * 16, "session_id": session_id, "purpose": "watch", "made_at": 1}
        connection.execute(table.insert(), {name: value for name, value in row.items() if name in table.c})
    for path in ("/watch/{}", "/watch/{}/board"):
        assert visit.get(path.format("a" * 16)).status_code == 403


def test_a_typed_board_leads_to_a_page_that_refuses_it(visit: Visit, event: Deck) -> None:
    for deck in (event, hidden_otherwise(event)):
        led = visit.post("/stonewall/custom", text=board_text(RULES, deal(RULES, deck)))
        assert led.status_code == 303
        assert visit.get(led.headers["location"]).status_code == 403
