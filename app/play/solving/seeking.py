"""Which deals somebody needs, beyond the stock for games, and how soon; and how solvers find deals."""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from secrets import randbelow
from time import monotonic
from typing import NamedTuple, Protocol

from sqlalchemy import Connection

from app.core.settings import Settings
from app.core.slots import Slot
from app.core.store.database import Database
from app.play.rows import stock as store
from app.play.service import stock
from app.play.service.stock import DEALS_A_SHELF, secret_deal
from app.play.solving.processes import SolverProcess
from app.play.values.shelf import Band, Shelf
from engine.asking import FindDeals, FoundDeals, options_of
from engine.deals import LAST_DEAL, LAST_RANDOM_DEAL
from engine.rules import Variant

TRIES_IN_A_ROW = 30
"""After this many fruitless tries in a row, a shelf rests for a while."""
FIRST_REST_SECONDS, LONGEST_REST_SECONDS = 60.0, 3600.0
"""The first rest and the longest. Each rest is twice as long as the one before, until the shelf brings a deal."""


class Need(IntEnum):
    """How soon somebody needs a deal; the lowest comes first."""

    NOW = 1
    SOON = 2
    TOMORROW = 3
    LATER = 4
    """Nobody needs it soon, so solvers look for it only while people play, and for a while afterwards."""


class Sought(NamedTuple):
    """A deal to look for."""

    need: Need
    look: Callable[[SolverProcess], Awaitable[None]]
    """Looks for it for about one question to the solver, so that players' questions get their turn."""


class Seeks(Protocol):
    """Needs deals that are proved winnable."""

    def sought(self, connection: Connection, now: int) -> Sought | None:
        """Return the deal that it needs most; None if it needs none."""


class Rests:
    """The shelves that rest for a while, because the solver found nothing for them."""

    def __init__(self) -> None:
        self._in_vain: Counter[Shelf] = Counter()
        self._until: dict[Shelf, float] = {}

    def is_over(self, shelf: Shelf, now: float) -> bool:
        """Return whether the solver may try a shelf at the time `now`, in seconds."""
        return now >= self._until.get(shelf, now)

    def tried(self, shelf: Shelf, found: int, now: float) -> None:
        """Note a try and how many deals it found."""
        self._in_vain[shelf] = 0 if found else self._in_vain[shelf] + 1
        rests, begins = divmod(self._in_vain[shelf], TRIES_IN_A_ROW)
        if rests and not begins:
            self._until[shelf] = now + min(FIRST_REST_SECONDS * 2.0 ** (rests - 1), LONGEST_REST_SECONDS)


class SecretDeals:
    """The search for deals that nobody can have seen, which races and other events take from the same shelves."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._rests = Rests()

    def lacking(self, connection: Connection) -> list[tuple[Shelf, int]]:
        """List the shelves that lack deals and do not rest, with how many each has, the emptiest first."""
        now = monotonic()
        return [each for each in stock.wanting_for_races(connection) if self._rests.is_over(each[0], now)]

    async def look(self, solver: SolverProcess, shelf: Shelf) -> None:
        """Look for a deal for a shelf."""
        deal = await race_deal(solver, shelf)
        if deal is not None:
            await self._database.write(store.add_for_race, shelf, deal)
        self._rests.tried(shelf, deal is not None, monotonic())


@dataclass(frozen=True, slots=True)
class Process:
    """What a process that looks for deals has."""

    database: Database
    settings: Settings
    secret_deals: SecretDeals


class Awaited:
    """Deals for events of one kind, which wait until they can take theirs with `stock.take_spare`."""

    def __init__(self, any_waits: Callable[[Connection, int], bool], process: Process) -> None:
        self._any_waits = any_waits
        self._deals = process.secret_deals

    def sought(self, connection: Connection, now: int) -> Sought | None:
        """Return a deal of the kind that has the fewest, if any event waits."""
        lacking = self._deals.lacking(connection) if self._any_waits(connection, now) else []
        return Sought(Need.SOON, partial(self._deals.look, shelf=lacking[0][0])) if lacking else None


SEEKS = Slot[Callable[[Process], Seeks]]("what needs deals")


SECONDS_A_QUESTION = 1.0
"""How long a solver tries deals before it answers, so that other questions get their turn."""


async def stock_deals(solver: SolverProcess, shelf: Shelf) -> dict[int, Band]:
    """Try deals from a random number on, and return those proved winnable, with their bands."""
    found, _ = await seek_proved(solver, shelf.variants, randbelow(LAST_RANDOM_DEAL) + 1, DEALS_A_SHELF)
    return {deal: how_hard for deal, how_hard in found.items() if deal <= LAST_RANDOM_DEAL}


async def race_deal(solver: SolverProcess, shelf: Shelf) -> int | None:
    """Try deals from a secret number on. Return the first one proved winnable, or None if the time ran out.

    Each search starts at a new secret number, so a player who has seen one deal cannot guess the next.
    """
    found, _ = await seek_proved(solver, shelf.variants, secret_deal(), 1)
    return next((deal for deal in found if deal <= LAST_DEAL), None)


async def seek_proved(
    solver: SolverProcess, every: Sequence[Variant], first: int, most: int
) -> tuple[dict[int, Band], int]:
    """Return deals from `first` on that are proved winnable in all these variants, and the deal to try next."""
    slug, options = every[0].game.slug, options_of(every)
    answer = await solver.ask(FindDeals(slug, options, first, most, SECONDS_A_QUESTION), FoundDeals)
    return {number: Band(how_hard) for number, how_hard in answer.found}, answer.next
