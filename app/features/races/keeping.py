"""The races of players, when a guest signs in or an account is deleted, and for players to download."""

from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, and_, bindparam, delete, select

from app.features.races.rows import names, requests
from app.features.races.rows import waiting as rows
from app.features.races.tables import race, racer, run, waiting
from app.people.rows.belongings import by, handing, handing_but_for
from app.people.service.keeping import Belonging, Forgetting, HandingOver, Keeps, Ranking
from app.play.tables.games import session

_of_receiver = select(racer.c.code).where(racer.c.player_id == bindparam("receiver"))
# Once the racers are handed over, the giver has only those races left in which both took part.
_of_both = select(racer.c.code).where(racer.c.player_id == bindparam("giver"))
_runs_of_both = select(run.c.session_id).where(run.c.player_id == bindparam("giver"), run.c.code.in_(_of_both))
# No heat begins or ends in the giver's rooms meanwhile, or it would go on with the giver.
_ROOMS = select(race.c.code).where(race.c.code.in_(_of_both)).order_by(race.c.code).with_for_update()

# An account that only waits at a room's door, or has left it before it raced there, has taken no part.
_OUTSIDE = delete(racer).where(
    racer.c.player_id == bindparam("receiver"), racer.c.left, ~racer.c.raced, racer.c.code.in_(_of_both)
)


def _stays(code: Column[str]) -> ColumnElement[bool]:
    """Return the condition that a race stays with the giver; it finds the others by their keys, which is quick."""
    return code.in_(_of_both) | ~code.in_(_of_receiver)


def races(connection: Connection, player_id: str, _now: int) -> list[dict[str, Any]]:
    """List the races that the player entered, with a dict by column for each run in them."""
    entered = (
        select(
            racer.c.code, racer.c.name, racer.c.joined_at,
            run.c.number, run.c.session_id, run.c.outcome, run.c.home, run.c.steps, run.c.ms,
        )
        .outerjoin(run, and_(run.c.code == racer.c.code, run.c.player_id == racer.c.player_id))
        .where(racer.c.player_id == player_id)
        .order_by(racer.c.joined_at, racer.c.code, run.c.number)
    )  # fmt: skip
    return [dict(row) for row in connection.execute(entered).mappings()]


def _requests(connection: Connection, player_id: str, _now: int) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in requests.of_player(connection, player_id)]


def _forget_requests(connection: Connection, player_id: str, _nameless: str) -> None:
    requests.forget(connection, player_id)


KEPT = Keeps(
    handing_over=(
        HandingOver(20, by(_ROOMS)),
        HandingOver(35, by(_OUTSIDE)),
        HandingOver(40, by(handing_but_for(racer, "code"))),
        HandingOver(50, by(handing(race.c.host_id, _stays(race.c.code)))),
        HandingOver(60, by(handing(run.c.player_id, _stays(run.c.code)))),
    ),
    staying=session.c.id.in_(_runs_of_both),
    results="heats",
    signing_out=(rows.remove,),
    forgetting=(Forgetting(12, _forget_requests), Forgetting(50, names.rename)),
    belongings=(Belonging(20, "races", races), Belonging(25, "race_requests", _requests)),
    ranking=(
        Ranking(20, "race", select(racer.c.code).where(racer.c.player_id == bindparam("player"))),
        Ranking(20, "race", select(waiting.c.player_id).where(waiting.c.player_id == bindparam("player"))),
    ),
)
