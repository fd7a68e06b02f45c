"""A year among simulated players with names. Every tenth game is of a daily, of a race or shared; two are secret."""

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from sqlalchemy import Connection, update

from app.core.clock import now_ms, today
from app.features.daily.service import calendar
from app.features.open_data.values import Month
from app.people.rows import accounts
from app.play.rows import shared
from app.play.tables.games import session
from engine.deals import deck_code
from engine.games import variant_of
from tests.app.daily.conftest import insert_daily, known_win
from tests.factories import an_account
from tests.population import VARIANTS, Game, add_players, play, store

YEAR = 2025
MONTHS = tuple(Month(YEAR, number) for number in range(1, 13))


@dataclass(frozen=True, slots=True)
class Year:
    """What happened, as far as a file must not tell it."""

    names: list[str]
    players: list[str]
    secret_decks: list[str]
    """Those of open events."""
    stored: int


def simulate(
    connection: Connection, people: list[str], games: int, kinds: int = 60, months: tuple[Month, ...] = MONTHS
) -> Year:
    """Fill some months with so many games by these players, of so many kinds; nobody of them is a person."""
    random = Random(f"a year of {games} games")
    every = [_played(random) for _ in range(min(kinds, games))]
    add_players(connection, people)
    for number, player_id in enumerate(people):
        name = f"Ethelbert {number}"
        accounts.add(connection, an_account(player_id, name))
    begin, end = months[0].begins_at, months[-1].ends_at
    for number in range(games):
        at = begin + (end - begin) * number // games + random.randrange(1_000)
        one = store(connection, every[number % len(every)], people[number % len(people)], at)
        match number % 10:
            case 0:
                _change(connection, one.id, event=f"daily {date(YEAR, 1, 1) + timedelta(days=number % 365)}")
            case 1:
                _change(connection, one.id, event="race ABCDEF")
            case 2:
                shared.add(connection, one, at)
    # Somebody played the deal of the daily that is open now, by chance, when nobody knew that it would be one.
    day = today(now_ms())
    daily = insert_daily(connection, known_win("fortress", day), day, calendar.opens_at(day) - 3_600_000)
    early = play(variant_of("fortress", ""), daily.deal, 0.9, random)
    sealed = play(variant_of("fortress", ""), 4242, 0.9, random)
    store(connection, early, people[0], end - 7_000_000)
    _change(connection, store(connection, sealed, people[1], end - 6_000_000).id, event="race GHJKLM", sealed=True)
    decks = [deck_code(daily.deck), deck_code(sealed.deck)]
    return Year([f"Ethelbert {number}" for number in range(len(people))], list(people), decks, games)


def _played(random: Random) -> Game:
    return play(random.choice(VARIANTS), random.randint(1, 999_999), 0.5 + random.random() / 2, random)


def _change(connection: Connection, session_id: str, **changed: object) -> None:
    connection.execute(update(session).where(session.c.id == session_id).values(**changed))
