"""Statements about the people in tournaments, and their games there."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, func, insert, or_, select, update

from app.core.store.unreadable import each, reads
from app.features.tournaments.tables import entrant, tournament, tournament_try
from app.features.tournaments.values.tournament import Entrant, TournamentTry, TryOutcome
from app.people.tables import account, player, player_group
from app.play.checking import Claim
from app.play.rows import sessions
from app.play.tables.games import session
from app.play.values.session import Session

_OF_TRY = ("session_id", "code", "player_id", "number", "attempt", "began_at")
_SUMS = ("points", "won", "steps", "ms")
_ENTRANTS = (
    select(
        entrant.c.player_id, entrant.c.name, entrant.c.joined_at, entrant.c.group_code, entrant.c.group_name,
        *(entrant.c[name] for name in _SUMS),
        and_(account.c.player_id.is_not(None), entrant.c.guest.is_(False)), player.c.bot,
    )
    .join(player, player.c.id == entrant.c.player_id)
    .outerjoin(account, account.c.player_id == entrant.c.player_id)
)  # fmt: skip


_WAITS = ~(
    select(tournament_try.c.session_id)
    .where(tournament_try.c.code == entrant.c.code, tournament_try.c.player_id == entrant.c.player_id)
    .exists()
)
"""The condition that an entrant has begun no game."""


class Best(NamedTuple):
    """How many people won a deal, and the best win."""

    winners: int
    name: str
    """The name of the winner with the fewest steps."""
    session_id: str
    steps: int


def add(connection: Connection, code: str, added: Entrant, skeleton: str, whence: str) -> None:
    """Add somebody to a tournament; the database refuses a name that looks like another there.

    `whence` marks the network that they come from.
    """
    row = {"code": code, "player_id": added.player_id, "joined_at": added.joined_at, "whence": whence}
    connection.execute(insert(entrant), row | _names_of(added, skeleton))


def find(connection: Connection, code: str, player_id: str) -> Entrant | None:
    """Return an entrant, or None if the player takes no part."""
    row = connection.execute(_ENTRANTS.where(entrant.c.code == code, entrant.c.player_id == player_id)).first()
    return Entrant(*row) if row else None


def hold(connection: Connection, code: str, player_id: str) -> bool:
    """Return whether somebody takes part. Until the transaction ends, no other can begin or end a game of theirs."""
    theirs = select(entrant.c.player_id).where(entrant.c.code == code, entrant.c.player_id == player_id)
    return connection.execute(theirs.with_for_update()).first() is not None


def remove(connection: Connection, code: str, player_id: str) -> None:
    """Remove somebody who has begun no game from a tournament. The caller must `hold` the entrant."""
    connection.execute(delete(entrant).where(entrant.c.code == code, entrant.c.player_id == player_id))


def rename(connection: Connection, code: str, changed: Entrant, skeleton: str) -> None:
    """Change somebody's name in a tournament, and the group that they play for."""
    theirs = update(entrant).where(entrant.c.code == code, entrant.c.player_id == changed.player_id)
    connection.execute(theirs.values(_names_of(changed, skeleton)))


def move_group(connection: Connection, player_ids: Collection[str], before: str, after: str) -> None:
    """Note that the group for which these players played in tournaments has another code now."""
    theirs = update(entrant).where(entrant.c.player_id.in_(player_ids), entrant.c.group_code == before)
    connection.execute(theirs.values(group_code=after))


def retitle_group(connection: Connection, code: str, before: str, after: str) -> bool:
    """Show the name `after` for a group where `before` stands beside those who play for it; return whether it did.

    It also stands beside those who have left the group before its link was renewed, or if nobody is in it any more.
    """
    ended = entrant.c.group_code.not_in(select(player_group.c.code))
    shown = update(entrant).where(entrant.c.group_name == before, (entrant.c.group_code == code) | ended)
    return connection.execute(shown.values(group_name=after)).rowcount > 0


def played_for(connection: Connection, code: str) -> tuple[str, str] | None:
    """Return the name of a group and who has played for it for longest; None if nobody has."""
    theirs = select(entrant.c.group_name, entrant.c.player_id).where(entrant.c.group_code == code)
    row = connection.execute(theirs.order_by(entrant.c.joined_at, entrant.c.player_id).limit(1)).first()
    return (row.group_name, row.player_id) if row else None


def find_by_name(connection: Connection, code: str, skeleton: str) -> str | None:
    """Return the player in a tournament whose name looks like this, or None if there is none."""
    named = select(entrant.c.player_id).where(entrant.c.code == code, entrant.c.skeleton == skeleton)
    return connection.execute(named).scalar_one_or_none()


def not_begun(connection: Connection, player_id: str, now: int) -> str | None:
    """Return the code of a tournament in which a player may begin a first game, now or later; None without one."""
    joined = (
        select(entrant.c.code)
        .join(tournament, tournament.c.code == entrant.c.code)
        .where(entrant.c.player_id == player_id, _WAITS, _goes_on(now))
    )
    return connection.execute(joined.order_by(entrant.c.code).limit(1)).scalar()


def list_joined(connection: Connection, player_id: str, now: int, until: int, at_most: int) -> list[str]:
    """List the codes of tournaments that a player has joined and that are open or open by `until`, by their ends."""
    theirs = (
        select(entrant.c.code)
        .join(tournament, tournament.c.code == entrant.c.code)
        .where(entrant.c.player_id == player_id, _goes_on(now), tournament.c.opens_at <= until)
    )
    ordered = theirs.order_by(tournament.c.closes_at, entrant.c.code).limit(at_most)
    return list(connection.execute(ordered).scalars())


def entered_of(connection: Connection, player_id: str, codes: Sequence[str]) -> set[str]:
    """Return those of these tournaments in which a player takes part."""
    theirs = select(entrant.c.code).where(entrant.c.player_id == player_id, entrant.c.code.in_(codes))
    return set(connection.execute(theirs).scalars())


def place_of(connection: Connection, code: str, one: Entrant) -> tuple[int, int]:
    """Return the rank of an entrant by `scoring.merit`, and how many there are."""
    ahead = or_(
        entrant.c.points > one.points,
        and_(entrant.c.points == one.points, entrant.c.steps < one.steps),
        and_(entrant.c.points == one.points, entrant.c.steps == one.steps, entrant.c.ms < one.ms),
    )
    counting = select(func.count().filter(ahead), func.count()).where(entrant.c.code == code)
    before, size = connection.execute(counting).one()
    return before + 1, size


def unfinished_game(connection: Connection, player_id: str, now: int) -> Session | None:
    """Return an unfinished game of a player in a tournament that goes on; None without one."""
    theirs = (
        select(tournament_try.c.session_id)
        .join(tournament, tournament.c.code == tournament_try.c.code)
        .where(tournament_try.c.player_id == player_id, tournament_try.c.outcome.is_(None), _goes_on(now))
    )
    return sessions.find_unfinished(connection, theirs)


def count(connection: Connection, code: str) -> int:
    """Count the people in a tournament."""
    return connection.execute(select(func.count()).select_from(entrant).where(entrant.c.code == code)).scalar_one()


def count_waiting(connection: Connection, code: str, whence: str) -> int:
    """Count the people of one network in a tournament who have begun no game there."""
    those = select(func.count()).select_from(entrant).where(entrant.c.code == code, entrant.c.whence == whence, _WAITS)
    return connection.execute(those).scalar_one()


def last_waiting(connection: Connection, code: str, maker_id: str | None) -> str | None:
    """Return who gives way first in a full tournament, or None if everybody has begun a game there.

    Guests give way before players with accounts, those of the most crowded network before others, and those who joined
    last before others. The maker never does.
    """
    crowd = func.count().over(partition_by=entrant.c.whence)
    those = (
        select(entrant.c.player_id)
        .outerjoin(account, account.c.player_id == entrant.c.player_id)
        .where(entrant.c.code == code, _WAITS, entrant.c.player_id != (maker_id or ""))
        .order_by(account.c.player_id.is_not(None), crowd.desc(), entrant.c.joined_at.desc(), entrant.c.player_id)
    )
    return connection.execute(those.limit(1)).scalar_one_or_none()


def all_of(connection: Connection, code: str) -> list[Entrant]:
    """List everybody in a tournament, in no particular order."""
    return [Entrant(*row) for row in connection.execute(_ENTRANTS.where(entrant.c.code == code))]


def mark_guest(connection: Connection, code: str, player_id: str) -> None:
    """Store that somebody plays in a tournament as a guest, whatever they sign in to later."""
    theirs = update(entrant).where(entrant.c.code == code, entrant.c.player_id == player_id)
    connection.execute(theirs.values(guest=True))


def keep_sums(connection: Connection, code: str, changed: Entrant) -> None:
    """Store the sums over somebody's games. The caller must `hold` the entrant."""
    theirs = update(entrant).where(entrant.c.code == code, entrant.c.player_id == changed.player_id)
    connection.execute(theirs.values({name: getattr(changed, name) for name in _SUMS}))


def add_try(connection: Connection, begun: TournamentTry) -> None:
    """Add a game that begins; the database refuses a second one with the same deal and attempt."""
    connection.execute(insert(tournament_try), {name: getattr(begun, name) for name in _OF_TRY})


def tries(connection: Connection, code: str, player_id: str) -> list[TournamentTry]:
    """List somebody's games in a tournament, in the order in which they began."""
    theirs = select(tournament_try).where(tournament_try.c.code == code, tournament_try.c.player_id == player_id)
    return each(_try, connection.execute(theirs.order_by(tournament_try.c.session_id)))


def try_of(connection: Connection, session_id: str) -> TournamentTry | None:
    """Return the tournament game that a session is, or None if it is not one."""
    row = connection.execute(select(tournament_try).where(tournament_try.c.session_id == session_id)).first()
    return _try(row) if row else None


def end_try(connection: Connection, ended: TournamentTry) -> bool:
    """Store how a game ended; return False if it had ended before."""
    going_on = (tournament_try.c.session_id == ended.session_id, tournament_try.c.outcome.is_(None))
    values = {"outcome": ended.outcome, "steps": ended.steps, "ms": ended.ms}
    return connection.execute(update(tournament_try).where(*going_on).values(values)).rowcount == 1


def page(connection: Connection, code: str, after: str, size: int) -> list[str]:
    """List at most `size` session ids of a tournament that come after `after`, in order."""
    here = select(tournament_try.c.session_id).where(tournament_try.c.code == code, tournament_try.c.session_id > after)
    return list(connection.execute(here.order_by(tournament_try.c.session_id).limit(size)).scalars())


def stop(connection: Connection, session_ids: Sequence[str]) -> None:
    """End those of these games that are still going on, and reveal the deals of all of them."""
    going_on = (tournament_try.c.session_id.in_(session_ids), tournament_try.c.outcome.is_(None))
    connection.execute(update(tournament_try).where(*going_on).values(outcome=TryOutcome.STOPPED))
    connection.execute(update(session).where(session.c.id.in_(session_ids)).values(sealed=False))


def unseal(connection: Connection, code: str) -> None:
    """Reveal the deals of all games in a tournament."""
    theirs = select(tournament_try.c.session_id).where(tournament_try.c.code == code)
    connection.execute(update(session).where(session.c.id.in_(theirs)).values(sealed=False))


def best(connection: Connection, code: str) -> dict[int, Best]:
    """Return how the deals of a tournament were won, by their numbers; deals that nobody won are left out."""
    one = tournament_try
    place = func.row_number().over(partition_by=one.c.number, order_by=(one.c.steps, one.c.ms, one.c.session_id))
    winners = func.count().over(partition_by=one.c.number)
    won = (
        select(
            one.c.number, one.c.session_id, one.c.steps, entrant.c.name, place.label("place"), winners.label("winners")
        )
        .join(entrant, (entrant.c.code == one.c.code) & (entrant.c.player_id == one.c.player_id))
        .where(one.c.code == code, one.c.outcome == TryOutcome.WON)
        .subquery()
    )
    rows = connection.execute(select(won).where(won.c.place == 1))
    return {row.number: Best(row.winners, row.name, row.session_id, row.steps) for row in rows}


def _goes_on(now: int) -> ColumnElement[bool]:
    return tournament.c.closing_since.is_(None) & or_(tournament.c.drawn_at.is_(None), tournament.c.closes_at > now)


def _names_of(one: Entrant, skeleton: str) -> dict[str, str | None]:
    return {"name": one.name, "skeleton": skeleton, "group_code": one.group_code, "group_name": one.group_name}


@reads(tournament_try)
def _try(row: Row[Any]) -> TournamentTry:
    outcome = TryOutcome(row.outcome) if row.outcome else None
    return TournamentTry(**{name: getattr(row, name) for name in _OF_TRY}, outcome=outcome, steps=row.steps, ms=row.ms)


def claims(connection: Connection, session_ids: Sequence[str]) -> list[Claim]:
    """Return what tournaments have stored about the ends of these sessions."""
    tried = tournament_try.c
    ended = tried.session_id.in_(session_ids), tried.outcome.in_(("won", "given-up"))
    found = select(tried.session_id, tried.steps, (tried.outcome == "won").label("won")).where(*ended)
    return [Claim(row.session_id, "tournament", row.steps, bool(row.won)) for row in connection.execute(found)]


def codes(connection: Connection) -> list[str]:
    """List the codes of all tournaments."""
    return list(connection.execute(select(tournament.c.code).order_by(tournament.c.code)).scalars())
