"""A tournament as a value: its terms, its deals, how far each entrant has come, and which deal comes next.

An arena goes by time: everybody has the same minutes, and the deals come in the same order for all. A tournament by
deals goes on for hours or days: each player begins each deal when they like, with a clock of their own.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

from engine.rules import Variant

FEWEST_DEALS, MOST_DEALS = 3, 48
_MINUTE_MS, _HOUR_MS = 60_000, 3_600_000
SHORTEST_ARENA_MS, LONGEST_ARENA_MS = 5 * _MINUTE_MS, 120 * _MINUTE_MS
SHORTEST_WINDOW_MS, LONGEST_WINDOW_MS = _HOUR_MS, 14 * 24 * _HOUR_MS
LONGEST_LEAD_MS = 14 * 24 * _HOUR_MS
"""How long before it opens somebody may make a tournament."""
SETTLING_MS = 5_000
"""The time from the end to the closing. By then every win that a server acknowledged before the end is stored, even if
the clocks of two servers differ a little."""
PATIENCE_MS = 24 * _HOUR_MS
"""How long after its opening time a tournament waits for deals before it is called off."""
LOOK_MS = 5_000
"""The pause between two looks for deals while a tournament lacks some."""
MOST_ENTRANTS = 2_000
"""People in a tournament. The server sorts the table of its results at most once a second, in a few milliseconds."""
WAITING_OF_AN_ADDRESS = 100
"""People of one address in a tournament who have begun no game there: three classes of a school."""
MOST_TRIES_AT_A_DEAL = 10
"""Tries of one player at one deal of a tournament. Only a win counts, but closing the tournament looks at every try."""
TOURNAMENTS_OF_AN_ACCOUNT = 3
"""Tournaments made by one account that are coming or open."""
TOURNAMENTS_OF_AN_ADDRESS = 6
"""Tournaments made from one address that are coming or open. Otherwise one person with some accounts could use up those
of the server for weeks."""
TOURNAMENTS_AT_A_TIME = 60
"""Tournaments on a server that are coming or open. Solvers must find their deals first, and the server compares each of
these with every deck for which somebody wants help."""


class Form(StrEnum):
    """How a tournament is played."""

    ARENA = "arena"
    DEALS = "deals"


LENGTHS = {
    Form.ARENA: (SHORTEST_ARENA_MS, LONGEST_ARENA_MS),
    Form.DEALS: (SHORTEST_WINDOW_MS, LONGEST_WINDOW_MS),
}
"""For each form, how long a tournament lasts at least and at most."""


class TournamentStage(StrEnum):
    """How a tournament stands."""

    COMING = "coming"
    OPEN = "open"
    CLOSING = "closing"
    """Its time is up, and the server is writing the last results."""
    CLOSED = "closed"


class TryOutcome(StrEnum):
    """How a try at a deal ended."""

    WON = "won"
    GIVEN_UP = "given-up"
    STOPPED = "stopped"
    """The tournament was over before the game was."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """What wins are worth, by a version of that rule."""

    version: int
    first_try: int
    """The points for a win at the first try."""
    later_try: int
    """The points for a later win."""
    team: int
    """How many members count towards a team's score."""

    def points(self, attempt: int) -> int:
        """Return the points for a win at a try, counted from 1.

        >>> scoring = Scoring(1, first_try=3, later_try=2, team=5)
        >>> scoring.points(1), scoring.points(2), scoring.points(3)
        (3, 2, 2)
        """
        return self.first_try if attempt == 1 else self.later_try


_EVER = (
    Scoring(1, first_try=3, later_try=2, team=5),
)  # fmt: skip
SCORINGS = {scoring.version: scoring for scoring in _EVER}
"""Every version that has ever counted. A change adds one, and tournaments made before it go on by theirs."""
SCORING = SCORINGS[max(SCORINGS)]
"""The version by which new tournaments count."""


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """The terms of a tournament, settled when somebody makes it."""

    name: str
    form: Form
    variants: tuple[Variant, ...]
    """The variants that people play; the deals go through them in turn."""
    deals: int
    length_ms: int
    one_try: bool
    """Whether an entrant who gives up a deal cannot try it again."""
    blind: bool
    """Whether entrants see no results of others until they are done or the tournament ends."""
    bots: bool
    """Whether bots may join."""
    scoring: Scoring = SCORING

    def variant(self, number: int) -> Variant:
        """Return the variant of the deal with that number, counted from 1."""
        return self.variants[(number - 1) % len(self.variants)]


@dataclass(frozen=True, slots=True)
class Dealt:
    """One of the deals."""

    number: int
    """Counted from 1, in the order in which they are played."""
    variant: Variant
    deal: int | None
    """A number of at least 63 secret bits; None until it is drawn."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament with its deals."""

    code: str
    terms: TournamentTerms
    made_at: int
    opens_at: int
    closes_at: int
    salt: str
    maker_id: str | None = None
    """Who made it; None for one that opened by itself."""
    slot: str | None = None
    """Which of the tournaments that open by themselves it is."""
    drawn_at: int | None = None
    """When the last of its deals was drawn."""
    closing_since: int | None = None
    """When the writing of its results began; nothing counts from then on."""
    closed_at: int | None = None
    due_at: int | None = None
    """When a server looks after it next; None once it is closed."""
    failures: int = 0
    """How often in a row a server failed to look after it."""
    set_aside: bool = False
    """Whether the server gave up on it, and it ended as it stood."""
    walked_to: str = ""
    """The id of the last session that the closing has dealt with."""
    whence: str = ""
    """The mark of the network that its maker came from."""
    deals: tuple[Dealt, ...] = ()

    def stage(self, now: int) -> TournamentStage:
        """Return its stage at a time."""
        if self.closed_at is not None:
            return TournamentStage.CLOSED
        if self.drawn_at is None or now < self.opens_at:
            return TournamentStage.COMING if self.closing_since is None else TournamentStage.CLOSING
        return TournamentStage.OPEN if self.closing_since is None and now < self.closes_at else TournamentStage.CLOSING

    def is_called_off(self, now: int) -> bool:
        """Return whether it waited for deals in vain; one that opens by itself waits until its closing time."""
        waits = self.closes_at if self.slot else self.opens_at + PATIENCE_MS
        return self.drawn_at is None and now >= waits

    @property
    def changes_page(self) -> bool:
        """Whether work that falls due changes its page: not while deals are missing or the server is ending games."""
        return self.closed_at is not None or (self.drawn_at is not None and self.closing_since is None)

    @property
    def missing(self) -> tuple[Dealt, ...]:
        """The deals that are still to be drawn."""
        return tuple(one for one in self.deals if one.deal is None)

    @property
    def is_drawn(self) -> bool:
        """Whether all of its deals are drawn."""
        return self.drawn_at is not None


@dataclass(frozen=True, slots=True)
class TournamentTry:
    """One game of a player on one of the deals."""

    session_id: str
    code: str
    player_id: str
    number: int
    """The deal's number."""
    attempt: int
    """Which of the player's tries at this deal it is, counted from 1."""
    began_at: int
    outcome: TryOutcome | None = None
    """None while it goes on."""
    steps: int = 0
    ms: int = 0
    """The time from its beginning to its end."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part, with what their games add up to."""

    player_id: str
    name: str
    joined_at: int
    group_code: str | None = None
    group_name: str | None = None
    """The group that they play for."""
    points: int = 0
    won: int = 0
    steps: int = 0
    """Summed over the games won."""
    ms: int = 0
    """Summed over the games won."""
    has_account: bool = False
    """Whether they had an account when they began their first game, or have one now if they have begun none."""
    bot: bool = False


def sealed_line(tournament: Tournament) -> str:
    """Return the line whose SHA-256 binds the server to the deals, once all of them are drawn."""
    dealt = (f"{one.variant.game.slug}?{one.variant.text}:{one.deal}" for one in tournament.deals)
    return " ".join(("tournament", tournament.code, *dealt, tournament.salt))


def seal(tournament: Tournament) -> str | None:
    """Return the digest that binds the server to the deals; None until all of them are drawn."""
    return None if tournament.drawn_at is None else sha256(sealed_line(tournament).encode()).hexdigest()


def running(tries: Iterable[TournamentTry]) -> TournamentTry | None:
    """Return the try that is under way, or None."""
    return next((one for one in tries if one.outcome is None), None)


def next_number(terms: TournamentTerms, tries: Sequence[TournamentTry]) -> int | None:
    """Return the number of the deal that somebody plays next, or None if all are done.

    Each deal comes once, in order. Then those that the player gave up come again, if the terms allow it.
    """
    counts, won = Counter(one.number for one in tries), {one.number for one in tries if one.outcome is TryOutcome.WON}
    allowed = tries_allowed(terms)
    left = (number for number in range(1, terms.deals + 1) if number not in won and counts[number] < allowed)
    return min(left, key=lambda number: (counts[number], number), default=None)


def tries_allowed(terms: TournamentTerms) -> int:
    """Return how often a player may try one deal."""
    return 1 if terms.one_try else MOST_TRIES_AT_A_DEAL


def is_done(terms: TournamentTerms, tries: Sequence[TournamentTry]) -> bool:
    """Return whether somebody has no deal left to play."""
    return running(tries) is None and next_number(terms, tries) is None


def due(tournament: Tournament, before: Tournament, now: int) -> int | None:
    """Return when a server should next look after a tournament; `before` is how it stood before this look."""
    if tournament.closed_at is not None:
        return None
    if tournament.drawn_at is None:
        return now if len(tournament.missing) < len(before.missing) else now + LOOK_MS
    if now < tournament.opens_at:
        return tournament.opens_at
    return max(tournament.closes_at + SETTLING_MS, now)
