"""Finding winnable deals with a solver: for the stock, and for races."""

from collections.abc import Sequence
from secrets import randbelow

from app.play.service.stock import DEALS_A_SHELF, secret_deal
from app.play.solving.processes import Solver
from app.play.values.shelf import Band, Shelf
from engine.asking import FindDeals, Proved, options_of
from engine.deals import LAST_DEAL, LAST_RANDOM_DEAL
from engine.rules import Variant

SECONDS_A_QUESTION = 1.0
"""How long a solver tries deals before it answers, so that other questions get their turn."""


async def stock_deals(solver: Solver, shelf: Shelf) -> dict[int, Band]:
    """Try deals from a random number on, and return those proved winnable, with their bands."""
    found, _ = await proved(solver, shelf.variants, randbelow(LAST_RANDOM_DEAL) + 1, DEALS_A_SHELF)
    return {deal: how_hard for deal, how_hard in found.items() if deal <= LAST_RANDOM_DEAL}


async def race_deal(solver: Solver, shelf: Shelf) -> int | None:
    """Try deals from a secret number on. Return the first one proved winnable, or None if the time ran out.

    Each search starts at a new secret number, so a player who has seen one deal cannot guess the next.
    """
    found, _ = await proved(solver, shelf.variants, secret_deal(), 1)
    return next((deal for deal in found if deal <= LAST_DEAL), None)


async def proved(solver: Solver, every: Sequence[Variant], first: int, most: int) -> tuple[dict[int, Band], int]:
    """Return deals from `first` on that are proved winnable in all these variants, and the deal to try next."""
    slug, options = every[0].game.slug, options_of(every)
    answer = await solver.ask(FindDeals(slug, options, first, most, SECONDS_A_QUESTION), Proved)
    return {number: Band(how_hard) for number, how_hard in answer.found}, answer.next
