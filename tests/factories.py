"""Values for tests: whatever a test does not say is as plain as it can be.

A test names what it is about, such as `a_daily(DAY, FORTRESS, settled=True)`, and a new field of a value is added here
and not in every test.
"""

from dataclasses import replace
from datetime import date
from typing import Any

from app.features.daily.values.daily import Daily
from app.features.races.values.race import RaceTerms
from app.features.tournaments.values.tournament import Form, TournamentTerms
from app.people.names import fold, skeleton
from app.people.rows.accounts import Account
from app.people.rows.players import Player
from app.play.values.session import Session
from engine.deals import Deck, shuffled
from engine.games import variant_of
from engine.likeness import likeness
from engine.position import deal
from engine.record import Status
from engine.rules import RULES_VERSION, Game, Variant

FORTRESS, DECK = variant_of("fortress", ""), shuffled(4)


def a_player(player_id: str, **given: Any) -> Player:
    """Return somebody who has done nothing yet."""
    return replace(Player(player_id, made_at=1, automatic="off", settings="{}"), **given)


def an_account(player_id: str, name: str, **given: Any) -> Account:
    """Return the account of a player, whose password matches nothing."""
    return replace(Account(player_id, name, fold(name), skeleton(name), password="", made_at=1), **given)


def a_session(variant: Variant = FORTRESS, deck: Deck = DECK, **given: Any) -> Session:
    """Return a session that has just begun."""
    return Session(
        id="session-00000001",
        player_id="player-000000001",
        variant=variant,
        version=RULES_VERSION,
        deal=4,
        deck=deck,
        position=deal(variant.rules, deck),
        seq=0,
        status=Status.PLAYING,
        steps=0,
        undos=0,
        undoable=0,
        redoable=0,
        last_move=None,
        played_ms=0,
        started_at=1,
        changed_at=1,
    )._replace(**given)


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


def race_terms(**given: Any) -> RaceTerms:
    """Return the terms of a race for one heat of Fortress, on any deal and without a limit."""
    return replace(RaceTerms(FORTRESS, winnable=False, best_of=1, limit_ms=None), **given)


def tournament_terms(**given: Any) -> TournamentTerms:
    """Return the terms of an arena of three deals of Fortress that lasts twenty minutes, for people alone."""
    plain = TournamentTerms(
        name="The arena",
        form=Form.ARENA,
        variants=(FORTRESS,),
        deals=3,
        length_ms=20 * 60_000,
        one_try=False,
        blind=False,
        bots=False,
    )
    return replace(plain, **given)
