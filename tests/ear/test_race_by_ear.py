"""A race from the front page to its end and on to the next, by what a screen reader speaks.

The others of the race are programs, so that what is spoken of them can be held against what they did.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from threading import Event, Thread, Timer
from typing import Any

import httpx2
import pytest

from app.play.rows import stock
from app.play.values.shelf import Shelf
from engine.conveniences import finishing
from engine.games import GAMES
from engine.moves import Move, after
from engine.position import cards_home, deal
from tests.chromium.serving import serving
from tests.chromium.variants import SHORTEST
from tests.databases import transaction
from tests.ear.listening import ABSENT, Ear, Heard, listening, missing
from tests.ear.playing import Player
from tests.engine.verdicts import WINS, Verdict

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long,
    pytest.mark.skipif(bool(missing()), reason=f"{ABSENT}{', '.join(missing())}."),
]

WON = next(win for win in SHORTEST if win.options.get("by") == "twos")
NEXT = next(win for win in WINS if win.options == WON.options and win.deal != WON.deal)
TITLE = GAMES[WON.slug].name
SIGN_SECONDS = 5
"""How often a racer who is a program looks at the race, so as not to be away."""
HOME = len(WON.deck)


class Racer:
    """Somebody who races by the JSON interface."""

    def __init__(self, origin: str, name: str, code: str = "") -> None:
        self.client = httpx2.Client(base_url=f"{origin}/api/v1", trust_env=False)
        self.name, self.room, self.position = name, f"/races/{code}", deal(WON.rules, WON.deck)

    def make(self) -> None:
        """Make a race that everybody sees."""
        terms = {"game": WON.slug, "options": WON.options, "winnable": True, "listed": True}
        made = self._post("/races", {**terms, "name": self.name})
        self.room = f"/races/{made['code']}"

    def join(self) -> None:
        """Come into the room."""
        self._post(f"{self.room}/join", {"name": self.name})

    def be_ready(self) -> None:
        """Want the next round."""
        self._post(f"{self.room}/ready", {})

    def look(self) -> dict[str, Any]:
        """Return the race, and give a sign of being there."""
        document: dict[str, Any] = self.client.get(self.room).raise_for_status().json()
        return document

    def play(self, moves: Sequence[Move]) -> None:
        """Make moves at the own table."""
        for move in moves:
            self._act("moves", {"move": str(move)})
            self.position = after(WON.rules, self.position, move)

    def give_up(self) -> None:
        """Stop playing."""
        self._act("give-up", {})

    @property
    def stands(self) -> str:
        """What there is to be heard of the cards that are home."""
        return f"{self.name}: {self.home} home"

    @property
    def home(self) -> int:
        """How many cards are home."""
        return cards_home(WON.rules, self.position)

    def _act(self, verb: str, body: dict[str, Any]) -> None:
        table = f"/sessions/{self.look()['session']}"
        seq = self.client.get(table).raise_for_status().json()["seq"]
        self._post(f"{table}/{verb}", {"seq": seq, **body})

    def _post(self, address: str, body: dict[str, Any]) -> dict[str, Any]:
        document: dict[str, Any] = self.client.post(address, json=body).raise_for_status().json()
        return document


@contextmanager
def _attending(racers: Sequence[Racer]) -> Iterator[None]:
    """Let racers give signs of being there, as their pages would, and go in the end."""
    over = Event()

    def attend() -> None:
        while not over.wait(SIGN_SECONDS):
            for racer in racers:
                racer.look()

    signs = Thread(target=attend)
    signs.start()
    try:
        yield
    finally:
        over.set()
        signs.join()
        for racer in racers:
            racer.client.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return where the server keeps its games."""
    folder = tmp_path / "served"
    folder.mkdir()
    return folder


@pytest.fixture
def served(folder: Path) -> Iterator[str]:
    """Return the address of a server whose next race is on a deal of which a short win is known."""
    with serving(folder) as origin:
        _lay_ready(folder, WON)
        yield origin


@pytest.fixture
def heard(served: str, tmp_path: Path) -> Iterator[Ear]:
    """Return a browser of this test's own, which shows the front page."""
    with listening(tmp_path, served) as ear:
        yield ear


def test_a_race_is_made_and_won_by_ear_and_leads_to_the_next(heard: Ear, served: str, folder: Path) -> None:
    code = _make(heard)
    ben, cid = Racer(served, "Ben", code), Racer(served, "Cid", code)
    player = Player(heard, WON.rules, deal(WON.rules, WON.deck))
    with _attending((ben, cid)):
        _gather(player, ben, cid)
        _begin(player, cid)
        _ask(player, "o", ben, cid)
        _race(player, ben, cid)
        _end(player, ben, cid)
        _lay_ready(folder, NEXT)
        _go_again(player, ben, cid)
    player.count.check()


def test_a_race_is_found_joined_and_lost_by_ear(heard: Ear, served: str) -> None:
    ben = Racer(served, "Ben")
    ben.make()
    player = Player(heard, WON.rules, deal(WON.rules, WON.deck))
    with _attending((ben,)):
        _join(heard)
        _begin(player, ben)
        player.open_the_line()
        player.write(WON.line[0])
        behind = HOME - cards_home(player.rules, player.position)
        # Of two, the first to finish ends the race.
        _hear(player, lambda: ben.play(WON.line), f"Ben won by {behind} cards.")
        heard.until("shift+Tab", "Again push button")
    player.count.check()


def _lay_ready(folder: Path, win: Verdict) -> None:
    """Let the next race be on the deal of a win."""
    with transaction(f"sqlite:///{folder / 'rampart.sqlite3'}") as connection:
        stock.add_for_race(connection, Shelf.for_races(GAMES[win.slug].settle(win.options)), int(win.deal))


def _make(ear: Ear) -> str:
    """Make a race by what is heard from the front page on, and return its code, which is heard too."""
    ear.until("Tab", "Race a friend link")
    ear.follow("Races")
    ear.until("Tab", "selected radio button")
    ear.until("Down", f"{TITLE}, by twos")
    assert "selected" in ear.press("space")
    ear.until("Tab", "Make the race push button")
    room = ear.follow("Race ")
    found = re.search(rf"Finished loading Race ([A-Z]{{6}}): {TITLE}", str(room))
    assert found, room
    return found[1]


def _join(ear: Ear) -> None:
    """Find a race that waits for somebody, by what is heard from the front page on, and come in."""
    ear.until("Tab", "Find an opponent link")
    ear.follow("Open rooms")
    ear.until("Tab", f"Join: {TITLE}, by twos")
    ear.follow("Race ")


def _gather(player: Player, ben: Racer, cid: Racer) -> None:
    """Hear who comes in and who is ready, without asking."""
    for racer in (ben, cid):
        _hear(player, racer.join, f"{racer.name} has come in.")
    _hear(player, ben.be_ready, "Ben is ready.")


def _begin(player: Player, last: Racer) -> None:
    """Be ready, and hear once that the cards will be dealt, and then that they are."""
    ear = player.ear
    ear.until("Tab", "Ready push button")
    player.count.take("ready", ear.press("Return"), ["You are ready."])
    heard = ear.after(last.be_ready, f"Finished loading {TITLE}")
    before = list(takewhile(lambda each: not each.startswith(("Loading", TITLE)), heard.said))
    assert before == [f"{last.name} is ready. Dealing in 5…"]
    ear.until("Tab", f"{TITLE}, question mark lists the keys")
    player.listen_to_the_table()


def _race(player: Player, ben: Racer, cid: Racer) -> None:
    """Play to the win, while one of the others comes on and gives up, and the other comes on and stays."""
    ear = player.ear
    player.open_the_line()
    for at, move in enumerate(WON.line):
        if at == 6:
            # Others who come on are told to whoever asks.
            assert not ear.after(lambda: ben.play(WON.line[:12])).said
            assert not ear.after(lambda: cid.play(WON.line[:9])).said
            _ask(player, "race", ben, cid)
        if finishing(player.rules, player.position):
            heard = ear.write("finish", "Cid is next")
            behind = HOME - cid.home
            player.count.take("finish", heard, ["You have won.", "You finished first in ", f"{behind} cards behind."])
            return
        if at == 12:
            # What somebody else does at this moment takes nothing from what is said of the own move.
            Timer(0.2, ben.give_up).start()
            heard = player.write(move, "Ben stopped with ")
            assert f"Ben stopped with {ben.home} cards home." in heard
        else:
            heard = player.write(move)
        if at == 14:
            _ask(player, "race", ben, cid)
    raise AssertionError("The cards could not go home together.")


def _end(player: Player, second: Racer, last: Racer) -> None:
    """Hear at once how the race ends, whoever ends it."""
    assert second.home > last.home
    _hear(player, last.give_up, f"You won by {HOME - second.home} cards.")


def _go_again(player: Player, ben: Racer, cid: Racer) -> None:
    """Read the podium, find the way to another round, and hear who wants it."""
    ear = player.ear
    ear.until("shift+Tab", "Again push button")
    podium = [each.rstrip(".") for each in ear.until("Down", f"{cid.home} home").said]
    assert podium[podium.index("Second") :][:3] == ["Second", ben.name, f"{ben.home} home"]
    assert podium[podium.index("Third") :] == ["Third", cid.name, f"{cid.home} home"]
    _hear(player, ben.be_ready, "Ben wants to race again.")
    ear.until("shift+Tab", "Again push button")
    again = ear.press("Return")
    player.count.take("again", again, ["The round begins in ", "without Cid."])
    heard = ear.after(cid.be_ready, f"Finished loading {TITLE}")
    assert heard.said[0] == "Dealing in 5…", heard


def _ask(player: Player, question: str, *others: Racer) -> None:
    """Ask how the race stands, by a key or in the line."""
    own = f"You: {cards_home(player.rules, player.position)} home"
    heard = player.ear.press(question) if len(question) == 1 else player.ear.write(question)
    player.count.take(question, heard, [own, *(racer.stands for racer in others)])


def _hear(player: Player, act: Any, told: str) -> Heard:
    heard = player.ear.after(act, told)
    player.count.take(told, heard, [told])
    return heard
