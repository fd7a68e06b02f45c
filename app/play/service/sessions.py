"""Sessions as a whole: begin one, find one's own, play one again, download one."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from app.core.bounds import LONGEST_LOG
from app.core.refusals import Impossible, NotFound, NotYours, Over, Withheld
from app.core.store.ids import new_id
from app.people.service import players
from app.play.rows import entries, sessions
from app.play.service.secrecy import check_open, check_visible
from app.play.values.event import Event
from app.play.values.session import Entry, Session
from engine.deals import Deck, shuffled
from engine.games import GAMES
from engine.links import standing
from engine.measured import starting_game
from engine.moves import Move, apply
from engine.position import Position, deal
from engine.puzzles import Puzzle
from engine.record import Deed, Do, Status, begin, status
from engine.rules import RULES_VERSION, Variant


@dataclass(frozen=True, slots=True)
class Opening:
    """The moves with which a new session begins, and where they lead."""

    log: list[Entry]
    requests: int
    position: Position
    status: Status


def start(
    connection: Connection,
    player_id: str,
    variant: Variant,
    deal: int | None,
    deck: Deck,
    now: int,
    begins: Opening | None = None,
) -> Session:
    """Begin a session of a game on a deck, perhaps after some moves; `deal` is its number, None if it is hand-made.

    Raises:
        Withheld: an open event is played on this deal.
    """
    check_open(connection, deck, now)
    players.ensure(connection, player_id, now)
    fresh = _fresh(player_id, variant, deal, deck, now)
    return _add(connection, _lead_on(fresh, begins), begins.log) if begins else _add(connection, fresh)


def opening(variant: Variant, deck: Deck, moves: Sequence[Move], now: int) -> Opening:
    """Return the opening that makes these legal moves from a deck, for `start`.

    Raises:
        Impossible: the moves win, or a log cannot hold them.
    """
    begins = _beginning(variant, deck, [Deed(Do.MOVE, move) for move in moves[: LONGEST_LOG + 1]], now)
    if len(begins.log) > LONGEST_LOG:
        raise Impossible(f"A game can begin with at most {LONGEST_LOG:,} moves.")
    if begins.status is Status.WON:
        raise Over("This game is won; there is nothing left to play.")
    return begins


def start_task(
    connection: Connection, player_id: str, puzzle: Puzzle, event: Event, begins: Opening, now: int
) -> Session:
    """Begin a session with a task, after the moves that lead to it, which undo does not take back.

    The caller checks first that no open event is played on the deal.
    """
    players.ensure(connection, player_id, now)
    fresh = _fresh(player_id, puzzle.variant, puzzle.deal, puzzle.deck, now)
    fresh = fresh._replace(event=event, lead=begins.requests)
    return _add(connection, _lead_on(fresh, begins), begins.log)


def start_sealed(
    connection: Connection, player_id: str, variant: Variant, deal: int, event: Event, now: int
) -> Session:
    """Begin a session on the deal of an open event, which stays secret."""
    players.ensure(connection, player_id, now)
    session = _fresh(player_id, variant, deal, shuffled(deal), now)
    return _add(connection, session._replace(event=event, sealed=True))


def restart(connection: Connection, session_id: str, player_id: str | None, now: int) -> Session:
    """Begin a new session on the same deal; the old one stays as it is and can be resumed.

    Raises:
        NotFound, NotYours, Withheld: the deal belongs to an open event, which has its own way to begin again.
    """
    old = own(connection, session_id, player_id)
    return _again(connection, old, _beginning(old.variant, old.deck, [], now), now)


def beginning(connection: Connection, session_id: str, player_id: str | None, entries_kept: int, now: int) -> Opening:
    """Return an opening with the moves that stood after a session's first `entries_kept` entries, or after all of them.

    The first entries of a log never change, so call this before the transaction in which `branch` writes.

    Raises:
        NotFound, NotYours, Impossible: also if more moves stand than a log may hold.
    """
    old = own(connection, session_id, player_id)
    kept = entries.first_of(connection, session_id, entries_kept)
    made = standing([entry.deed for entry in kept if entry.do is not Do.GIVE_UP])
    if len(made) > LONGEST_LOG:
        raise Impossible(f"A game can begin with at most {LONGEST_LOG:,} moves.")
    return _beginning(old.variant, old.deck, made, now)


def branch(connection: Connection, session_id: str, player_id: str | None, begins: Opening, now: int) -> Session:
    """Begin a new session on the deal of an old one with moves that were made there; raise as `restart` does."""
    return _again(connection, own(connection, session_id, player_id), begins, now)


def _fresh(player_id: str, variant: Variant, deal: int | None, deck: Deck, now: int) -> Session:
    record = begin(variant.rules, deck)
    return Session(
        id=new_id(now),
        player_id=player_id,
        variant=variant,
        version=RULES_VERSION,
        deal=deal,
        deck=deck,
        position=record.position,
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


def _beginning(variant: Variant, deck: Deck, made: Sequence[Deed], now: int) -> Opening:
    rules = variant.rules
    position, request, log = deal(rules, deck), None, list[Entry]()
    for seq, done in enumerate(made):
        assert done.move is not None
        after = apply(rules, position, done.move)
        back, request = (None, request) if done.auto else (request, seq)
        up = after.face_down != position.face_down
        log.append(Entry(seq, done.do, done.move, done.auto, now, request, back, up))
        position = after
    requests = sum(not done.auto for done in made)
    return Opening(log, requests, position, status(rules, position))


def _again(connection: Connection, old: Session, begins: Opening, now: int) -> Session:
    """Begin a new session on an old one's deal, with these moves made."""
    check_visible(connection, old, now)
    fresh = _fresh(old.player_id, old.variant, old.deal, old.deck, now)._replace(version=old.version)
    return _add(connection, _lead_on(fresh, begins), begins.log)


def _lead_on(fresh: Session, begins: Opening) -> Session:
    """Return a session that has just begun with these moves made."""
    return fresh._replace(
        position=begins.position,
        seq=len(begins.log),
        status=begins.status,
        steps=len(begins.log),
        undoable=begins.requests,
        last_move=begins.log[-1].move if begins.log else None,
        top=begins.log[-1].request if begins.log else None,
    )


def _add(connection: Connection, added: Session, log: Sequence[Entry] = ()) -> Session:
    sessions.add(connection, added)
    if log:
        entries.append(connection, added.id, log)
    return added


def own(connection: Connection, session_id: str, player_id: str | None) -> Session:
    """Return a session to its player; raise `NotFound` or `NotYours`."""
    return check_owner(sessions.find(connection, session_id), player_id)


def get(connection: Connection, session_id: str) -> Session:
    """Return a session, whoever asks; raise `NotFound`."""
    session = sessions.find(connection, session_id)
    if session is None:
        raise NotFound("There is no such game here.")
    return session


def last_variant(connection: Connection, player_id: str | None) -> Variant:
    """Return what a visitor played last of the games that others race; before that, the game to start with."""
    played = sessions.history(connection, player_id, 1, None) if player_id else []
    last = played[0].variant if played else None
    return last if last and last.game in GAMES.values() else next(iter(starting_game().variants({})))


def check_owner(session: Session | None, player_id: str | None) -> Session:
    """Return the session if it exists and is the player's; raise `NotFound` or `NotYours`."""
    if session is None:
        raise NotFound("There is no such game here.")
    if session.player_id != player_id:
        raise NotYours("This game belongs to another player.")
    return session


def record_of(connection: Connection, session_id: str, player_id: str | None, now: int) -> tuple[Session, list[Entry]]:
    """Return a session with its log, to download.

    Raises:
        NotFound, NotYours, Withheld: the log would reveal the face-down cards of a game that is not over, or the deal
            of an open event.
    """
    session = own(connection, session_id, player_id)
    check_visible(connection, session, now)
    if session.variant.rules.face_down_rows and not session.status.finished:
        raise Withheld("You can export a game with face-down cards only once it is over.")
    return session, entries.all_of(connection, session_id)
