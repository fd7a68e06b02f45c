"""Deals that are handed out as winnable, each judged again by the solver under the options that its player got."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from app.features.races.service import races
from app.features.races.values.race import COUNTDOWN_MS
from app.play.service import stock
from app.play.values.shelf import Band, Shelf
from engine.cards import spell
from engine.deals import LAST_RANDOM_DEAL, Deck, read_code, shuffled
from engine.games import variant_of
from engine.position import deal
from engine.rules import Rules
from engine.solver import Solver, Verdict
from engine.solver.screening import screen
from engine.solver.shuffling import shuffle
from tests.adversary.house import Answer, House, Person
from tests.adversary.sealed import Spy
from tests.engine.variants import VARIANTS, Variant

WISHES = ("play", "winnable", *Band)
"""The forms of a game's page and the lobby; `play` is the lobby's button, which has no options."""
SECONDS = 30.0
"""How long the solver may think about one deal."""
A_PLAYER = 40
"""Deals after which somebody new comes."""
A_ROOM = 10
"""One race to so many deals of single play."""
ON_A_SHELF = 6
"""Deals for each shelf and band of a full stock: more than any player takes in a row."""
AT_A_TIME = 200
MOST_TRIED = 4_000
"""Deals tried for one shelf; where hardly any can be won, its stock stays as empty as on a new server."""

Judged = tuple[Variant, Deck]
"""What was dealt, and under which rules."""


@dataclass
class Tally:
    """The deals and their verdicts, by the form that asked for them."""

    dealt: Counter[str] = field(default_factory=Counter)
    looked_for: Counter[str] = field(default_factory=Counter)
    """Wishes for which nothing was ready; the page said so."""
    lost: list[str] = field(default_factory=list)
    """Deals handed out as winnable that are not."""
    undecided: list[str] = field(default_factory=list)

    @property
    def deals(self) -> int:
        """Count all that were dealt."""
        return self.dealt.total()

    def __str__(self) -> str:
        """Write it in some lines."""
        asked = sorted(self.dealt.keys() | self.looked_for.keys())
        ways = (f"{way}: {self.dealt[way]} dealt, {self.looked_for[way]} looked for" for way in asked)
        return "\n".join([*ways, f"undecided: {len(self.undecided)}; lost: {self.lost or 'none'}"])


class Dealer:
    """Asks a server for deals in every way, and judges them."""

    def __init__(self, house: House, spy: Spy, seed: int) -> None:
        self.tally = Tally()
        self._house, self._spy, self._random = house, spy, Random(seed)
        self._solver = Solver()
        self._verdicts: dict[Judged, Verdict] = {}
        self._player = Person(house)

    def deal(self, deals: int) -> None:
        """Ask until so many more deals have come, or as many wishes were in vain."""
        until = self.tally.deals + deals
        for asked, (variant, wish) in zip(range(2 * deals), self._wishes(), strict=False):
            if self.tally.deals >= until:
                return
            if asked % A_PLAYER == 0:
                self._player = Person(self._house)
            if asked % A_ROOM == 0:
                self._race(variant)
            self._wish(variant, wish)

    def empty(self) -> None:
        """Take all that is in stock."""
        self._house.write(lambda connection: connection.exec_driver_sql("DELETE FROM stock"))

    def fill(self) -> None:
        """Put deals on every shelf that has room, as the background does."""
        for shelf in stock.shelves():
            found = dict(zip(self._winnable(shelf), list(Band) * ON_A_SHELF, strict=False))
            self._house.write(stock.add, shelf=shelf, found=found)

    def _wishes(self) -> Iterator[tuple[Variant, str]]:
        while True:
            yield from self._random.sample(pairs := [(each, wish) for each in VARIANTS for wish in WISHES], len(pairs))

    def _wish(self, variant: Variant, wish: str) -> None:
        fields = {} if wish == "play" else {**dict(variant.options), "deals": wish}
        answer = self._player.form(f"/{variant.game.slug}/new", **fields)
        way = f"{variant}, {wish}"
        while not answer.header("location").startswith("/sessions/"):
            link = answer.header("location")
            if answer.status != 303 or link.partition("?")[0].endswith("/wait"):
                assert answer.status < 500, answer.text
                self.tally.looked_for[way] += 1
                return
            answer = self._player.form(link, **dict(variant.options))
        self._judge(way, answer)

    def _judge(self, way: str, begun: Answer) -> None:
        row = self._spy.session(begun.header("location").rpartition("/")[2])
        assert row
        self._count(way, (variant_of(row.game, row.options), read_code(row.deck)))

    def _count(self, way: str, dealt: Judged) -> None:
        if dealt not in self._verdicts:
            variant, deck = dealt
            position = deal(variant.rules, deck)
            self._verdicts[dealt] = self._solver.solve(variant.rules, position, seconds=SECONDS).verdict
        self.tally.dealt[way] += 1
        if self._verdicts[dealt] is Verdict.UNWINNABLE:
            self.tally.lost.append(f"{way}: {dealt[0]} {spell(dealt[1])}")
        elif self._verdicts[dealt] is Verdict.UNDECIDED:
            self.tally.undecided.append(f"{way}: {dealt[0]} {spell(dealt[1])}")

    def _race(self, variant: Variant) -> None:
        """Race on a deal that should be winnable; deals that the room does not call proved do not matter."""
        host, other = Person(self._house), Person(self._house)
        terms = {"game": variant.game.slug, "options": dict(variant.options), "winnable": True}
        code = host.post("/races", **terms).document["code"]
        other.post(f"/races/{code}/join", name="")
        for racer in (host, other):
            racer.post(f"/races/{code}/ready")
        self._house.clock.ms += COUNTDOWN_MS
        self._house.write(races.settle_due, code=code, now=self._house.clock.ms)
        way = f"{variant}, race"
        heats = self._spy.rows("SELECT deck FROM heat WHERE code = :code AND proved", code=code)
        if not heats:
            self.tally.looked_for[way] += 1
        for (deck,) in heats:
            self._count(way, (variant, read_code(str(deck))))
        for racer in (host, other):
            racer.post(f"/races/{code}/leave")

    def _winnable(self, shelf: Shelf) -> Iterator[int]:
        """Find deals that can be won under every choice that a shelf leaves open, while that is quick."""
        rules = [variant.rules for variant in shelf.variants]
        begin = self._random.randrange(1, LAST_RANDOM_DEAL // 2)
        for first in range(begin, begin + MOST_TRIED, AT_A_TIME):
            numbers = range(first, first + AT_A_TIME)
            for number, verdict in zip(numbers, screen(self._solver, rules[0], shuffle(numbers)), strict=True):
                if verdict is Verdict.WINNABLE and all(self._can_be_won(each, number) for each in rules):
                    yield number

    def _can_be_won(self, rules: Rules, number: int) -> bool:
        return self._solver.solve(rules, deal(rules, shuffled(number)), nodes=100_000).verdict is Verdict.WINNABLE
