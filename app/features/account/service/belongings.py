"""Everything the server keeps about a player, for the player to download; the games come in parts."""

from dataclasses import dataclass

from sqlalchemy import Connection

from app.core.refusals import NotFound, Withheld
from app.features.account.service import own_account
from app.features.account.service.own_account import OwnAccount
from app.people.rows.players import Player
from app.people.service import accounts, keeping, players
from app.people.visitors import Visit
from app.play.rows import company
from app.play.rows import sessions as rows
from app.play.service import sessions
from app.play.values.session import Entry, Session

A_PART = 10
"""How many sessions are read at once: even with the longest logs, they take only some tenths of a second."""

Played = tuple[Session, list[Entry] | None]
"""A session with its log; None for a log that is withheld while the game goes on."""


@dataclass(frozen=True, slots=True)
class Belongings:
    """What the server keeps about a player besides the games."""

    player: Player
    standing: OwnAccount | None
    """The account; None for a guest."""
    kept: dict[str, object]
    """What rooms keep, by its name in the document."""


def of_visitor(connection: Connection, visit: Visit | None, now: int) -> Belongings:
    """Return what the server keeps about a visitor besides the games.

    Raises:
        SignedOut, NotFound: the visit has ended; the visitor has done nothing yet.
    """
    if visit:
        players.check(connection, visit)
    player = players.find(connection, visit.player_id) if visit else None
    if player is None:
        raise NotFound("The server keeps nothing about you yet.")
    return of_player(connection, player, now)


def of_player(connection: Connection, player: Player, now: int) -> Belongings:
    """Return what the server keeps about a player besides the games."""
    return Belongings(player, own_account.of_player(connection, player), keeping.belongings(connection, player.id, now))


def of_account(connection: Connection, typed: str, now: int) -> Belongings:
    """Return what `of_player` does for the account with a name that somebody typed; raise `NotFound`."""
    player = players.find(connection, accounts.get_by_name(connection, typed).player_id)
    assert player is not None
    return of_player(connection, player, now)


def part(connection: Connection, player_id: str, before: tuple[int, str] | None, now: int) -> list[Played]:
    """List a player's next sessions, the last played first; `before` is the last one listed, as `(changed_at, id)`."""
    played = rows.every(connection, player_id, A_PART, before)
    return [(session, _log(connection, session, now)) for session in played]


def tables(connection: Connection, player_id: str, after: str, now: int) -> list[tuple[str, Played]]:
    """List the next sessions of other players at which the player has a seat, each with the player's name there."""
    seated = company.tables_of(connection, player_id, A_PART, after)
    return [(name, (session, _log(connection, session, now))) for name, session in seated]


def _log(connection: Connection, session: Session, now: int) -> list[Entry] | None:
    try:
        return sessions.record_of(connection, session.id, session.player_id, now)[1]
    except Withheld:
        return None
