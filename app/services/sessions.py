"""Sessions as a whole: beginning one, finding one's own, playing it again, taking it along."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection

from app.refusals import NotFound, NotYours, Withheld
from app.services import players
from app.services.log import deed, record_after
from app.services.rulebook import options_text, rules_of
from app.services.secrecy import check_open, check_unsealed
from app.store import entries, sessions
from app.store.entries import Entry
from app.store.ids import new_id
from app.store.sessions import Session
from engine.deals import Deck, deck_code, read_code, shuffled
from engine.games import find
from engine.position import snapshot
from engine.record import Deed, Do, Request, Status, begin
from engine.rules import RULES_VERSION, Game


def start(
    connection: Connection,
    player_id: str,
    game: Game,
    options: Mapping[str, str],
    deal: int | None,
    deck: Deck,
    now: int,
) -> Session:
    """Begin a session of a game with settled options on a deck; `deal` is its number, None if it is hand-made.

    Raises:
        Withheld: an open event is played on this deal.
    """
    check_open(connection, game, deck, now)
    players.ensure(connection, player_id, now)
    return _add(connection, _fresh(player_id, game, options, deal, deck, now))


def start_sealed(
    connection: Connection, player_id: str, game: Game, options: Mapping[str, str], deal: int, event: str, now: int
) -> Session:
    """Begin a session on the deal of an open event, which nobody is told."""
    players.ensure(connection, player_id, now)
    session = _fresh(player_id, game, options, deal, shuffled(deal), now)
    return _add(connection, session._replace(event=event, sealed=True))


def restart(connection: Connection, session_id: str, player_id: str | None, now: int) -> Session:
    """Begin a new session on the same deal; the old one stays as it is and can be resumed.

    Raises:
        NotFound, NotYours, Withheld: the deal belongs to an open event, which has its own way to begin again.
    """
    return _again(connection, own(connection, session_id, player_id), [], now)


def branch(connection: Connection, session_id: str, player_id: str | None, entries_kept: int, now: int) -> Session:
    """Begin a new session that goes on from where an old one stood after so many of its entries.

    Its log begins with the moves that stood then, made once more. Of more entries than there are, all are kept.
    Raises as `restart` does.
    """
    old = own(connection, session_id, player_id)
    kept = map(deed, entries.all_of(connection, session_id)[:entries_kept])
    stood = record_after(old, (done for done in kept if done.do is not Do.GIVE_UP))
    return _again(connection, old, stood.done, now)


def _fresh(player_id: str, game: Game, options: Mapping[str, str], deal: int | None, deck: Deck, now: int) -> Session:
    record = begin(game.rules_with(options), deck)
    return Session(
        id=new_id(now),
        player_id=player_id,
        game=game.slug,
        options=options_text(options),
        rules=RULES_VERSION,
        deal=None if deal is None else str(deal),
        deck=deck_code(deck),
        snapshot=snapshot(record.rules, record.position),
        seq=0,
        status=record.status,
        steps=0,
        undos=0,
        undoable=0,
        redoable=0,
        last_move=None,
        played_ms=0,
        started_at=now,
        changed_at=now,
    )


def _again(connection: Connection, old: Session, made: list[Request], now: int) -> Session:
    """Begin a new session on an old one's deal, with these requests made."""
    check_unsealed(old)
    check_open(connection, find(old.game), read_code(old.deck), now)
    deeds = [Deed(Do.MOVE, move, auto=place > 0) for request in made for place, move in enumerate(request.moves)]
    stands = record_after(old, deeds)
    fresh = old._replace(
        id=new_id(now),
        snapshot=snapshot(stands.rules, stands.position),
        seq=len(deeds),
        status=stands.status,
        steps=stands.steps,
        undos=0,
        undoable=len(stands.done),
        redoable=0,
        last_move=str(deeds[-1].move) if deeds else None,
        played_ms=0,
        started_at=now,
        changed_at=now,
        event=None,
    )
    log = [Entry(seq, done.do, str(done.move), done.auto, now) for seq, done in enumerate(deeds)]
    return _add(connection, fresh, log)


def _add(connection: Connection, added: Session, log: Sequence[Entry] = ()) -> Session:
    sessions.add(connection, added)
    if log:
        entries.append(connection, added.id, log)
    return added


def own(connection: Connection, session_id: str, player_id: str | None) -> Session:
    """Give a session to its player; raise `NotFound` or `NotYours`."""
    return check_owner(sessions.find(connection, session_id), player_id)


def check_owner(session: Session | None, player_id: str | None) -> Session:
    """Give the session back if it is there and the player's; raise `NotFound` or `NotYours`."""
    if session is None:
        raise NotFound("There is no such game here.")
    if session.player_id != player_id:
        raise NotYours("This game belongs to another player.")
    return session


def unfinished(connection: Connection, player_id: str, limit: int) -> list[Session]:
    """List the player's sessions that can be continued, the last played first."""
    return sessions.unfinished(connection, player_id, limit)


def history(connection: Connection, player_id: str, limit: int, before: tuple[int, str] | None) -> list[Session]:
    """List the player's sessions, the last played first, from below the `(changed_at, id)` of the page before."""
    return sessions.history(connection, player_id, limit, before)


def record_of(connection: Connection, session_id: str, player_id: str | None) -> tuple[Session, list[Entry]]:
    """Give a session with its log to take along.

    Raises:
        Withheld: the log would tell face-down cards of a game that is not over, or the deal of an open event.
    """
    session = own(connection, session_id, player_id)
    check_unsealed(session)
    if rules_of(session.game, session.options).face_down_rows and not Status(session.status).finished:
        raise Withheld("A game with face-down cards can be exported when it is over.")
    return session, entries.all_of(connection, session_id)
