"""Dailies for tests, as plain as they can be."""

from dataclasses import replace
from datetime import date
from typing import Any

from sqlalchemy import Engine

from app.features.daily.rows import dailies
from app.features.daily.values.daily import Daily
from engine.deals import Deck
from engine.games import find
from engine.likeness import likeness
from engine.rules import Game
from tests.engine.verdicts import Verdict
from tests.factories import DECK


def a_daily(day: date, game: Game, deck: Deck = DECK, **given: Any) -> Daily:
    """Return a daily that is not settled and has no winning line."""
    plain = Daily(
        day=day,
        game=game,
        options={},
        deal=4,
        deck=deck,
        salt="salt",
        lines={},
        effort="none",
        settled=False,
        chosen_at=0,
        likeness=likeness(game.rules, deck),
        bounds={},
    )
    return replace(plain, **given)


def add_daily_to_come(engine: Engine, recorded: Verdict) -> None:
    """Make a recorded deal that of a daily to come."""
    game, number, deck = find(recorded.slug), int(recorded.deal), recorded.deck
    with engine.begin() as connection:
        dailies.add(connection, a_daily(date(2999, 1, 1), game, deck, deal=number))
