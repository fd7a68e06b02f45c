"""Do what is due in tournaments: draw their deals, note that one begins, and close those whose time is up.

The deals come from those that solvers have proved winnable; nothing searches for a deal here. If too few are ready when
a tournament should open, it waits for them, and opens and closes that much later. The closing walks through all games a
page at a time, and the tournament's row says how far it has come.
"""

from dataclasses import replace

from sqlalchemy import Connection

from app.core.due import FailedTry
from app.features.tournaments.rows import entrants, tournaments
from app.features.tournaments.rows.tournaments import DueTournament
from app.features.tournaments.values import tournament
from app.features.tournaments.values.tournament import SETTLING_MS, Tournament
from app.play.service import stock
from engine.deals import shuffled
from engine.likeness import likeness

A_PAGE = 20
"""How many tournaments one piece of work looks at."""
DRAWN_AT_ONCE = 6
"""How many deals one piece of work draws."""
CLOSED_AT_ONCE = 200
"""How many games one piece of work settles."""


def first(connection: Connection) -> list[DueTournament]:
    """List the tournaments that are due next, in order of time."""
    return tournaments.first_due(connection, A_PAGE)


def settle(connection: Connection, code: str, now: int) -> Tournament | None:
    """Do the next piece of what is due in a tournament; return None if nothing is due any more."""
    found = tournaments.find_to_change(connection, code)
    if found is None or found.due_at is None or found.due_at > now:
        return None
    if found.is_called_off(now):
        tournaments.set_aside(connection, code, now)
        return tournaments.find(connection, code)
    if found.drawn_at is None:
        changed = _draw(connection, found, now)
    elif now >= found.closes_at + SETTLING_MS:
        changed = _close(connection, found, now)
    else:
        changed = found
    changed = replace(changed, due_at=tournament.due(changed, found, now), failures=0)
    tournaments.change(connection, changed)
    return changed


def keep_failure(connection: Connection, code: str, failed: FailedTry, now: int) -> None:
    """Store a failure to settle a tournament; after the last failure, the tournament ends with the results so far."""
    if failed.again_at is None:
        tournaments.set_aside(connection, code, now)
        entrants.unseal(connection, code)
    else:
        tournaments.store_failure(connection, code, failed.before, failed.again_at)


def _draw(connection: Connection, found: Tournament, now: int) -> Tournament:
    """Draw some of the missing deals, as far as any are ready; with the last one, the tournament is ready."""
    deals = {one.number: one for one in found.deals}
    # In one order of shelves: two tournaments that draw at once wait for each other, and never both.
    for one in sorted(found.missing[:DRAWN_AT_ONCE], key=lambda one: (one.variant.game.slug, one.variant.text)):
        number = stock.take_spare(connection, one.variant)
        if number is not None:
            deck, drawn = shuffled(number), replace(one, deal=number)
            tournaments.draw(connection, found.code, drawn, deck, likeness(one.variant.game.rules, deck))
            deals[one.number] = drawn
    changed = replace(found, deals=tuple(deals[number] for number in sorted(deals)))
    if changed.missing:
        return changed
    late = max(0, now - found.opens_at)
    return replace(changed, drawn_at=now, opens_at=found.opens_at + late, closes_at=found.closes_at + late)


def _close(connection: Connection, found: Tournament, now: int) -> Tournament:
    """Settle a page of the games; if all are settled already, close the tournament."""
    closing = replace(found, closing_since=now if found.closing_since is None else found.closing_since)
    settled = entrants.page(connection, found.code, found.walked_to, CLOSED_AT_ONCE)
    if not settled:
        return replace(closing, closed_at=now)
    entrants.stop(connection, settled)
    return replace(closing, walked_to=settled[-1])
