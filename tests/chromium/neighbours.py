"""Others at a server: its dailies are chosen, and some players have tried Fortress on the last days and today."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection

from app.core.clock import now_ms
from app.features.daily.rows import attempts, dailies, stories
from app.features.daily.service import daily, results
from app.features.daily.service.calendar import closes_at, opens_at
from app.features.daily.service.daily import FoundDeal, UndealtDaily
from app.features.daily.values.daily import DailyAttempt
from app.features.daily.values.event import InDaily
from app.features.daily.values.story import Loss, Story, Trace
from app.people.rows import accounts, players
from app.play.service.sessions import start_sealed
from engine.deals import LAST_RANDOM_DEAL
from engine.games import GAMES, variant_of
from engine.moves import Move, legal_moves
from engine.position import deal, snapshot
from engine.record import Status
from tests.chromium.past import remember
from tests.closing import close_days
from tests.databases import transaction
from tests.factories import a_player, an_account

NAMES = ("Ada", "Bertrand Archibald Quince", "Chidi", "Dörte", "Élodie", "Ferenc", "Grace", "李小龙", "Ines", "John")
PAR = 90
"""The par that the dailies claim; nobody here plays one to its end."""
STEPS = (90, 90, 93, 97, 104, 112, 118, 131, 160)
"""In how many steps all of them but the last one have solved it."""
CLOSED_FOR_DAYS = 2
"""How many days ago a day was that is closed for certain: yesterday's players have two hours after midnight."""
DAY_MS, MINUTE_MS = 24 * 3_600_000, 60_000


def move_in(folder: Path) -> None:
    """Add neighbours to a running server that keeps its games in that folder."""
    today = datetime.now(UTC).date()
    days = [today + timedelta(ahead) for ahead in (-CLOSED_FOR_DAYS, -1, 0, 1, 2)]
    with transaction(f"sqlite:///{folder / 'rampart.sqlite3'}") as connection:
        for place, name in enumerate(NAMES):
            made_at = opens_at(days[0]) - DAY_MS
            players.add(connection, a_player(_player(place), made_at=made_at))
            accounts.add(connection, an_account(_player(place), name, made_at=made_at))
        for day in days:
            _choose(connection, day)
        # Tomorrow too, should it come while tests go on.
        for day in days[:4]:
            for place in range(len(NAMES)):
                _try(connection, day, place)
        close_days(connection, closes_at(days[1]))
        _tell(connection, days[0], closes_at(days[1]))
        remember(connection, [_player(place) for place in range(len(NAMES))], now_ms())


def _player(place: int) -> str:
    return f"neighbour{place:07}"


def _choose(connection: Connection, day: date) -> None:
    for place, game in enumerate(GAMES.values()):
        # Above all numbers that any test plays.
        wanted = UndealtDaily(day, game, LAST_RANDOM_DEAL + 10 * day.toordinal() + place)
        lines = dict.fromkeys(wanted.variants, (Move("t0", "t1"),) * PAR)
        found = FoundDeal(wanted.first, lines, dict.fromkeys(lines, PAR), "none")
        assert daily.choose(connection, b"", wanted, found, opens_at(day) - DAY_MS)


def _try(connection: Connection, day: date, place: int) -> None:
    variant, begun = variant_of("fortress", ""), opens_at(day)
    chosen = daily.look(connection, day, variant.game, None, begun).daily
    assert chosen is not None
    session = start_sealed(connection, _player(place), variant, chosen.deal, InDaily(day), begun)
    attempts.add(connection, DailyAttempt(session.id, day, variant, _player(place), 1, True, begun))
    solved = place < len(STEPS)
    ended = session._replace(
        status=Status.WON if solved else Status.GIVEN_UP,
        steps=STEPS[place] if solved else 40,
        changed_at=begun + (4 + 3 * place) * MINUTE_MS,
    )
    results.end(connection, ended, ended.changed_at)


def _tell(connection: Connection, day: date, now: int) -> None:
    """Let the day's Fortress be a field of which every game is known: most lost it by their first move."""
    variant = variant_of("fortress", "")
    chosen = dailies.find(connection, day, variant.game)
    taken = stories.take(connection, now, now + 1)
    while taken and (taken.day, taken.game) != (day, variant.game):
        taken = stories.take(connection, now, now + 1)
    assert taken is not None
    assert chosen is not None
    dealt = deal(variant.rules, chosen.deck)
    loss = Loss(variant.text, snapshot(variant.rules, dealt), str(legal_moves(variant.rules, dealt)[0]), 7, "", 0)
    traces = tuple(
        Trace(_player(place), place < 3, 90 + 9 * place, ((0, 0), (30, place), (90 + 9 * place, 52)), (9 * place, 1))
        for place in range(len(NAMES))
    )
    told = Story(games=len(NAMES), left=(), traces=traces, losses=(loss,), open=1)
    assert stories.keep(connection, taken, told, None)
