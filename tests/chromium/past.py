"""What has happened at a server: a tournament and a race that are over, what waits for a moderator, and a proof."""

import gzip
from dataclasses import replace

from sqlalchemy import Connection

from app.features.daily.rows import attempts
from app.features.daily.service import holding, moderating
from app.features.friends.service import groups
from app.features.moderation.service import moderation, reports
from app.features.moderation.service.moderation import Moderator
from app.features.moderation.values import Reason
from app.features.races.rows import doubts
from app.features.races.service import races
from app.features.races.values.race import COUNTDOWN_MS
from app.features.study import rows as certificates
from app.features.study.values import Certificate, CertificateState
from app.features.tournaments.values.tournament import SETTLING_MS, Form
from app.people.visitors import Visit
from app.play.rows import questions, sessions, stock
from app.play.service import judging
from app.play.service.stock import KEPT_FOR_RACES
from app.play.values.question import Kept
from app.play.values.shelf import Shelf
from engine.asking import Judgement, Verdict
from engine.deals import LAST_RANDOM_DEAL, shuffled
from engine.games import variant_of
from tests.app.races.factories import race_terms
from tests.app.tournaments.ground import MINUTE, Ground

PROVED = "/certificates/stronghold?deal=1&cell=none"
"""The page of a deal whose certificate is written."""
DAY_MS = 24 * 60 * MINUTE


def remember(connection: Connection, players: list[str], now: int) -> None:
    """Let all this have happened to players with accounts, of whom there are at least six."""
    ground = Ground(connection, now - DAY_MS)
    ground.stock(4)
    _play_a_tournament(ground, players)
    _race(ground, players[:3])
    _open_a_tournament(ground)
    _moderate(connection, players, now)
    _prove(connection)


def _play_a_tournament(ground: Ground, players: list[str]) -> None:
    opened = ground.now
    code = ground.make(name="The Monday joust").code
    for captain, name in zip(players[:2], ("The Tuesday table", "Knights of the very long oval table"), strict=True):
        team = groups.make(ground.connection, Visit(captain), name, opened).code
        ground.join(code, captain, group=team)
        mate = players[players.index(captain) + 2]
        groups.join(ground.connection, Visit(mate), team, opened)
        ground.join(code, mate, group=team)
    for player in players[4:]:
        ground.join(code, player)
    for place, player in enumerate(players[:6]):
        for _ in range(3 - place // 2):
            ground.now += 3 * MINUTE // 2
            ground.win(ground.next(code, player))
    ground.now = opened + 20 * MINUTE + SETTLING_MS
    ground.look_after(code)


def _open_a_tournament(ground: Ground) -> None:
    """Let anybody play a tournament now and then, whose deals no test plays otherwise."""
    variant = variant_of("stronghold", "cell=one")
    for number in range(KEPT_FOR_RACES + 3):
        stock.add_for_race(ground.connection, Shelf.for_races(variant), LAST_RANDOM_DEAL + 1 + number)
    ground.make(name="The days of the open gate", variants=(variant,), form=Form.DEALS, length_ms=7 * DAY_MS)


def _race(ground: Ground, players: list[str]) -> None:
    host, *others = players
    terms = race_terms(winnable=True)
    code = races.make(ground.connection, races.RaceEntrant(host), terms, ground.now).code
    for other in others:
        races.join(ground.connection, code, races.RaceEntrant(other), ground.now)
    for player in players:
        races.be_ready(ground.connection, code, player, ground.now)
    ground.now += COUNTDOWN_MS
    runs = races.settle(ground.connection, code, ground.now).heats[-1].runs
    ground.now += MINUTE
    for run in runs:
        session = sessions.find(ground.connection, run.session_id)
        assert session is not None
        if run.player_id == host:
            ground.win(session)
            doubts.mark_run(ground.connection, code, session.id, "every move within half a second")
        else:
            ground.give_up(session)


def _moderate(connection: Connection, players: list[str], now: int) -> None:
    for reporter in players[2:4]:
        reports.report(connection, Visit(reporter), "Ada", Reason.PRETENDS, now)
    held, hidden = (attempts.list_solved(connection, player)[0].session_id for player in players[7:9])
    holding.hide(connection, held)
    decided = moderating.hide(connection, hidden, Moderator("operator", now, "It looks like a program’s"))
    assert decided is not None
    moderation.appeal(connection, Visit(players[8]), decided.id, "I had played this deal before.", now)


def _prove(connection: Connection) -> None:
    variant, deck = variant_of("stronghold", "cell=none"), shuffled(1)
    key = judging.deal_key(variant, deck)
    questions.store_answer(connection, key, Kept.of(Judgement(Verdict.UNWINNABLE)), 0)
    certificate = Certificate(key, variant, 1, deck)
    certificates.add(connection, certificate, "", "", 0)
    done = replace(certificate, state=CertificateState.MADE, positions=103, size=4_200)
    certificates.keep(connection, done, gzip.compress(b"{}\n"))
