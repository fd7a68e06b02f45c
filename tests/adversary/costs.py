"""What each address costs as its dearest visitor can make it, beside what its visitor is charged for it."""

import gc
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import TypeVar
from unittest.mock import patch

from app.core.bounds import SECONDS_OF_AN_ADDRESS
from app.web.budgets import Budgets
from app.web.limits import RequestKind, kind_of
from engine.cards import spell
from engine.deals import deck_code
from tests.adversary.burden import ATTACKER
from tests.adversary.house import Answer, Person
from tests.adversary.test_costs import measures, routes
from tests.adversary.town import Town, fillings
from tests.app.addresses import address
from tests.app.study.test_analysis_board import shuttle

SHARE = 0.25
"""The most of a lane that one address may take."""
SLACK_SECONDS = 0.004
"""What of a request may stay uncharged whatever it costs: counting it, and the noise of the measurement."""
TRIES, MOST_TRIES = 2, 20
"""How often to measure again what is listed, and what looks too dear: other work can only add to a measurement."""
RACERS = 49
"""Racers who come to the host, so that the room is full."""
FREE = {"/healthz", "/readyz", "/metrics"}

Ask = Callable[[], Answer]
T = TypeVar("T")


@dataclass(frozen=True)
class Size:
    """How much the visitor has prepared."""

    entries: int
    """Entries in the log of one game."""
    games: int
    moves: int
    """Moves on an analysis board."""


SMALL, LARGE = Size(200, 20, 300), Size(3_000, 1_000, 3_900)


@dataclass(frozen=True)
class Cost:
    """One request, measured: seconds of the processor in all threads, and bytes of memory at most."""

    method: str
    path: str
    status: int
    counted: str
    """What the limits count it as."""
    took: float
    charged: float
    memory: int = 0

    @property
    def share(self) -> float:
        """How much of a processor one address gets that sends nothing else, as fast as its budget lets it."""
        return self.took / max(self.charged, 1e-9) * SECONDS_OF_AN_ADDRESS

    @property
    def is_too_dear(self) -> bool:
        """Whether an address takes more than its share by this request."""
        return self.share > SHARE and self.took - self.charged > SLACK_SECONDS


class Walker:
    """Sends requests from one address that counts, and measures them."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self.charged = 0.0
        self._known = {
            (method, route.path): (route.endpoint, measures(route))
            for route in routes(town.house.app.routes)
            for method in route.methods or ()
        }

    def measure(self, method: str, path: str, ask: Ask) -> Cost:
        """Measure one request."""
        endpoint, given = self._known.get((method, path), (None, []))
        kinds = [one.kind for one in given] + ([str(kind_of(endpoint))] if method != "GET" else [])
        self.charged, began = 0.0, time.process_time()
        answer = ask()
        took = time.process_time() - began
        return Cost(method, path, answer.status, ", ".join(kinds) or "time alone", took, self.charged)

    def doubt(self, first: Cost, ask: Ask) -> Cost:
        """Measure a request again as long as it looks too dear; return the cheapest, without others' noise."""
        cheapest, tries = first, 0
        while cheapest.is_too_dear and tries < MOST_TRIES:
            cheapest = min(cheapest, self.measure(first.method, first.path, ask), key=_took)
            tries += 1
        return cheapest

    def weigh(self, first: Cost, ask: Ask) -> Cost:
        """Measure a dear request a few times more, and its memory; return the cheapest."""
        again = [self.measure(first.method, first.path, ask) for _ in range(TRIES)]
        cheapest = self.doubt(min(first, *again, key=_took), ask)
        tracemalloc.start()
        ask()
        _, memory = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return replace(cheapest, memory=memory)


@contextmanager
def uncounted(walker: Walker) -> Iterator[None]:
    """Let every request through, and note what it would be charged."""

    async def room(*_: object) -> int:
        return 0

    def spend(_: Budgets, _address: str, _player: str, seconds: float) -> None:
        walker.charged += seconds

    with ExitStack() as stack:
        stack.enter_context(patch("app.web.limits.Counters.hit", room))
        stack.enter_context(patch.object(Budgets, "wait", lambda *_: 0))
        stack.enter_context(patch.object(Budgets, "spend", spend))
        gc.collect()
        yield


def prepare(town: Town, size: Size) -> None:
    """Provide the owner with a long game, many games and a full room."""
    owner = town.people["owner"]
    recorded, moves, _ = shuttle()
    seq = 0
    owner.form("/settings", automatic="off")
    deck, options = spell(recorded.deck), dict(recorded.options)
    begun = owner.post("/sessions", game=recorded.slug, deck=deck, options=options).document
    while seq < size.entries:
        move = str(moves[seq % 2])
        seq = owner.post(f"/sessions/{begun['id']}/moves", seq=seq, move=move).document["seq"]
    owner.post(f"/sessions/{begun['id']}/give-up", seq=seq)
    owner.form(f"/sessions/{begun['id']}/share")
    town.sessions["long"] = begun["id"]
    for number in range(size.games):
        game = owner.post("/sessions", game="fortress", deal=1000 + number).document
        owner.post(f"/sessions/{game['id']}/give-up", seq=0)
    room = owner.post("/races", game="fortress").document["code"]
    for _ in range(RACERS):
        Person(town.house).post(f"/races/{room}/join", name="")
    town.codes["other race"] = room


def walk(town: Town, size: Size) -> list[list[Cost]]:
    """Walk every address but those of moves; return what each request costs there, once unless it looks too dear."""
    return _walk(town, size, _each_of)


def dearest(town: Town, size: Size) -> list[Cost]:
    """Walk every address but those of moves, and return each with what it costs at most."""
    return sorted(_walk(town, size, _dearest_of), key=_took, reverse=True)


def _walk(town: Town, size: Size, measured: Callable[[Walker, tuple[str, str], list[Ask]], T]) -> list[T]:
    walker, owner = Walker(town), town.people["owner"]
    town.house.address = ATTACKER
    with uncounted(walker):
        found = [measured(walker, path, asks) for path, asks in _asked(town, owner, size)]
    town.house.address = "127.0.0.1"
    return found


def _each_of(walker: Walker, named: tuple[str, str], asks: list[Ask]) -> list[Cost]:
    return [walker.doubt(walker.measure(*named, ask), ask) for ask in asks]


def _dearest_of(walker: Walker, named: tuple[str, str], asks: list[Ask]) -> Cost:
    measured = sorted(((walker.measure(*named, ask), ask) for ask in asks), key=lambda one: one[0].took)
    # The first time fills caches, so the dearest then may not be the dearest.
    return max((walker.weigh(found, ask) for found, ask in measured[-2:]), key=_took)


def _asked(town: Town, owner: Person, size: Size) -> Iterator[tuple[tuple[str, str], list[Ask]]]:
    """Yield each method and path with the requests that may be dear there."""
    board = _board(size.moves)
    for route in routes(town.house.app.routes):
        for method in sorted((route.methods or set()) & {"GET", "POST"}):
            if route.path in FREE or kind_of(route.endpoint) in {RequestKind.MOVE, RequestKind.TURN}:
                continue
            places = [address(route.path, fields) for fields in fillings(town, route.path)]
            if method == "GET":
                query = f"?{board}" if route.path.startswith("/analysis") else ""
                yield (method, route.path), [_get(owner, place + query) for place in places]
            elif route.path in {"/analysis/{slug}", "/analysis/{slug}/tree"}:
                yield (method, route.path), [_form(owner, place, board) for place in places]


def _board(moves: int) -> str:
    recorded, (there, back), _ = shuttle()
    line = ",".join([str(there), str(back)] * (moves // 2))
    options = "&".join(f"{name}={value}" for name, value in recorded.options.items())
    return f"deck={deck_code(recorded.deck)}&{options}&moves={line}&at={moves // 2 * 2}&do=promote"


def _get(person: Person, place: str) -> Ask:
    return lambda: person.get(place)


def _form(person: Person, place: str, board: str) -> Ask:
    fields = dict(field.partition("=")[::2] for field in board.split("&"))
    return lambda: person.form(place, **fields)


def _took(cost: Cost) -> float:
    return cost.took


def table(costs: list[Cost], most: int) -> str:
    """Write the dearest as the table of docs/threat-model.md, and the rest by what they count as."""
    lines = ["| request | counts as | ms | charged | MB | of a processor |", "|---|---|---:|---:|---:|---:|"]
    lines += [_row(f"`{cost.method} {cost.path}`", cost) for cost in costs[:most]]
    rest = costs[most:]
    for counted in sorted({cost.counted for cost in rest}):
        alike = [cost for cost in rest if cost.counted == counted]
        name = f"{len(alike)} others, at most" if len(alike) > 1 else "the other one"
        lines.append(_row(name, max(alike, key=_took)))
    return "\n".join(lines)


def _row(name: str, cost: Cost) -> str:
    figures = f"{cost.took * 1000:.1f} | {cost.charged * 1000:.1f} | {cost.memory / 1e6:.1f} | {cost.share:.2f}"
    return f"| {name} | {cost.counted} | {figures} |"
