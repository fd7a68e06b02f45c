"""Watch finished games: players can always watch their own, and others can watch a game that its player has shared.

Once an event is over, everybody can watch those games of it that its occasion calls public. While an event is open,
only the player sees the cards and moves of a game in it, and nobody sees any other game on the same deal. The link
still says how the game ended.
"""

from dataclasses import dataclass

from sqlalchemy import Connection

from app.core.refusals import Impossible, NotFound
from app.people.rows import accounts
from app.play.occasion import Counted, occasion_of
from app.play.rows import entries, help_given, sessions, shared
from app.play.service.course import PlayedCourse, course_of
from app.play.service.secrecy import check_open, check_unsealed, public_view
from app.play.service.sessions import own
from app.play.values.session import Entry, Session
from engine.deals import Deck
from engine.position import cards_home
from engine.record import Status
from engine.rules import Game, Rules

MOST_ON_A_DEAL = 50


@dataclass(frozen=True, slots=True)
class Ending:
    """How a finished game ended."""

    session: Session
    rules: Rules
    name: str | None
    """The player's name; None without an account."""
    won: bool
    """Whether the game was won, and in time if an event counts it."""
    steps: int
    home: int
    """Cards on the foundations at the end."""
    ms: int
    """The time that its table shows."""
    hints: int
    counted: Counted | None
    """The game as its event counts it; None if it counts no differently from other games."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A finished game as one visitor may watch it."""

    result: Ending
    visible: bool
    """Whether the visitor may see its moves; while an event is open only the player may."""
    shared: bool
    mine: bool


def share(connection: Connection, session_id: str, player_id: str | None, now: int) -> None:
    """Share a game with everybody who has its link.

    Raises:
        NotFound, NotYours, Impossible: also if the game is not over.
    """
    shared.add(connection, _check_finished(own(connection, session_id, player_id)), now)


def withdraw(connection: Connection, session_id: str, player_id: str | None) -> None:
    """Stop sharing a game; raise `NotFound` or `NotYours`."""
    shared.remove(connection, own(connection, session_id, player_id).id)


def mine(connection: Connection, session_id: str, player_id: str | None, now: int) -> Replay:
    """Return a game to its player, who may want to share it; raise as `share` does."""
    return _replay(connection, _check_finished(own(connection, session_id, player_id)), player_id, now)


def watch(connection: Connection, session_id: str, player_id: str | None, now: int) -> Replay:
    """Return a game to anybody who may watch it.

    While an open event is played on its deal, nobody sees its moves, except the player of a game in that event.

    Raises:
        NotFound: there is no such game, or it was not shared.
    """
    session = sessions.find(connection, session_id)
    if session is None or not session.status.finished:
        raise _nothing_to_watch()
    replay = _replay(connection, session, player_id, now)
    if not (replay.mine or replay.shared or occasion_of(session).is_public(connection, replay.result.session)):
        raise _nothing_to_watch()
    return replay


def walk(
    connection: Connection, session_id: str, player_id: str | None, now: int
) -> tuple[Replay, PlayedCourse | None]:
    """Return a game with its course, None if the visitor may not see its moves; raise as `watch` does.

    A visitor who asks for one step soon asks for the next, so a cache keeps the positions of a game for a while.
    """
    replay = watch(connection, session_id, player_id, now)
    return replay, course_of(connection, replay.result.session) if replay.visible else None


def log(connection: Connection, session_id: str, player_id: str | None, now: int) -> tuple[Replay, list[Entry]]:
    """Return a game with its log, to download.

    Raises:
        NotFound: as `watch` does.
        Withheld: its deal is still secret.
    """
    replay = watch(connection, session_id, player_id, now)
    check_unsealed(replay.result.session)
    return replay, entries.all_of(connection, session_id)


def on_deal(connection: Connection, game: Game, deck: Deck, now: int) -> list[tuple[Session, str | None]]:
    """List the shared games on a deal, the best first, each with its player's name.

    Raises:
        Withheld: an open event is played on it.
    """
    check_open(connection, deck, now)
    return shared.on_deal(connection, game, deck, MOST_ON_A_DEAL)


def _check_finished(session: Session) -> Session:
    if not session.status.finished:
        raise Impossible("You can share a game once it is over.")
    return session


def _nothing_to_watch() -> NotFound:
    return NotFound("There is no game to watch here; perhaps its player no longer shares it.")


def _replay(connection: Connection, session: Session, player_id: str | None, now: int) -> Replay:
    is_mine, told = session.player_id == player_id, public_view(connection, session, now)
    visible = not told.sealed or (is_mine and session.sealed)
    return Replay(_ending(connection, told), visible, shared.is_shared(connection, session.id), is_mine)


def ending_of(connection: Connection, session: Session, now: int) -> Ending:
    """Return how a finished session ended, as everybody may see it."""
    return _ending(connection, public_view(connection, session, now))


def _ending(connection: Connection, session: Session) -> Ending:
    rules = session.variant.rules
    counted = occasion_of(session).counted(connection, session)
    return Ending(
        session=session,
        rules=rules,
        name=accounts.name_of(connection, session.player_id),
        won=counted.won if counted else session.status == Status.WON,
        steps=counted.steps if counted else session.steps,
        home=counted.home if counted else cards_home(rules, session.position),
        ms=occasion_of(session).time_shown(connection, session, session.changed_at),
        hints=help_given.count(connection, session.id),
        counted=counted,
    )
