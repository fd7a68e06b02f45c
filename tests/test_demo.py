"""The demo: what `make demo` makes has something to see on every page."""

import re
import sqlite3
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from app.core.clock import today
from app.features.daily.tables import daily
from app.play.values.shelf import Band
from engine.deals import shuffled
from engine.games import GAMES
from engine.position import deal
from engine.solver import Solver
from engine.solver.bands import band
from tests.app.addresses import routes
from tests.databases import plain_engine
from tests.demo.__main__ import PASSWORD, Taken, fill, main
from tests.demo.events import GENTLE
from tests.demo.making import SMALL
from tests.demo.people import NAMES, Town

OPERATOR = {"authorization": f"Basic {b64encode(f'operator:{PASSWORD}'.encode()).decode()}"}
ASKED_FOR = ("/", "/account/recover", "/no-connection", "/favicon.ico", "/robots.txt", "/service-worker.js")
"""Where the walk begins; browsers ask for some of these by themselves."""
OPERATED = (
    *("/operator", "/operator/moderation", "/operator/players", "/operator/invitations", "/operator/site"),
    *("/metrics", "/healthz", "/readyz"),
)
OF_A_KIND = 2
"""How many addresses of each kind the walk looks at."""
NOT_WALKED = re.compile(
    # Programs, streams and parts of pages are no pages.
    r"/api/v1/|.*/(events|stream|strip|time-up|room|turn|ending|board|watchers|ghost)$|"
    # These lead on to another page, or to one that a form has asked for.
    r"/races/find|/rooms/waiting|/openapi\.json|/\{slug\}/(deal|wait)|/games/|/standings|"
    # No solver has answered yet, and no month has been published.
    r"/certificates/|/data/|.*/(way|boards)$|"
    # Who walks has an account, and deletes that on its page.
    r"/account/forget|"
    # Nobody has laid out cards, and nobody can be reached.
    r"/\{slug\}/custom/\{code\}|/\.well-known/"
)
"""The kinds of addresses, of those that answer GET, that no walk through the demo need find."""
LINKS = re.compile(r'(?:(?:href|hx-get|src)="|http://testserver)(/[^"<>\s]*)')
FORMS = re.compile("<form[^>]*>")
"""What the address of a form asks for depends on its fields."""


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, Town]]:
    """Yield a client of a server with a small demo, and what is in it."""
    from app.site.application import create_app

    settings, town = fill(tmp_path_factory.mktemp("demo"), 1, SMALL)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**settings, "RAMPART_SOLVERS": "0"}.items():
            patch.setenv(name, value)
        with TestClient(create_app(), headers={"accept": "text/html"}) as client:
            yield client, town


@pytest.mark.long
def test_every_page_of_the_demo_can_be_seen(demo: tuple[TestClient, Town]) -> None:
    client, town = demo
    signed_in = client.post("/account/sign-in", data={"name": NAMES[0], "password": PASSWORD})
    assert signed_in.status_code == 200
    kinds = _kinds(client)
    seen: Counter[str] = Counter()
    waiting, known = [*ASKED_FOR, *town.links], set[str]()
    while waiting:
        address = waiting.pop(0)
        kind = _kind(kinds, address)
        if address in known or not kind or seen[kind] == OF_A_KIND or kind.endswith(("/events", "/stream")):
            continue
        known.add(address)
        seen[kind] += 1
        answer = client.get(address)
        assert answer.status_code == 200, address
        if "html" in answer.headers["content-type"]:
            waiting += [unescape(found).partition("#")[0] for found in LINKS.findall(FORMS.sub("", answer.text))]
    for address in OPERATED:
        assert client.get(address, headers=OPERATOR).status_code == 200
    unseen = {kind for kind in kinds if not NOT_WALKED.match(kind)} - {*seen, *OPERATED}
    assert not unseen


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/", "Other open games"),
        ("/daily", "Solved in"),
        ("/daily", "A gentle deal"),
        ("/history", "Stonewall"),
        ("/statistics", "Fortress"),
        ("/friends", "Bertram"),
        ("/groups", "The castle"),
        ("/tournaments", "Siege of the week"),
        ("/tournaments", "The autumn joust"),
        ("/tournaments", "Tea-time arena"),
        ("/rooms", "Hugo"),
        ("/account/tokens", "A program that plays"),
        ("/players/Ada", "Ada"),
    ],
)
def test_a_page_of_the_demo_is_full(demo: tuple[TestClient, Town], address: str, words: str) -> None:
    client, _ = demo
    client.post("/account/sign-in", data={"name": NAMES[0], "password": PASSWORD})
    assert words in client.get(address).text


@pytest.mark.long
@pytest.mark.parametrize(("slug", "number"), GENTLE.items())
def test_a_deal_that_the_demo_calls_gentle_is(slug: str, number: int) -> None:
    solver = Solver()
    for variant in GAMES[slug].variants({}):
        found = solver.solve(variant.rules, deal(variant.rules, shuffled(number)))
        assert Band(band(variant.rules, found.nodes)) is Band.GENTLE


@pytest.mark.long
def test_no_deal_of_a_past_day_is_dealt_today(tmp_path: Path) -> None:
    settings, town = fill(tmp_path, 1, SMALL)
    with plain_engine(settings["RAMPART_DATABASE_URL"]).connect() as connection:
        dealt = [tuple(row) for row in connection.execute(select(daily.c.day, daily.c.deal))]
    of_today = {deal for day, deal in dealt if day == today(town.now)}
    assert of_today
    assert of_today.isdisjoint(deal for day, deal in dealt if day < today(town.now))


@pytest.mark.long
def test_the_same_seed_makes_the_same_games(tmp_path: Path) -> None:
    made = [_games(tmp_path / name, seed) for name, seed in (("one", 1), ("again", 1), ("other", 2))]
    assert made[0] == made[1] != made[2]


def test_a_folder_with_a_database_is_left_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "demo.sqlite3"
    kept.write_bytes(b"somebody's games")
    with pytest.raises(Taken):
        fill(tmp_path, 1, SMALL)
    assert main(["--folder", str(tmp_path)]) == 2
    assert str(kept) in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [kept]
    assert kept.read_bytes() == b"somebody's games"


def _games(folder: Path, seed: int) -> list[tuple[str, ...]]:
    fill(folder, seed, SMALL)
    with closing(sqlite3.connect(folder / "demo.sqlite3")) as database:
        return sorted(database.execute("SELECT game, options, deal, status, steps, undos FROM session"))


def _kinds(client: TestClient) -> dict[str, re.Pattern[str]]:
    """Return what the addresses of each route look like, those with the fewest gaps first."""
    paths = {path for method, path in routes(client.app) if method == "GET" and not path.startswith("/static")}
    return {
        path: re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)))
        for path in sorted(paths, key=lambda path: path.count("{"))
    }


def _kind(kinds: dict[str, re.Pattern[str]], address: str) -> str:
    plain = address.partition("?")[0]
    return next((kind for kind, pattern in kinds.items() if pattern.fullmatch(plain)), "")
