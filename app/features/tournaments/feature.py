"""Tournaments."""

from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from app.features.tournaments import parting, titles
from app.features.tournaments.keeping import KEPT
from app.features.tournaments.occasion import TournamentOccasion
from app.features.tournaments.rows import entrants, names, tournaments
from app.features.tournaments.rows.entrants import claims
from app.features.tournaments.rows.tournaments import TEXTS
from app.features.tournaments.service import checks, joined
from app.features.tournaments.service.tournaments import forget_networks
from app.features.tournaments.words import JoinedLine, joined_line
from app.play.companions import Companion
from app.play.feature import Feature, Running
from app.play.front import FrontLook, FrontPart, Lead
from app.play.solving.seeking import Awaited
from app.web.doors import Doors, Section

if TYPE_CHECKING:
    from app.web.server import Server


def _joined(connection: Connection, look: FrontLook) -> list[JoinedLine] | None:
    found = joined.list_joined(connection, look.player_id, look.now) if look.player_id else []
    return [joined_line(one, look.now) for one in found] or None


FRONT = (
    FrontPart(place="now", template="tournaments/_front_joined.html", read=_joined),
    FrontPart(place="me", template="tournaments/_me_joined.html", read=_joined),
)


def _companions() -> tuple[Companion, ...]:
    from app.features.tournaments.companion import Points, TimeUp

    return (Points(), TimeUp())


def _doors() -> Doors:
    from app.features.tournaments import api, pages
    from app.features.tournaments.words import form_words, length_words, played_words, tournament_board

    filters = (form_words, length_words, played_words, tournament_board)
    return Doors(
        api=(api.router,),
        tags={"tournaments": "Tournaments: make one, join it, play its deals, and see the standings."},
        pages=(pages.router,),
        filters=filters,
    )


def _running(serving: "Server") -> Running:
    from app.features.tournaments.planning import planning
    from app.features.tournaments.scoreboard import Scoreboard
    from app.features.tournaments.steward import Steward

    database, calm = serving.database, serving.calm
    scoreboard = Scoreboard(database, serving.live, calm)
    return Running(
        parts=(scoreboard,),
        contexts=(
            Steward(database, serving.live, calm).running(),
            planning(database, calm),
            scoreboard.running(),
        ),
    )


TOURNAMENTS = Feature(
    name="tournaments",
    optional=True,
    occasions=(TournamentOccasion(),),
    companions=_companions,
    doors=_doors,
    running=_running,
    withholds=(tournaments,),
    keeps=(KEPT,),
    names=(names,),
    involves=(parting,),
    seeks=(partial(Awaited, tournaments.has_undrawn),),
    titled=(titles,),
    shows_groups=(entrants,),
    moderation=(Section(10, "tournaments/_moderation_tournaments.html", titles.list_made_by_players),),
    front=FRONT,
    leads=(Lead("Tournaments", "/tournaments", "to compete over several deals", "play"),),
    claims=(claims,),
    checks=(checks.TOURNAMENTS,),
    texts=TEXTS,
    forgets=(forget_networks,),
)
