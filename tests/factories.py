"""Values for tests: whatever a test does not say is as plain as it can be.

A test names what it is about, such as `a_session(status=Status.WON)`, and a new field of a value is added here and not
in every test. What only a feature knows has a `factories.py` beside the feature's tests.
"""

from dataclasses import replace
from typing import Any

from app.people.names import fold, skeleton
from app.people.rows.accounts import Account
from app.people.rows.players import Player
from app.play.values.session import Session
from engine.deals import Deck, shuffled
from engine.games import variant_of
from engine.position import deal
from engine.record import Status
from engine.rules import RULES_VERSION, Variant

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
