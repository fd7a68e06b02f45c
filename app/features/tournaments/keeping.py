"""The tournaments of players, when a guest signs in or an account is deleted."""

from sqlalchemy import bindparam, select

from app.features.tournaments.rows import names
from app.features.tournaments.tables import entrant, tournament_try
from app.people.rows.handing import by, handing, handing_but_for
from app.people.service.keeping import Forgetting, HandingOver, Keeps
from app.play.tables.games import session

# Once the entrants are handed over, the giver has only those tournaments left in which both took part.
_of_both = select(entrant.c.code).where(entrant.c.player_id == bindparam("giver"))
_tries_of_both = select(tournament_try.c.session_id).where(tournament_try.c.player_id == bindparam("giver"))

KEPT = Keeps(
    handing_over=(
        HandingOver(100, by(handing_but_for(entrant, "code"))),
        HandingOver(110, by(handing(tournament_try.c.player_id, tournament_try.c.code.in_(_of_both)))),
    ),
    staying=session.c.id.in_(_tries_of_both),
    forgetting=(Forgetting(70, names.make_nameless),),
    ranking=(select(entrant.c.code).where(entrant.c.player_id == bindparam("player")),),
)
