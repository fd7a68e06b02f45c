"""Finding winnable deals with a solver: for a daily, for the stock, and for races."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from secrets import randbelow

from app.features.daily.service.calendar import band
from app.features.daily.service.daily import Found, Wanted
from app.play.service.stock import DEALS_A_SHELF, secret_deal
from app.play.solving.processes import Solver
from app.play.values.shelf import Band, Shelf, bands_of
from engine.asking import FindDeals, FindPar, Par, Placed, Proved, options_of
from engine.deals import LAST_DEAL, LAST_RANDOM_DEAL, shuffled
from engine.moves import Move
from engine.position import deal
from engine.rules import Variant

SECONDS_A_QUESTION = 1.0
"""How long a solver tries deals before it answers, so that other questions get their turn."""
SECONDS_A_PAR = 60.0
"""How long the search for a par may take. Positions limit its effort, so this limits only the wait."""
MOST_CANDIDATES = 40
"""After this many winnable deals, a daily takes one of another band."""
MOST_DEALS = 200_000
"""After this many deals it does so too: in some games hardly any deal can be won."""


async def stock_deals(solver: Solver, shelf: Shelf) -> dict[int, Band]:
    """Try deals from a random number on, and return those proved winnable, with their bands."""
    found, _ = await _proved(solver, shelf.variants, randbelow(LAST_RANDOM_DEAL) + 1, DEALS_A_SHELF)
    return {deal: how_hard for deal, how_hard in found.items() if deal <= LAST_RANDOM_DEAL}


async def race_deal(solver: Solver, shelf: Shelf) -> int | None:
    """Try deals from a secret number on. Return the first one proved winnable, or None if the time ran out.

    Each search starts at a new secret number, so a player who has seen one deal cannot guess the next.
    """
    found, _ = await _proved(solver, shelf.variants, secret_deal(), 1)
    return next((deal for deal in found if deal <= LAST_DEAL), None)


@dataclass(slots=True)
class DailySearch:
    """The search for a daily's deal. It asks one question at a time, so players' questions get their turn."""

    wanted: Wanted
    first: int
    """The deal to try next."""
    untried: list[tuple[int, Band]] = field(default_factory=list)
    """Winnable deals for which no line has been sought yet."""
    candidate: Found | None = None
    """A deal that is not of the day's band."""
    passed: int = 0

    async def go_on(self, solver: Solver) -> Found | None:
        """Ask the next question. Return the deal to choose, or None while the search goes on."""
        if not self.untried:
            found, self.first = await _proved(solver, self.wanted.variants, self.first, MOST_CANDIDATES)
            self.untried = list(found.items())
            return None if self.untried else self._settled()
        number, how_hard = self.untried.pop(0)
        of_the_day = band(self.wanted.day)
        fitting = how_hard is of_the_day or of_the_day not in bands_of(self.wanted.game)
        self.passed += 1
        if fitting or self.candidate is None:
            found_here = await _found(solver, self.wanted, number)
            if fitting and found_here:
                return found_here
            self.candidate = self.candidate or found_here
        return self._settled()

    def _settled(self) -> Found | None:
        """Return the candidate if the search is over, or None while it goes on."""
        tried = self.first - self.wanted.first
        return self.candidate if self.passed >= MOST_CANDIDATES or tried >= MOST_DEALS else None


async def _proved(solver: Solver, every: Sequence[Variant], first: int, most: int) -> tuple[dict[int, Band], int]:
    """Return deals from `first` on that are proved winnable in all these variants, and the deal to try next."""
    slug, options = every[0].game.slug, options_of(every)
    answer = await solver.ask(FindDeals(slug, options, first, most, SECONDS_A_QUESTION), Proved)
    return {number: Band(how_hard) for number, how_hard in answer.found}, answer.next


async def _found(solver: Solver, wanted: Wanted, number: int) -> Found | None:
    """Return a deal with its par in each variant, or None if the solver finds no par in one of them."""
    lines, bounds, effort = dict[Variant, tuple[Move, ...]](), dict[Variant, int](), 0
    for variant in wanted.variants:
        dealt = Placed.of(variant, deal(variant.rules, shuffled(number)))
        par = await solver.ask(FindPar(dealt, SECONDS_A_PAR), Par)
        if par.moves is None or par.at_least is None:
            return None
        lines[variant], bounds[variant], effort = par.line, par.at_least, par.effort
    return Found(number, lines, bounds, f"{effort:,} positions searched to shorten the first line found")
