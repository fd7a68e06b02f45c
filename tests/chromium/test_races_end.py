"""How races end, among several browsers: who comes in, the podium, another race, reactions, and somebody who goes."""

import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import delete, select, update

from app.features.races.service import races
from app.features.races.tables import race as room
from app.features.races.tables import racer
from app.play.rows import stock
from app.play.tables.games import session
from app.play.tables.solving import race_deal
from app.play.values.shelf import Shelf
from tests.chromium.conftest import Visit
from tests.chromium.serving import serving
from tests.chromium.visitors import DESKTOP, PHONE, PHONE_ON_ITS_SIDE, Visitor, Window
from tests.databases import plain_engine, transaction
from tests.engine.verdicts import WINS
from tests.factories import FORTRESS

pytestmark = [pytest.mark.browser, pytest.mark.long]

_WON = sorted((win for win in WINS if win.slug == "fortress" and win.line), key=lambda win: len(win.line))
"""Deals of which a winning line is known, the shortest first.

Each race has one of its own, for no deal is dealt while it is raced.
"""
PATIENCE_SECONDS = 60
BEGINNING_MS = 20_000
"""How long three browsers on one machine may take to open their tables, the countdown included."""
LOW_PHONE = Window(390, 664)
USUAL, OTHERS = (LOW_PHONE, DESKTOP, PHONE), (Window(664, 390), Window(820, 1180), DESKTOP)
"""The windows of three racers."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the server of these tests keeps its games."""
    return tmp_path_factory.mktemp("raced")


@pytest.fixture(scope="module")
def origin(folder: Path) -> Iterator[str]:
    """Serve alone, and return the address."""
    with serving(folder) as address:
        yield address


class Table:
    """A racer's table, and the page that shows it once it was opened."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.address = ""
        self.page: Page = visitor.context.new_page()
        self.panel = self.page.locator("#race-panel")
        self.ending = self.page.locator("#ending")

    def open(self) -> None:
        """Show the table."""
        self.page.goto(self.address)

    def play(self, moves: Sequence[str]) -> None:
        """Make moves, all but the last of them elsewhere, and show the table."""
        cookies = {str(each["name"]): str(each["value"]) for each in self.visitor.context.cookies()}
        with httpx2.Client(base_url=self.visitor.origin, cookies=cookies, trust_env=False) as client:
            seq = client.get(f"/api/v1{self.address}").json()["seq"]
            for move in moves[:-1]:
                answer = client.post(f"/api/v1{self.address}/moves", json={"seq": seq, "move": move})
                answer.raise_for_status()
                seq = answer.json()["seq"]
        self.open()
        self.page.evaluate(
            """move => {
                const form = document.getElementById("typed-move");
                form.elements.namedItem("move").value = move;
                form.requestSubmit();
            }""",
            moves[-1],
        )
        expect(self.page.locator(f'#board[data-seq="{seq}"]')).to_have_count(0)

    def give_up(self) -> None:
        """Stop playing, on the page that asks."""
        self.page.goto(f"{self.address}/give-up")
        self.page.get_by_role("main").get_by_role("button", name="Give up").click()

    def edges(self, part: str) -> tuple[float, float]:
        """Return where a part of the end of the game begins and ends, from the top of the window."""
        box = self.ending.locator(part).bounding_box()
        assert box
        return box["y"], box["y"] + box["height"]


@pytest.fixture
def line(folder: Path) -> list[str]:
    """Return a line that wins the next race."""
    return prepare(folder)


@pytest.fixture
def three(request: pytest.FixtureRequest, visit: Visit, line: list[str], folder: Path) -> list[Table]:
    """Return the tables of Ann, Ben and Cid, who race on a deal that can be won."""
    assert line
    windows: Sequence[Window] = getattr(request, "param", USUAL)
    return race([Table(visit(window=window)) for window in windows], folder)


def race(tables: list[Table], folder: Path) -> list[Table]:
    """Let Ann, Ben and, if there are three, Cid begin a race, and return their tables, of which none is open yet.

    Nobody waits for the countdown: that pages do is tested where a race is begun again, and in `test_races.py`.
    """
    code = ""
    for table, name in zip(tables, ("Ann", "Ben", "Cid")[: len(tables)], strict=True):
        terms = {"game": "fortress", "winnable": True} if not code else {}
        address = f"/api/v1/races/{code}/join" if code else "/api/v1/races"
        code = table.visitor.context.request.post(address, data={**terms, "name": name}).json()["code"]
    rooms = f"/api/v1/races/{code}"
    for table in tables:
        assert table.visitor.context.request.post(f"{rooms}/ready", data={}).ok
    now = int(time.time() * 1000)
    with transaction(f"sqlite:///{folder / 'rampart.sqlite3'}") as connection:
        connection.execute(update(room).where(room.c.code == code).values(starts_at=now))
        races.settle(connection, code, now)
    for table in tables:
        table.address = f"/sessions/{table.visitor.context.request.get(rooms).json()['session']}"
    return tables


def prepare(folder: Path) -> list[str]:
    """Let the next race have a deal that can be won, and return a line that does."""
    with plain_engine(f"sqlite:///{folder / 'rampart.sqlite3'}").begin() as connection:
        # No deal that anybody has met is dealt in a race.
        met = set(connection.execute(select(session.c.deal)).scalars())
        won = next(won for won in _WON if won.deal not in met)
        # A server with a solver has found others.
        connection.execute(delete(race_deal))
        stock.add_for_race(connection, Shelf.for_races(FORTRESS), int(won.deal))
    return [str(move) for move in won.line]


def passes_on(page: Page, place: str, words: str) -> None:
    """Share a result in one tap, which copies these words with the address of the race."""
    page.locator("#share").click()
    expect(page.locator(place)).to_have_text(re.compile(rf"^{words} http://.*/races/[A-Z]{{6}}$"))


def says_first_what_matters_most(winner: Table) -> None:
    """Read the end from the top: the whole podium is seen above what there is to do."""
    expect(winner.ending).to_contain_text("You won by")
    parts = ("#ending-first", "#ending-says", ".feats .first", ".podium", ".decided", ".react", ".feats .judged")
    tops = [top for top, _ in map(winner.edges, parts)]
    assert tops == sorted(tops)
    assert winner.edges(".podium")[1] <= winner.edges(".next")[0]


@pytest.mark.parametrize("three", [USUAL, OTHERS], indirect=True, ids=["usual", "others"])
def test_three_race_to_the_podium_and_again(three: list[Table], line: list[str], folder: Path) -> None:
    ann, ben, cid = three
    cid.open()
    ben.play(line[:40])
    ann.play(line)
    # The first finish is told on every table at once.
    expect(ben.panel).to_contain_text(re.compile(r"Ann finished first in \d+:\d\d\. You are \d+ cards behind\."))
    expect(cid.panel).to_contain_text("cards behind.")
    expect(ann.ending).to_contain_text("You finished first")
    expect(ann.page.locator(".board.walled")).to_be_visible()
    expect(ann.ending).to_be_focused()
    # Whoever plays on puts that away; the next place brings it back.
    cid.page.locator("#play-on").click()
    expect(cid.panel).to_be_hidden()
    ben.play(line[40:])
    expect(cid.panel).to_contain_text("Ben finished second")
    expect(ben.ending).to_contain_text("You finished second")
    # Whoever stops is asked first.
    cid.page.locator("#stop-here").click()
    expect(cid.page.locator("#give-up")).to_contain_text("Nobody else is still racing, so this ends the round.")
    cid.page.locator("#give-up").get_by_role("button", name="Give up").click()
    for table in three:
        expect(table.page.locator(".podium .step")).to_have_count(3)
        expect(table.page.locator(".podium .miniature")).to_have_count(3)
        expect(table.ending).to_contain_text("was ahead for good from")
        expect(table.panel).to_be_hidden()
        for way in ("#again", "#next", "#share"):
            expect(table.ending.locator(way)).to_be_visible()
    says_first_what_matters_most(ann)
    expect(cid.page.locator(".podium .you")).to_contain_text("Third")
    # The room says the same, also to whoever comes later, and it can be passed on.
    page = cid.page.context.new_page()
    page.goto(cid.page.locator("#ending #next").evaluate("link => link.href"))
    passes_on(
        page, ".race-end [role=status]", r"Came third of 3 in a race of Fortress, \d+ cards behind \u2068Ann\u2069\."
    )
    page.close()
    passes_on(ann.page, "#shared", r"Beat \u2068Ben\u2069 by .* and came first of 3 in a race of Fortress\.")
    prepare(folder)
    ann.page.locator("#again").click()
    expect(ann.ending).to_contain_text("Waiting for Ben and Cid.")
    assert ann.page.url.endswith(ann.address)
    expect(cid.ending).to_contain_text("Ann wants to race again.")
    for table in (ben, cid):
        table.page.locator("#again").click()
    expect(cid.page.locator("#countdown")).to_be_visible()
    for table in three:
        expect(table.page).not_to_have_url(re.compile(table.address), timeout=BEGINNING_MS)
        expect(table.page.locator("#strip .run")).to_have_count(3)
        expect(table.page.locator('#board[data-seq="0"]')).to_be_visible()
        expect(table.panel).to_be_hidden()


def test_the_first_screen_of_a_room_that_is_over_has_the_result_and_what_to_do(three: list[Table]) -> None:
    for table in three[1:]:
        table.visitor.give_up(table.address, 0)
    three[0].give_up()
    # At the table it is said first, and nowhere beside it that a game was stopped.
    page = three[0].page
    expect(page.locator("#ending-first")).to_have_text("It’s a tie")
    expect(page.locator("#ending-says")).to_be_hidden()
    page.goto(page.locator("#ending #next").evaluate("link => link.href"))
    places = [page.locator(one) for one in ("#race-end", "#ready", "#share", ".podium", ".react", "#racers")]
    for place in places[:-1]:
        expect(place).to_be_in_viewport()
    tops = [box["y"] for place in places if (box := place.bounding_box())]
    assert len(tops) == len(places)
    # Again and Share stand side by side.
    assert tops == sorted(tops)
    assert tops[1] == tops[2]


def test_the_podium_of_two_has_two_places_side_by_side(visit: Visit, line: list[str], folder: Path) -> None:
    ann, _ = race([Table(visit(window=DESKTOP)) for _ in range(2)], folder)
    ann.play(line)
    steps = ann.ending.locator(".podium .step")
    expect(steps).to_have_count(2)
    podium, *boxes = (one.bounding_box() for one in (ann.ending.locator(".podium"), *steps.all()))
    assert podium
    assert sum(box["width"] for box in boxes if box) > 0.9 * podium["width"]
    assert len({box["x"] for box in boxes if box}) == 2


@pytest.mark.usefixtures("line")
def test_the_strip_shows_a_long_name_whole_where_there_is_room(visit: Visit, folder: Path) -> None:
    ann, ben = race([Table(visit(window=window)) for window in (DESKTOP, LOW_PHONE)], folder)
    for table, name in ((ann, "The house of Bernard"), (ben, "The house of Bern")):
        table.open()
        whos = table.page.locator("#strip .run .who")
        expect(whos).to_have_count(2)
        whos.last.evaluate("(who, name) => { who.textContent = name; }", name)
        assert all(whos.evaluate_all("all => all.map(one => one.scrollWidth <= one.clientWidth)"))


def test_a_reaction_covers_nothing_that_the_end_says(visit: Visit, line: list[str], folder: Path) -> None:
    ann, ben = race([Table(visit(window=window)) for window in (PHONE_ON_ITS_SIDE, LOW_PHONE)], folder)
    ben.open()
    ann.play(line)
    expect(ben.panel).to_contain_text("Ann won by")
    ann.page.get_by_role("button", name="Well played!").click()
    for table, place in ((ann, ann.ending), (ben, ben.panel)):
        expect(table.page.locator("#reactions")).to_contain_text("Ann: Well played!")
        said, end = table.page.locator("#reactions").bounding_box(), place.bounding_box()
        assert said
        assert end
        assert said["y"] + said["height"] <= end["y"] or said["x"] + said["width"] <= end["x"]
    expect(ann.page.locator("#reactions li")).to_have_count(0)


def test_reactions_reach_whoever_is_done_and_can_be_muted(three: list[Table], line: list[str]) -> None:
    ann, ben, cid = three
    ben.open()
    cid.give_up()
    ann.play(line)
    expect(cid.ending).to_contain_text("Ann finished first")
    ann.page.get_by_role("button", name="Well played!").click()
    expect(cid.page.locator("#reactions")).to_contain_text("Ann: Well played!")
    expect(ann.page.locator("#reactions")).to_contain_text("Ann: Well played!")
    # Ben still races, and did not ask.
    expect(ben.panel).to_contain_text("Ann finished first")
    expect(ben.page.locator("#reactions li")).to_have_count(0)
    cid.page.get_by_role("button", name="Mute").click()
    expect(cid.page.locator("#reactions li")).to_have_count(0)
    ben.page.evaluate("() => localStorage.setItem('reactions', 'always')")
    ann.page.get_by_role("button", name="So close!").click()
    expect(ben.page.locator("#reactions")).to_contain_text("Ann: So close!")
    expect(cid.page.locator("#reactions li")).to_have_count(0)
    assert cid.page.get_by_role("button", name="Mute").get_attribute("aria-pressed") == "true"


@pytest.mark.long
def test_one_who_went_away_is_counted_down_for_the_others(three: list[Table], folder: Path) -> None:
    ann, ben, cid = three
    for table in three:
        table.open()
    cid.page.close()
    # Until the server has noted for the last time that the page was open, it takes the racer for present.
    for _ in range(PATIENCE_SECONDS):
        long_ago(folder, "Cid")
        if ann.panel.is_visible():
            break
        ann.page.wait_for_timeout(1_000)
    for table in (ann, ben):
        expect(table.panel).to_contain_text("Cid is away.")
    left = ann.panel.locator("[data-left]")
    expect(left).to_have_text(re.compile(r"[0-3]:\d\d"))
    expect(left).not_to_have_text(str(left.text_content()))


def long_ago(folder: Path, name: str) -> None:
    """Let a racer have given no sign for two minutes."""
    before = int(time.time() * 1000) - 120_000
    who = select(racer.c.player_id).where(racer.c.name == name)
    with plain_engine(f"sqlite:///{folder / 'rampart.sqlite3'}").begin() as connection:
        connection.execute(update(racer).where(racer.c.player_id.in_(who)).values(seen_at=before))
        connection.execute(update(session).where(session.c.player_id.in_(who)).values(changed_at=before))
