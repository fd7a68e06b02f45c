"""What must stay secret for now: the deals of open events, deals that look like one, and games played on them.

Everything that takes a deck, by number or by hand, asks here first, and so does everything that shows a finished game.
The face-down cards of an event's deal make no difference to any answer. Whatever gives help asks `check_help_with`,
which looks at positions as well: somebody may have built another deck around a position of an open event.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import Protocol

from sqlalchemy import Connection

from app.core.cache import Cache
from app.core.refusals import Withheld
from app.core.slots import Slot
from app.core.store.unreadable import each
from app.play.rows import sessions
from app.play.service.course import course_of
from app.play.values.session import Session
from engine.deals import Deck, shuffled
from engine.descent import DealQuery, is_descended
from engine.games import GAMES
from engine.likeness import likeness
from engine.nearness import is_near
from engine.position import Position
from engine.rules import Game, Rules
from engine.sightings import Sighting, is_sighted, sighting

_OPEN = "This deal belongs to an open event; you can play it once the event is over."
_NO_HELP = "This is too much like a deal in an open event; you can get help with it once the event is over."
_SEALED = "This game belongs to an open event; you can do that once the event is over."
MOST_OF_A_PLAYER = 20
"""How many of a player's games in open events are looked through, the latest first."""
MOST_IN_PLAY = 2_000
"""How many games of all players in open events are looked at, the latest first."""
_REACHED = Cache[frozenset[Sighting]](20_000, len)
"""What players of games in open events have seen on the way, by the game and its `seq`."""
_STANDING = Cache[frozenset[Sighting]](2 * MOST_IN_PLAY, lambda _: 1)
"""The same, but only of the position in which a game stands."""


class Withholds(Protocol):
    """What keeps the deals secret on which something open is played, such as a race."""

    def open_of(self, connection: Connection, looks: Sequence[str], now: int, /) -> set[tuple[Game, str]]:
        """Return the games and likenesses of its secret deals that have one of these likenesses."""

    def open_decks(self, connection: Connection, now: int, /) -> list[tuple[Game, Deck]]:
        """List the games and decks of those that players see already, always in the same order."""


WITHHOLDS = Slot[Withholds]("what withholds deals")


class Poses(Protocol):
    """What poses positions from which a player is to find the way alone, such as puzzles."""

    def posed_as(
        self, connection: Connection, game: Game, asked: DealQuery, player_id: str | None, begun_at: int | None, /
    ) -> str | None:
        """Return the name of something still open to the player that an answer would give away; None if nothing is.

        `begun_at` is when the player's game with these positions began; None outside a game.
        """


POSES = Slot[Poses]("what poses positions")


def prepare() -> None:
    """Prepare the comparison of decks, so the first game after a start need not wait for that."""
    for game in GAMES.values():
        likeness(game.rules, shuffled(1))


def is_open(connection: Connection, deck: Deck, now: int) -> bool:
    """Return whether an open event is played on a deck, or on one that looks the same; see `likeness`.

    This lays the deck out as the event's own game does, whatever game somebody asks for. Otherwise, another game could
    reveal what lies face down in that one.
    """
    return bool(open_among(connection, [deck], now))


def open_among(connection: Connection, decks: Iterable[Deck], now: int) -> set[Deck]:
    """Return the decks among these on which an open event is played, by the rule of `is_open`."""
    looks: dict[tuple[Game, str], set[Deck]] = defaultdict(set)
    for deck in decks:
        for game in GAMES.values():
            looks[game, likeness(game.rules, deck)].add(deck)
    asked = list({like for _, like in looks})
    found = set[tuple[Game, str]]().union(*(one.open_of(connection, asked, now) for one in WITHHOLDS))
    return {deck for look in found & looks.keys() for deck in looks[look]}


def check_open(connection: Connection, deck: Deck, now: int) -> None:
    """Refuse the deal of an open event, and one that looks the same; raise `Withheld`."""
    if is_open(connection, deck, now):
        raise Withheld(_OPEN)


def check_help_with(connection: Connection, asked: DealQuery, player_id: str | None, now: int) -> None:
    """Refuse help with the deal of an open event, with one near it, and with a position that comes from one.

    That is, with a deal that looks the same (`likeness`), that shares half its places (`is_near`), of which too much
    lies as in an open event's (`is_descended`), or with a position in which anybody's game in an open event stands, or
    to which one of `player_id` has come (`is_sighted`). One sentence stands for all of these, to tell none apart.

    Before an event begins, this refuses only deals that look the same: nobody knows its deal yet, and
    other refusals would lead somebody to it. It reads all open events, so it is for the lane of heavy reads.

    Raises:
        Withheld: in each of these cases.
    """
    if is_open(connection, asked.deck, now) or _is_like_one_shown(connection, asked, now):
        raise Withheld(_NO_HELP)
    if _is_reached(connection, asked, player_id):
        raise Withheld(_NO_HELP)


def may_help(connection: Connection, asked: DealQuery, player_id: str | None, now: int) -> bool:
    """Return whether `check_help_with` refuses nothing. Kept answers about a deal are told only then, whoever asked."""
    try:
        check_help_with(connection, asked, player_id, now)
    except Withheld:
        return False
    return True


def _is_like_one_shown(connection: Connection, asked: DealQuery, now: int) -> bool:
    """Return whether a deal is near one that players of an open event see, or leads to a position from it."""
    shown: dict[Game, list[Deck]] = defaultdict(list)
    for game, open_deck in chain.from_iterable(one.open_decks(connection, now) for one in WITHHOLDS):
        shown[game].append(open_deck)
    return any(
        is_near(game.rules, tuple(decks), asked.deck) or is_descended(game.rules, tuple(decks), asked)
        for game, decks in shown.items()
    )


def _is_reached(connection: Connection, asked: DealQuery, player_id: str | None) -> bool:
    """Return whether an answer would be about a position in which anybody's game in an open event stands.

    Of the player's own games, every position counts to which one has come. Of others, earlier positions do not: many
    more refusals would tell more of what those players have turned up.
    """
    return is_sighted(asked, frozenset[Sighting]().union(_standing(connection), *_own(connection, player_id)))


def _own(connection: Connection, player_id: str | None) -> list[frozenset[Sighting]]:
    sealed = sessions.list_sealed(connection, player_id, MOST_OF_A_PLAYER) if player_id else []
    return each(lambda one: _positions_of(connection, one), sealed)


def _positions_of(connection: Connection, session: Session) -> frozenset[Sighting]:
    """Return the positions that a game in an open event has come to, each as its player saw it."""
    name = session.id, session.seq
    kept = _REACHED.find(name)
    if kept is None:
        kept = _sightings(session.variant.rules, [stop.position for stop in course_of(connection, session).stops])
        _REACHED.keep(name, kept)
    return kept


def _standing(connection: Connection) -> frozenset[Sighting]:
    """Return the positions in which unfinished games in open events stand, each as its player sees it."""
    in_play = {name: _STANDING.find(name) for name in sessions.in_play_of_all(connection, MOST_IN_PLAY)}
    new = sessions.find_all(connection, [session_id for (session_id, _), kept in in_play.items() if kept is None])
    for one in new.values():
        seen = in_play[one.id, one.seq] = _sightings(one.variant.rules, [one.position])
        _STANDING.keep((one.id, one.seq), seen)
    return frozenset[Sighting]().union(*[kept for kept in in_play.values() if kept])


def _sightings(rules: Rules, positions: Iterable[Position]) -> frozenset[Sighting]:
    return frozenset(filter(None, [sighting(rules, one) for one in positions]))


def check_unsealed(session: Session) -> None:
    """Raise `Withheld` if the deal of a session is still secret."""
    if session.sealed:
        raise Withheld(_SEALED)


def check_unposed(
    connection: Connection, game: Game, asked: DealQuery, player_id: str | None, begun_at: int | None
) -> None:
    """Refuse help with a position that a puzzle asks the player to master alone, with `begun_at` as in `Poses`.

    Raises:
        Withheld: the player, or a visitor who is none yet, has not finished a first attempt at that puzzle.
    """
    for one in POSES:
        if name := one.posed_as(connection, game, asked, player_id, begun_at):
            raise Withheld(f"This belongs to {name}. You can get help here once you have tried it.")


def check_help(connection: Connection, session: Session, positions: Collection[Position], now: int) -> None:
    """Refuse help with positions of a session as `check_help_with` and `check_unposed` do; raise `Withheld`.

    A game with a task is helped by nobody while it is open, and everybody may look back at it afterwards.
    """
    check_unsealed(session)
    asked = DealQuery(session.variant.rules, session.deck, positions)
    check_help_with(connection, asked, session.player_id, now)
    if not session.has_task:
        check_unposed(connection, session.variant.game, asked, session.player_id, session.started_at)


def public_view(connection: Connection, session: Session, now: int) -> Session:
    """Return a session as others may see it: sealed while any open event has its deal."""
    withheld = session.sealed or is_open(connection, session.deck, now)
    return session._replace(sealed=withheld)


def check_visible(connection: Connection, session: Session, now: int) -> None:
    """Raise `Withheld` for the deal or the moves of a session while an open event has the same deal."""
    check_unsealed(session)
    check_open(connection, session.deck, now)
