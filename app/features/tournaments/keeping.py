"""The tournaments of players, when a guest signs in or an account is deleted, and for players to download."""

from typing import Any

from sqlalchemy import Connection, and_, bindparam, select

from app.features.tournaments.rows import names
from app.features.tournaments.tables import entrant, tournament_try
from app.people.rows.belongings import by, handing, handing_but_for
from app.people.service.keeping import Belonging, Forgetting, HandingOver, Keeps, Ranking
from app.play.tables.games import session

# Once the entrants are handed over, the giver has only those tournaments left in which both took part.
_of_both = select(entrant.c.code).where(entrant.c.player_id == bindparam("giver"))
_tries_of_both = select(tournament_try.c.session_id).where(tournament_try.c.player_id == bindparam("giver"))


def _tournaments(connection: Connection, player_id: str, _now: int) -> list[dict[str, Any]]:
    """List the tournaments that the player joined, with a dict by column for each game in them."""
    game = tournament_try
    joined = (
        select(
            entrant.c.code, entrant.c.name, entrant.c.group_name, entrant.c.joined_at, entrant.c.points,
            game.c.number, game.c.attempt, game.c.session_id, game.c.outcome, game.c.steps, game.c.ms,
        )
        .outerjoin(game, and_(game.c.code == entrant.c.code, game.c.player_id == entrant.c.player_id))
        .where(entrant.c.player_id == player_id)
        .order_by(entrant.c.joined_at, entrant.c.code, game.c.session_id)
    )  # fmt: skip
    return [dict(row) for row in connection.execute(joined).mappings()]


KEPT = Keeps(
    handing_over=(
        HandingOver(100, by(handing_but_for(entrant, "code"))),
        HandingOver(110, by(handing(tournament_try.c.player_id, tournament_try.c.code.in_(_of_both)))),
    ),
    staying=session.c.id.in_(_tries_of_both),
    results="tournaments",
    forgetting=(Forgetting(70, names.make_nameless),),
    belongings=(Belonging(30, "tournaments", _tournaments),),
    ranking=(Ranking(30, "tournament", select(entrant.c.code).where(entrant.c.player_id == bindparam("player"))),),
)
