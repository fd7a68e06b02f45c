"""With which deals and positions nobody gets help while an event is open, asked of the service itself."""

from collections import Counter
from typing import Any

import pytest
from sqlalchemy import Connection

from app.core.refusals import Withheld
from app.features.races.rows import races
from app.features.races.values.event import InRace
from app.people.rows import players
from app.play.rows import entries, sessions
from app.play.service import secrecy
from app.play.service.secrecy import check_help, check_unsealed, check_visible, is_open, may_help, public_view
from app.play.values.session import Entry, Session
from engine.deals import shuffled
from engine.descent import DealQuery
from engine.likeness import likeness
from engine.moves import Move, along
from engine.position import Position, deal
from engine.record import Do, Status
from tests.factories import DECK, FORTRESS, a_player, a_session

OWNER, OTHER, NOW = "player-000000001", "player-000000002", 1_800_000_000_000
RULES, ELSEWHERE = FORTRESS.rules, shuffled(5)
MOVES = [Move.read(move) for move in ("t1-f3", "t1-t7", "t3-f3")]
FIRST, *_, LAST = along(RULES, deal(RULES, DECK), MOVES)


def begun(connection: Connection, **given: Any) -> Session:
    """Return a game of the owner's with three moves, in an event that is open unless something else is given."""
    terms = {"event": InRace("ABCDEF"), "sealed": True, "position": LAST, "seq": len(MOVES), "steps": len(MOVES)}
    session = a_session(FORTRESS, last_move=MOVES[-1], **{"id": "session-withheld", **terms, **given})
    for one in (OWNER, OTHER):
        players.add(connection, a_player(one))
    sessions.add(connection, session)
    entries.append(connection, session.id, [Entry(at, Do.MOVE, move, False, at) for at, move in enumerate(MOVES)])
    return session


def helped(connection: Connection, position: Position, player_id: str | None) -> bool:
    """Return whether somebody gets help with a position, which they say to have reached from another deal."""
    return may_help(connection, DealQuery(RULES, ELSEWHERE, [position]), player_id, NOW)


@pytest.mark.parametrize("player_id", [OWNER, OTHER, None])
def test_nobody_gets_help_with_a_position_in_which_a_game_in_an_open_event_stands(
    connection: Connection, player_id: str | None
) -> None:
    assert helped(connection, LAST, player_id)
    begun(connection)
    assert not helped(connection, LAST, player_id)


def test_with_an_earlier_position_of_it_its_player_alone_gets_none(connection: Connection) -> None:
    begun(connection)
    assert [helped(connection, FIRST, one) for one in (OWNER, OTHER, None)] == [False, True, True]


def test_a_game_in_an_open_event_that_is_over_counts_for_its_player_alone(connection: Connection) -> None:
    begun(connection, status=Status.GIVEN_UP)
    assert [helped(connection, LAST, one) for one in (OWNER, OTHER)] == [False, True]


@pytest.mark.parametrize("given", [{"sealed": False}, {"sealed": False, "event": None}])
def test_once_an_event_is_over_its_games_keep_nobody_from_help(connection: Connection, given: dict[str, Any]) -> None:
    begun(connection, **given)
    assert helped(connection, LAST, OWNER)


@pytest.mark.parametrize(("near", "descended"), [(True, False), (False, True), (False, False)])
def test_a_deal_near_one_that_is_shown_gets_no_help_and_nor_does_one_that_leads_to_its_positions(
    connection: Connection, monkeypatch: pytest.MonkeyPatch, near: bool, descended: bool
) -> None:
    asked = DealQuery(RULES, ELSEWHERE, [])
    monkeypatch.setattr(races, "open_decks", lambda *_: [(FORTRESS.game, DECK)])
    monkeypatch.setattr(secrecy, "is_near", lambda *given: near and given == (FORTRESS.game.rules, (DECK,), ELSEWHERE))
    monkeypatch.setattr(
        secrecy, "is_descended", lambda *given: descended and given == (FORTRESS.game.rules, (DECK,), asked)
    )
    assert may_help(connection, asked, None, NOW) is not (near or descended)


def test_help_in_a_session_asks_for_its_player_and_its_deal(connection: Connection) -> None:
    begun(connection)
    theirs, others = a_session(FORTRESS, ELSEWHERE), a_session(FORTRESS, ELSEWHERE, player_id=OTHER)
    with pytest.raises(Withheld):
        check_help(connection, theirs, [FIRST], NOW)
    check_help(connection, others, [FIRST], NOW)
    with pytest.raises(Withheld):
        check_help(connection, others._replace(sealed=True), [], NOW)


@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("sealed", [True, False])
def test_others_see_a_session_only_while_neither_it_nor_its_deal_is_secret(
    connection: Connection, monkeypatch: pytest.MonkeyPatch, sealed: bool, opened: bool
) -> None:
    look = [(likeness(RULES, DECK), FORTRESS.game)]
    monkeypatch.setattr(races, "open_of", lambda *_: {(game, like) for like, game in look if opened})
    session = a_session(FORTRESS, sealed=sealed)
    assert is_open(connection, DECK, NOW) is opened
    assert public_view(connection, session, NOW).sealed is (sealed or opened)
    if sealed or opened:
        with pytest.raises(Withheld):
            check_visible(connection, session, NOW)
    else:
        check_visible(connection, session, NOW)
        check_unsealed(session)


def test_a_game_is_looked_through_once_at_each_seq(
    connection: Connection, backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(connection, id=f"seen-{backend}")
    looked = Counter[str]()

    def count(name: str) -> None:
        asked = getattr(secrecy, name)

        def look(*given: Any) -> Any:
            looked[name] += 1
            return asked(*given)

        monkeypatch.setattr(secrecy, name, look)

    count("course_of")
    count("sighting")
    for _ in range(2):
        assert not helped(connection, FIRST, OWNER)
    assert looked == {"course_of": 1, "sighting": 1 + len([FIRST, *MOVES])}


def test_of_games_in_play_twice_as_many_are_kept_as_are_looked_at_and_no_more() -> None:
    most = 2 * secrecy.MOST_IN_PLAY
    for at in range(most + 1):
        secrecy._STANDING.keep(("a game", at), frozenset())
    kept = [secrecy._STANDING.find(("a game", at)) is not None for at in range(most + 1)]
    assert kept == [False, *[True] * most]
