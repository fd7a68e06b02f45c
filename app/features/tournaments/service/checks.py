"""Check that the points of tournaments follow from their games."""

from dataclasses import replace
from functools import partial, reduce

from sqlalchemy import Connection

from app.features.tournaments.rows import entrants, tournaments
from app.features.tournaments.values import scoring
from app.play.checking import Check, Fault


def check(connection: Connection, code: str) -> list[Fault]:
    """Add up the games of everybody in a tournament again."""
    found = tournaments.find(connection, code)
    assert found
    faults, count = [], partial(scoring.add_points, found.terms.scoring)
    for kept in entrants.all_of(connection, code):
        tries = entrants.tries(connection, code, kept.player_id)
        counted = reduce(count, tries, replace(kept, points=0, won=0, steps=0, ms=0))
        if counted != kept:
            here, there = ((one.points, one.won, one.steps, one.ms) for one in (kept, counted))
            faults.append(
                Fault(f"tournament {code}", f"Player {kept.player_id} has {here}, but the games bring {there}.")
            )
    return faults


TOURNAMENTS = Check(20, "Tournaments", entrants.codes, check)
