"""Statements about accounts: the names, passwords and recovery codes of players."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Table,
    Update,
    and_,
    bindparam,
    delete,
    false,
    func,
    insert,
    select,
    tuple_,
    update,
)

from app.features.daily.tables import attempt
from app.features.moderation.tables import appeal, decision
from app.features.puzzles.tables.lessons import lesson
from app.features.puzzles.tables.puzzles import player_rating, puzzle_attempt, puzzle_run, puzzle_vote, task
from app.features.puzzles.values.event import InPuzzle
from app.features.races.tables import race, racer, run
from app.features.tournaments.tables import entrant, tournament_try
from app.people.tables import account, barred, recovery_code
from app.play.rows.texts import event_text
from app.play.tables.games import seat, session


@dataclass(frozen=True, slots=True)
class Account:
    """A row of `account`; the fields stand in the order of the columns."""

    player_id: str
    name: str
    folded: str
    """The form of the name by which we find it, whatever its case."""
    skeleton: str
    """The same for all names that look alike."""
    password: str
    """Its Argon2 hash."""
    made_at: int


# Nearly every page looks up the visitor's account.
_FIND = select(account).where(account.c.player_id == bindparam("whose"))


def _handing(column: Column[str], unless_in: ColumnElement[bool]) -> Update:
    return update(column.table).where(column == bindparam("giver"), ~unless_in).values({column: bindparam("receiver")})


def _handing_but_for(table: Table, key: str) -> Update:
    """Return the statement that hands over a table's rows, except where both players have one with the same key."""
    theirs = table.alias()
    of_both = select(theirs.c[key]).where(theirs.c.player_id == bindparam("receiver"))
    return _handing(table.c.player_id, table.c[key].in_(of_both))


_their_racer, _their_attempt, _their_seat, _their_lesson = racer.alias(), attempt.alias(), seat.alias(), lesson.alias()
# Once the statement before has run, the giver has only those events left in which both took part.
_races_of_both = select(racer.c.code).where(racer.c.player_id == bindparam("giver"))
_races_of_receiver = select(racer.c.code).where(racer.c.player_id == bindparam("receiver"))


def _not_handed(code: Column[str]) -> ColumnElement[bool]:
    """Return the condition that a race stays with the giver; it finds the others by their keys, which is quick."""
    return code.in_(_races_of_both) | ~code.in_(_races_of_receiver)


_runs_of_both = select(run.c.session_id).where(run.c.player_id == bindparam("giver"), run.c.code.in_(_races_of_both))
_tournaments_of_both = select(entrant.c.code).where(entrant.c.player_id == bindparam("giver"))
_tries_of_both = select(tournament_try.c.session_id).where(tournament_try.c.player_id == bindparam("giver"))
_puzzles_of_both = select(event_text(InPuzzle("")) + puzzle_attempt.c.puzzle_id).where(
    puzzle_attempt.c.player_id == bindparam("giver")
)
_OF_A_RUN = select(task.c.session_id).where(task.c.session_id == session.c.id, task.c.run_id.is_not(None)).exists()
_attempts_of_both = select(attempt.c.session_id).where(attempt.c.player_id == bindparam("giver"))
HANDING_OVER = {
    racer: _handing(
        racer.c.player_id,
        racer.c.code.in_(select(_their_racer.c.code).where(_their_racer.c.player_id == bindparam("receiver"))),
    ),
    race: _handing(race.c.host_id, _not_handed(race.c.code)),
    run: _handing(run.c.player_id, _not_handed(run.c.code)),
    attempt: _handing(
        attempt.c.player_id,
        select(_their_attempt.c.session_id)
        .where(
            _their_attempt.c.player_id == bindparam("receiver"),
            _their_attempt.c.day == attempt.c.day,
            _their_attempt.c.game == attempt.c.game,
        )
        .exists(),
    ),
    seat: _handing(
        seat.c.player_id,
        seat.c.session_id.in_(select(_their_seat.c.session_id).where(_their_seat.c.player_id == bindparam("receiver"))),
    ),
    lesson: _handing(
        lesson.c.player_id,
        tuple_(lesson.c.game, lesson.c.number).in_(
            select(_their_lesson.c.game, _their_lesson.c.number).where(
                _their_lesson.c.player_id == bindparam("receiver")
            )
        ),
    ),
    entrant: _handing_but_for(entrant, "code"),
    tournament_try: _handing(tournament_try.c.player_id, tournament_try.c.code.in_(_tournaments_of_both)),
    # What a guest has begun is rated for nobody, or somebody could sign in only when winning.
    puzzle_attempt: _handing_but_for(puzzle_attempt, "puzzle_id").values(rated=puzzle_attempt.c.begun_at.is_(None)),
    puzzle_vote: _handing_but_for(puzzle_vote, "puzzle_id"),
    barred: _handing_but_for(barred, "venue"),
    puzzle_run: _handing(puzzle_run.c.player_id, false()),
    decision: _handing(decision.c.player_id, false()),
    appeal: _handing(appeal.c.player_id, false()),
    session: _handing(
        session.c.player_id,
        session.c.id.in_(_runs_of_both)
        | session.c.id.in_(_attempts_of_both)
        | session.c.id.in_(_tries_of_both)
        | and_(func.coalesce(session.c.event, "").in_(_puzzles_of_both), ~_OF_A_RUN),
    ),
}
"""The statements that make one player's rows another's, by the table that each changes. They must run in this order."""


_ROOMS = select(race.c.code).where(race.c.code.in_(_races_of_both)).order_by(race.c.code).with_for_update()
_their_tried = puzzle_attempt.alias()
_TRIED_BEFORE = (
    update(puzzle_attempt)
    .where(
        puzzle_attempt.c.player_id == bindparam("receiver"),
        puzzle_attempt.c.begun_at.is_(None),
        puzzle_attempt.c.puzzle_id.in_(
            select(_their_tried.c.puzzle_id).where(
                _their_tried.c.player_id == bindparam("giver"), _their_tried.c.begun_at.is_not(None)
            )
        ),
    )
    .values(rated=False)
)
"""A puzzle that the receiver has only opened, and the giver has begun, is not new to them any more."""


def add(connection: Connection, added: Account) -> None:
    """Add an account; the database refuses a name that is taken, or that looks like one that is."""
    connection.execute(insert(account), asdict(added))


def find(connection: Connection, player_id: str) -> Account | None:
    """Return the player's account, or None for a guest."""
    row = connection.execute(_FIND, {"whose": player_id}).first()
    return Account(*row) if row else None


def name_of(connection: Connection, player_id: str) -> str | None:
    """Return a player's name, or None if there is none."""
    return connection.execute(select(account.c.name).where(account.c.player_id == player_id)).scalar_one_or_none()


def find_by_name(connection: Connection, folded: str) -> Account | None:
    """Return the account with that folded name, or None if there is none."""
    row = connection.execute(select(account).where(account.c.folded == folded)).first()
    return Account(*row) if row else None


def holder(connection: Connection, skeleton: str) -> str | None:
    """Return the player whose account has a name with this skeleton, or None if nobody does."""
    return connection.execute(select(account.c.player_id).where(account.c.skeleton == skeleton)).scalar()


def rename(connection: Connection, player_id: str, name: str, folded: str, skeleton: str) -> None:
    """Change an account's name; the database refuses it as it would refuse a new account's."""
    renamed = update(account).values(name=name, folded=folded, skeleton=skeleton)
    connection.execute(renamed.where(account.c.player_id == player_id))


def keep_password(connection: Connection, player_id: str, password: str) -> None:
    """Store the hash of a new password."""
    connection.execute(update(account).where(account.c.player_id == player_id).values(password=password))


def remove(connection: Connection, player_id: str, nameless: str) -> None:
    """Remove an account with its recovery codes, ratings and what it did with lessons and puzzles.

    Races, tournaments and tables then show `nameless` instead of the name. Votes stay, as results do.
    """
    for named in (racer, seat):
        connection.execute(update(named).where(named.c.player_id == player_id).values(name=nameless))
    # A tournament may have several nameless players, so each gets a skeleton that no name has: the player's id.
    gone = {"name": nameless, "skeleton": player_id, "group_code": None, "group_name": None}
    connection.execute(update(entrant).where(entrant.c.player_id == player_id).values(gone))
    for kept in (lesson, player_rating, puzzle_attempt, puzzle_run, recovery_code, account):
        connection.execute(delete(kept).where(kept.c.player_id == player_id))


def replace_codes(connection: Connection, player_id: str, digests: Iterable[str]) -> None:
    """Store the digests of new recovery codes. The old ones no longer work."""
    connection.execute(delete(recovery_code).where(recovery_code.c.player_id == player_id))
    connection.execute(insert(recovery_code), [{"player_id": player_id, "digest": digest} for digest in digests])


def use_code(connection: Connection, player_id: str, digest: str) -> bool:
    """Remove a recovery code; say whether it was there."""
    used = delete(recovery_code).where(recovery_code.c.player_id == player_id, recovery_code.c.digest == digest)
    return connection.execute(used).rowcount == 1


def count_codes(connection: Connection, player_id: str) -> int:
    """Count the recovery codes that are left."""
    codes = select(func.count()).select_from(recovery_code).where(recovery_code.c.player_id == player_id)
    return connection.execute(codes).scalar_one()


def hand_over(connection: Connection, giver_id: str, receiver_id: str) -> None:
    """Move a player's games to another player, except events in which both took part, and puzzles that both attempted.

    The giver's ratings stay, and no attempt at a puzzle that the giver began is rated any more.
    """
    # No heat begins or ends in their rooms meanwhile, or it would go on with the giver.
    connection.execute(_ROOMS, {"giver": giver_id}).all()
    connection.execute(_TRIED_BEFORE, {"giver": giver_id, "receiver": receiver_id})
    for statement in HANDING_OVER.values():
        connection.execute(statement, {"giver": giver_id, "receiver": receiver_id})
