"""Months of dailies among synthetic players, whose results go in through the services that real games use."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from sqlalchemy import Connection

from app.features.daily.rows import attempts
from app.features.daily.service import daily, results
from app.features.daily.service.calendar import closes_at, opens_at
from app.features.daily.values.daily import DailyAttempt
from app.features.daily.values.event import InDaily
from app.people.rows import accounts, players
from app.play.service.sessions import start_sealed
from engine.games import find
from engine.record import Status
from tests.app.daily.conftest import FORTRESS, HOUR, MINUTE, STONEWALL, insert_daily
from tests.closing import close_days
from tests.factories import a_player, an_account

FIRST = date(2026, 3, 1)
A_PAGE = 50
"""So many results close at a time: those of a busy day in several pages, those of another in one."""
OFTEN, SELDOM = 0.7, 0.008
"""How likely somebody is to play a game on the first day of a quarter, and on another."""


@dataclass(frozen=True, slots=True)
class Playing:
    """Somebody's result in a daily."""

    session_id: str
    player: int
    day: date
    slug: str
    number: int
    begun: int
    ms: int
    steps: int
    solved: bool


@dataclass(frozen=True, slots=True)
class Past:
    """Everything that happened."""

    over_at: int
    """When the last day is over and closed."""
    named_at: list[int]
    """When each player made an account."""
    playings: list[Playing]

    def on(self, day: date, slug: str) -> list[Playing]:
        """List the results of a daily."""
        return [one for one in self.playings if (one.day, one.slug) == (day, slug)]


def player_id(number: int) -> str:
    """Return a player's id."""
    return f"player{number:010}"


def is_busy(day: date) -> bool:
    """Return whether many play on a day."""
    return day.day == 1 and day.month % 3 == 0


def live(connection: Connection, days: int, players_there: int, seed: int) -> Past:
    """Let the days pass. Half of the players have an account from the start; the others make one on the way."""
    random = Random(seed)
    named_at = [
        opens_at(FIRST + timedelta(random.choice((-1, random.randrange(days - 1))))) + random.randrange(24 * HOUR)
        for _ in range(players_there)
    ]
    past = Past(closes_at(FIRST + timedelta(days - 1)), named_at, [])
    for number in range(players_there):
        players.add(connection, a_player(player_id(number), made_at=opens_at(FIRST)))
    for ahead in range(days):
        day = FIRST + timedelta(ahead)
        for number, at in enumerate(named_at):
            if at < opens_at(day) and (ahead == 0 or at >= opens_at(day - timedelta(1))):
                _make_account(connection, number, at)
        for win in (FORTRESS, STONEWALL):
            insert_daily(connection, win, day)
            for number in range(players_there):
                if random.random() < (OFTEN if is_busy(day) else SELDOM):
                    past.playings.extend(_play(connection, random, number, day, win.slug))
        close_days(connection, closes_at(day), A_PAGE)
    return past


def _make_account(connection: Connection, number: int, at: int) -> None:
    name = f"player {number}"
    accounts.add(connection, an_account(player_id(number), name, made_at=at))
    results.list_solved(connection, player_id(number))


def _play(connection: Connection, random: Random, player: int, day: date, slug: str) -> Iterator[Playing]:
    """Try a daily once or twice; times and steps are few, so that many results are equal."""
    for number in range(1, random.choice((2, 2, 2, 3))):
        begun = opens_at(day) + number * HOUR
        ms, solved = random.randrange(1, 30) * MINUTE, random.random() < 0.8
        steps = random.randrange(75, 140)
        chosen = daily.look(connection, day, find(slug), None, begun).daily
        assert chosen is not None
        variant = find(slug).settle({})
        session = start_sealed(connection, player_id(player), variant, chosen.deal, InDaily(day), begun)
        account = accounts.find(connection, player_id(player))
        ranked = number == 1 and account is not None and account.made_at < opens_at(day)
        begun_attempt = DailyAttempt(session.id, day, variant, player_id(player), number, ranked, begun)
        attempts.add(connection, begun_attempt)
        status = Status.WON if solved else Status.GIVEN_UP
        ended = session._replace(status=status, steps=steps, changed_at=begun + ms)
        results.end(connection, ended, ended.changed_at)
        yield Playing(session.id, player, day, slug, number, begun, ms, steps, solved)
