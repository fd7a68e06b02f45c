"""Finding the deals of dailies with a solver."""

from dataclasses import dataclass, field
from functools import partial

from sqlalchemy import Connection

from app.core.clock import now_ms, today
from app.features.daily.service import daily
from app.features.daily.service.calendar import band
from app.features.daily.service.daily import FoundDeal, UndealtDaily
from app.play.solving.processes import SolverProcess
from app.play.solving.seeking import Need, Process, Sought, seek_proved
from app.play.values.shelf import Band, bands_of
from engine.asking import FindPar, Par, VariantPosition
from engine.deals import shuffled
from engine.moves import Move
from engine.position import deal
from engine.rules import Variant

SECONDS_A_PAR = 60.0
"""How long the search for a par may take. Positions limit its effort, so this limits only the wait."""
MOST_CANDIDATES = 40
"""After this many winnable deals, a daily takes one of another band."""
MOST_DEALS = 200_000
"""After this many deals it does so too: in some games hardly any deal can be won."""


class Dailies:
    """The dailies whose deals are to be chosen: today's at once, tomorrow's soon, and later ones beforehand."""

    def __init__(self, process: Process) -> None:
        self._database = process.database
        self._secret = process.settings.secret
        self._search: DailySearch | None = None

    def sought(self, connection: Connection, now: int) -> Sought | None:
        """Return the first daily that lacks its deal."""
        wanted = daily.next_wanted(connection, self._secret, now)
        if wanted is None:
            return None
        ahead = (wanted.day - today(now)).days
        need = Need.NOW if ahead <= 0 else Need.TOMORROW if ahead == 1 else Need.LATER
        return Sought(need, partial(self._look, wanted=wanted))

    async def _look(self, solver: SolverProcess, wanted: UndealtDaily) -> None:
        if self._search is None or self._search.wanted != wanted:
            self._search = DailySearch(wanted, wanted.first)
        if found := await self._search.go_on(solver):
            choose = partial(daily.choose, secret=self._secret, wanted=wanted, found=found, now=now_ms())
            await self._database.write(choose)


@dataclass(slots=True)
class DailySearch:
    """The search for a daily's deal. It asks one question at a time, so players' questions get their turn."""

    wanted: UndealtDaily
    first: int
    """The deal to try next."""
    untried: list[tuple[int, Band]] = field(default_factory=list)
    """Winnable deals for which no line has been sought yet."""
    candidate: FoundDeal | None = None
    """A deal that is not of the band meant for the daily."""
    passed: int = 0

    async def go_on(self, solver: SolverProcess) -> FoundDeal | None:
        """Ask the next question. Return the deal to choose, or None while the search goes on."""
        if not self.untried:
            found, self.first = await seek_proved(solver, self.wanted.variants, self.first, MOST_CANDIDATES)
            self.untried = list(found.items())
            return None if self.untried else self._result()
        number, how_hard = self.untried.pop(0)
        meant = band(self.wanted.day, self.wanted.game)
        fitting = how_hard is meant or meant not in bands_of(self.wanted.game)
        self.passed += 1
        if fitting or self.candidate is None:
            found_here = await _with_pars(solver, self.wanted, number, how_hard)
            if fitting and found_here:
                return found_here
            self.candidate = self.candidate or found_here
        return self._result()

    def _result(self) -> FoundDeal | None:
        """Return the candidate if the search is over, or None while it goes on."""
        tried = self.first - self.wanted.first
        return self.candidate if self.passed >= MOST_CANDIDATES or tried >= MOST_DEALS else None


async def _with_pars(solver: SolverProcess, wanted: UndealtDaily, number: int, how_hard: Band) -> FoundDeal | None:
    """Return a deal with its par in each variant, or None if the solver finds no par in one of them."""
    lines, bounds, effort = dict[Variant, tuple[Move, ...]](), dict[Variant, int](), 0
    for variant in wanted.variants:
        dealt = VariantPosition.of(variant, deal(variant.rules, shuffled(number)))
        par = await solver.ask(FindPar(dealt, SECONDS_A_PAR), Par)
        if par.moves is None or par.at_least is None:
            return None
        lines[variant], bounds[variant], effort = par.line, par.at_least, par.effort
    effort_words = f"{effort:,} positions searched to shorten the first line found"
    return FoundDeal(number, lines, bounds, effort_words, how_hard)
