"""The daily challenge: choose its deal, show it to a visitor, and begin an attempt.

The server draws the deal's number with its secret, so nobody can know it before its day. It shows the seal as soon as
it has chosen the deal, so everybody can check afterwards that it has not changed the deal.
"""

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection

from app.core.bounds import MOST_ATTEMPTS_AT_A_DAILY
from app.core.clock import today
from app.core.refusals import Impossible, NotFound, NotYet, Over, Withheld
from app.core.settings import Admission
from app.core.store.unreadable import each
from app.features.daily.rows import attempts, dailies, statistics
from app.features.daily.service import calendar
from app.features.daily.service.calendar import DayState
from app.features.daily.values.daily import Daily, DailyAttempt
from app.features.daily.values.event import InDaily
from app.people.rows import accounts
from app.people.rows.accounts import Account
from app.people.service import players
from app.play.rows import sessions
from app.play.service import sessions as playing
from app.play.service.replays import Ending, ending_of
from app.play.values.sealed import Sealed
from app.play.values.session import Session
from app.play.values.shelf import Band
from engine.deals import LAST_RANDOM_DEAL, Deck, shuffled
from engine.games import GAMES
from engine.likeness import likeness
from engine.moves import Move
from engine.rules import Game, Variant, options_text

NUMBER_BYTES = 8


@dataclass(frozen=True, slots=True)
class UndealtDaily:
    """A daily whose deal is still to be chosen."""

    day: date
    game: Game
    first: int
    """The deal number to try first; the next ones follow."""

    @property
    def variants(self) -> list[Variant]:
        """The variants; the deal must be winnable under each."""
        return calendar.variants(self.game, self.day)


@dataclass(frozen=True, slots=True)
class DailyView:
    """A daily as one visitor sees it."""

    day: date
    game: Game
    state: DayState
    daily: Daily | None
    """Its deal; None while it is not chosen."""
    attempts: list[DailyAttempt]
    """The visitor's own, the first one first."""
    starters: int
    account: Account | None
    """The visitor's; None for a guest."""

    @property
    def fixed_late(self) -> bool:
        """Return whether its deal was chosen only after its day had begun, so the seal binds only from then on."""
        return self.daily is not None and self.daily.chosen_at >= calendar.opens_at(self.day)

    @property
    def band(self) -> Band:
        """How hard its deal is, or is to be."""
        found = self.daily
        return calendar.found_band(self.day, found.band) if found else calendar.band(self.day, self.game)

    @property
    def first(self) -> DailyAttempt | None:
        """The visitor's first attempt."""
        return self.attempts[0] if self.attempts else None

    @property
    def in_field(self) -> DailyAttempt | None:
        """The visitor's first attempt, if it is counted in the field."""
        first = self.first
        return first if first and first.ended_at is not None and first.ranked else None

    @property
    def is_left_out(self) -> bool:
        """Return whether the visitor has ended a first attempt that can never be counted in the field."""
        return self.first is not None and self.first.ended_at is not None and not self.first.ranked

    @property
    def running(self) -> DailyAttempt | None:
        """The visitor's attempt that has not ended."""
        return next((one for one in self.attempts if one.ended_at is None), None)

    @property
    def may_compare(self) -> bool:
        """Return whether the visitor may see how well everybody did: once they have solved it, or once it is over."""
        return self.state is DayState.CLOSED or any(one.solved for one in self.attempts)

    @property
    def may_count(self) -> bool:
        """Return whether the visitor may see their own place and how many came to each tier, but nobody's name.

        The visitor must have ended an attempt, in any way. Since anybody can become a guest and give up in a moment,
        that must not reveal names.
        """
        return self.may_compare or any(one.ended_at is not None for one in self.attempts)

    def is_open_under(self, admission: Admission) -> bool:
        """Return whether the visitor may begin now, given whom the operator admits."""
        return self.state is DayState.OPEN and (admission is Admission.EVERYBODY or self.account is not None)


def next_wanted(connection: Connection, secret: bytes, now: int) -> UndealtDaily | None:
    """Return the first daily whose deal should be known by now and is not; None if there is none."""
    days = calendar.days_to_choose(now)
    known = dailies.list_known(connection, days)
    for day in days:
        for game in GAMES.values():
            if (day, game) not in known:
                return UndealtDaily(day, game, _draw(secret, day, game))
    return None


@dataclass(frozen=True, slots=True)
class FoundDeal:
    """A deal that a daily can be played on."""

    deal: int
    lines: Mapping[Variant, tuple[Move, ...]]
    """For each variant, the shortest winning line found."""
    bounds: Mapping[Variant, int]
    """For each variant, the fewest steps that any winning line can have, as far as that is proved."""
    effort: str
    """What was spent on finding short lines."""
    band: Band | None = None
    """How hard it is, by the solver's search; None if nobody has searched."""


def choose(connection: Connection, secret: bytes, wanted: UndealtDaily, found: FoundDeal, now: int) -> bool:
    """Store the deal of a daily; return False if another process was quicker."""
    deck = shuffled(found.deal)
    chosen = Daily(
        day=wanted.day,
        game=wanted.game,
        options=calendar.settled_options(wanted.game, wanted.day),
        deal=found.deal,
        deck=deck,
        salt=hmac.digest(secret, f"salt {wanted.day} {wanted.game.slug}".encode(), "sha256").hex()[:32],
        lines=found.lines,
        effort=found.effort,
        band=found.band,
        settled=False,
        chosen_at=now,
        likeness=likeness(wanted.game.rules, deck),
        bounds=found.bounds,
    )
    return dailies.add(connection, chosen)


def commitment(daily: Daily) -> Sealed:
    """Return what binds us to a chosen deal. Until its day is over, show only its seal."""
    return Sealed(daily.game.slug, options_text(daily.options), daily.day.isoformat(), str(daily.deal), daily.salt)


def look(connection: Connection, day: date, game: Game, player_id: str | None, now: int) -> DailyView:
    """Return a daily as a visitor sees it."""
    mine = attempts.of_player(connection, player_id, day, game) if player_id else []
    found, stands = dailies.find(connection, day, game), calendar.state(day, now)
    if stands is DayState.CLOSED and found and not found.settled:
        # Its time is up, but its last results are still being written.
        stands = DayState.CLOSING
    elif stands is DayState.OPEN and found and found.settled:
        # It was closed before the clock was set back; nobody can begin it, and what it hides is hidden again.
        stands = DayState.CLOSING
    account = accounts.find(connection, player_id) if player_id else None
    return DailyView(day, game, stands, found, mine, attempts.starters(connection, day, game), account)


def to_share(connection: Connection, seen: DailyView, now: int) -> Ending | None:
    """Return how the visitor's best try ended, as its table passes it on: the first that solved it, else the first."""
    ended = [one for one in seen.attempts if one.ended_at is not None]
    best = next((one for one in ended if one.solved), ended[0] if ended else None)
    session = sessions.find(connection, best.session_id) if best else None
    return ending_of(connection, session, now) if session else None


def last_closed_day(connection: Connection, game: Game) -> date | None:
    """Return the latest day on which a game's daily has closed with its results settled; None before there is one."""
    return dailies.last_settled_day(connection, game)


def in_play(connection: Connection, seen: DailyView) -> Session | None:
    """Return the game of the visitor's attempt that has not ended; None without one."""
    return sessions.find(connection, seen.running.session_id) if seen.running else None


def of_day(connection: Connection, day: date, player_id: str | None, now: int) -> list[DailyView]:
    """Return every daily of a day as a visitor sees it, without those that cannot be read."""
    return each(lambda game: look(connection, day, game, player_id, now), GAMES.values())


def days_of_month(connection: Connection, month: date) -> set[date]:
    """Return the days of a month that had a daily; `month` is its first day."""
    return dailies.days_between(connection, month, calendar.last_day(month))


def solved_in_month(connection: Connection, player_id: str | None, month: date) -> set[date]:
    """Return the days of a month of which a visitor solved a daily in time; `month` is its first day."""
    return statistics.days_solved(connection, player_id, month, calendar.last_day(month)) if player_id else set()


def start(
    connection: Connection,
    day: date,
    game: Game,
    options: Mapping[str, str],
    player_id: str,
    admission: Admission,
    now: int,
) -> Session:
    """Return the visitor's running attempt at a daily, or begin one.

    `options` holds what every attempt chooses for itself, such as Stalactites' `by`.

    Raises:
        NotFound, Withheld, Impossible, InvalidOption: the day is not open, or not to this visitor, its deal is not
            chosen yet, or the visitor has begun it too often.
    """
    # The hold keeps the player from becoming a bot between the look and the attempt.
    bot = players.hold(connection, player_id, now).bot
    found = look(connection, day, game, player_id, now)
    if found.running and found.state is not DayState.CLOSED:
        session = in_play(connection, found)
        assert session is not None
        return session
    if found.state is DayState.COMING:
        raise NotFound("This day has not begun yet.")
    if found.state is not DayState.OPEN:
        raise Over("This daily is over; you can play its deal from the archive.")
    if not found.is_open_under(admission):
        raise Withheld("While this daily is open, only players with an account can play it.")
    if found.daily is None:
        raise NotYet("The server is still choosing today’s deal; please try again in a minute.")
    if len(found.attempts) >= MOST_ATTEMPTS_AT_A_DAILY:
        raise Impossible(f"You have begun this daily {MOST_ATTEMPTS_AT_A_DAILY} times, which is the most allowed.")
    variant = game.settle({**options, **found.daily.options})
    number = len(found.attempts) + 1
    session = playing.start_sealed(connection, player_id, variant, found.daily.deal, InDaily(day), now)
    in_time = found.account is not None and found.account.made_at < calendar.opens_at(day)
    ranked, guest = number == 1 and in_time and not bot, found.account is None
    attempts.add(
        connection, DailyAttempt(session.id, day, variant, player_id, number, ranked, now, bot=bot, guest=guest)
    )
    return session


def _draw(secret: bytes, day: date, game: Game) -> int:
    drawn = hmac.digest(secret, f"daily {day.isoformat()} {game.slug}".encode(), "sha256")
    # Above all numbers that are dealt at random or found ahead: anybody can look at those deals beforehand.
    return LAST_RANDOM_DEAL + 1 + int.from_bytes(drawn[:NUMBER_BYTES])


def open_of(connection: Connection, looks: Sequence[str], now: int) -> set[tuple[Game, str]]:
    """Return the games and likenesses of dailies not yet closed that have one of these likenesses."""
    return dailies.open_of(connection, looks, calendar.first_open(now))


def open_decks(connection: Connection, now: int) -> list[tuple[Game, Deck]]:
    """List the games and decks of the dailies that have begun and are not closed, always in the same order."""
    return dailies.decks_of(connection, calendar.first_open(now), today(now))
