"""A race as a value, and the rules by which it goes on and is decided.

A race is a room with a code. In it heats are run: a heat is one deal that all who are ready get at the same moment.
Heats make up a match, won by whoever wins most of them; the heat after a match is the first of the next one. How far
a racer is nobody tells but the server's own sessions.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256

FEWEST, MOST = 2, 50
"""How many may race."""
BEST_OF = (1, 3, 5)
SHORTEST_LIMIT_MS, LONGEST_LIMIT_MS = 60_000, 3 * 3_600_000
COUNTDOWN_MS = 5_000
"""From the moment when all are ready to the deal."""
GRACE_MS = 5 * 60_000
"""How long a racer may be away: longer than a telephone that locked itself, or a tab behind another."""
CHECK_MS = 10_000
"""How often a heat is looked after, whether anybody says anything or not."""
REST_MS = 60_000
"""The same between heats."""
LATE_MS = 60_000
"""How late that may be before it is plain that nobody could: servers had ended, or their clock was set."""


class Stage(StrEnum):
    """What a race is about to do."""

    GATHERING = "gathering"
    COUNTDOWN = "countdown"
    RUNNING = "running"


class Outcome(StrEnum):
    """How a run ended."""

    WON = "won"
    GIVEN_UP = "given-up"
    FORFEITED = "forfeited"
    """The racer left, or was away for too long."""
    STOPPED = "stopped"
    """The heat was over before the game was."""


@dataclass(frozen=True, slots=True)
class Racer:
    """Somebody in the room. Who leaves stays in the list, since results stand beside the name."""

    player_id: str
    name: str
    joined_at: int
    seen_at: int
    ready: bool = False
    left: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """One racer's game in a heat, as far as it has come."""

    player_id: str
    session_id: str
    status: str
    """The session's."""
    outcome: Outcome | None = None
    """None while the racer is racing; what stands beside it changes no more afterwards."""
    home: int = 0
    """Cards on the foundations."""
    steps: int = 0
    changed_at: int = 0
    ms: int = 0
    """From the deal to the end of the run."""


@dataclass(frozen=True, slots=True)
class Heat:
    """One deal, raced."""

    number: int
    """Counted from 1, through all matches of the race."""
    match: int
    deal: str
    proved: bool
    """Whether the deal is proved winnable."""
    began_at: int
    ended_at: int | None = None
    runs: tuple[Run, ...] = ()


@dataclass(frozen=True, slots=True)
class Terms:
    """What a race is about, settled when its room is made."""

    game: str
    """The game's slug."""
    options: str
    """As they are stored."""
    winnable: bool
    """Whether deals proved winnable are wanted."""
    best_of: int
    """How many heats a match has at most."""
    limit_ms: int | None
    """How long a heat may last."""


@dataclass(frozen=True, slots=True)
class Race:
    """A room, those in it in the order in which they came, and the heats of its latest match."""

    code: str
    terms: Terms
    host_id: str
    made_at: int
    starts_at: int | None = None
    """When the next heat begins; None unless a countdown runs."""
    due_at: int | None = None
    """When the race is to be looked after again though nobody does anything; None for an empty one."""
    racers: tuple[Racer, ...] = ()
    heats: tuple[Heat, ...] = ()

    @property
    def stage(self) -> Stage:
        """What the race is about to do."""
        if self.starts_at is not None:
            return Stage.COUNTDOWN
        return Stage.RUNNING if self.heat else Stage.GATHERING

    @property
    def heat(self) -> Heat | None:
        """The heat that is being run."""
        return self.heats[-1] if self.heats and self.heats[-1].ended_at is None else None

    @property
    def present(self) -> tuple[Racer, ...]:
        """Those who have not left."""
        return tuple(racer for racer in self.racers if not racer.left)

    @property
    def ready(self) -> tuple[Racer, ...]:
        """Those who are in the next heat if it begins now."""
        return tuple(racer for racer in self.present if racer.ready)

    def racer(self, player_id: str | None) -> Racer | None:
        """Give the racer who is that player, None if there is none."""
        return next((racer for racer in self.racers if racer.player_id == player_id), None)

    def run(self, player_id: str | None) -> Run | None:
        """Give a player's run in the heat that is being run, None if there is none."""
        runs = self.heat.runs if self.heat else ()
        return next((run for run in runs if run.player_id == player_id), None)


def standings(runs: Iterable[Run]) -> list[tuple[int, Run]]:
    """Put runs in order, each with its place; equal ones share theirs.

    A finished game comes before others, the quicker one first; then more cards home; whoever forfeited comes last.
    """
    ordered = sorted(runs, key=_merit)
    first = {_merit(run): place for place, run in reversed(list(enumerate(ordered, start=1)))}
    return [(first[_merit(run)], run) for run in ordered]


def wins(race: Race) -> Counter[str]:
    """Count the heats of the match that each player has won, or shared the first place of."""
    return Counter(
        run.player_id
        for heat in race.heats
        if heat.ended_at is not None
        for place, run in standings(heat.runs)
        if place == 1 and run.outcome is not Outcome.FORFEITED
    )


def is_decided(race: Race) -> bool:
    """Say whether the match is over."""
    done = sum(heat.ended_at is not None for heat in race.heats)
    return done >= race.terms.best_of or any(2 * won > race.terms.best_of for won in wins(race).values())


def champions(race: Race) -> list[str]:
    """Give who has won the match: several where they tie, nobody where all forfeited or it is not over."""
    won = wins(race)
    most = max(won.values(), default=0)
    return [player_id for player_id, times in won.items() if times == most] if is_decided(race) else []


def next_match(race: Race) -> int:
    """Say which match the next heat belongs to."""
    return race.heats[-1].match + is_decided(race) if race.heats else 1


def is_due(race: Race, now: int) -> bool:
    """Say whether a race is to be looked after: also one whose time lies so far ahead that the clock was set back."""
    return race.due_at is not None and not now < race.due_at <= now + REST_MS


def settle(race: Race, now: int) -> Race:
    """Let happen what is due at a time, but for the beginning of a heat; do this after every other change."""
    race = _without_the_lost(_after_a_gap(race, now), now)
    race = _with_host(race)
    if race.heat:
        race = _judged(race, race.heat, now)
    if race.heat is None:
        race = _counting(race, now)
    return replace(race, due_at=_due(race, now))


def leave(race: Race, player_id: str, now: int) -> Race:
    """Let a racer go; a run that is not over is forfeited."""
    race = _racer_changed(race, player_id, lambda racer: replace(racer, ready=False, left=True))
    run = race.run(player_id)
    if race.heat and run and run.outcome is None:
        forfeited = replace(run, outcome=Outcome.FORFEITED, ms=_since(race.heat, now))
        race = _heat_changed(race, runs=tuple(forfeited if each is run else each for each in race.heat.runs))
    return race


def be_ready(race: Race, player_id: str) -> Race:
    """Note that a racer wants the next heat to begin."""
    return _racer_changed(race, player_id, lambda racer: replace(racer, ready=True))


def begin(race: Race, now: int) -> Race:
    """Begin the countdown for those who are ready, whoever else is there."""
    return replace(race, starts_at=now + COUNTDOWN_MS)


def stop(race: Race, now: int) -> Race:
    """End the heat; who has not finished is placed by the cards home."""
    assert race.heat
    ms = _since(race.heat, now)
    runs = tuple(replace(run, outcome=Outcome.STOPPED, ms=ms) if run.outcome is None else run for run in race.heat.runs)
    race = _heat_changed(race, runs=runs, ended_at=now)
    return replace(race, racers=tuple(replace(racer, ready=False) for racer in race.racers))


def mark(session_id: str) -> str:
    """Give the name by which everybody may know a run: nothing can be asked by it."""
    return sha256(session_id.encode()).hexdigest()[:12]


def _merit(run: Run) -> tuple[int, int]:
    match run.outcome:
        case Outcome.WON:
            return 0, run.ms
        case Outcome.FORFEITED:
            return 2, 0
        case _:
            return 1, -run.home


def _after_a_gap(race: Race, now: int) -> Race:
    """Count nobody as away while no server looked after the race, and keep a countdown short if the clock was set back.

    Who was there before the gap has the whole time of grace to come back.
    """
    if race.due_at is not None and now - race.due_at > LATE_MS:
        racers = tuple(racer if racer.left else replace(racer, seen_at=now) for racer in race.racers)
        race = replace(race, racers=racers)
    if race.starts_at is not None:
        race = replace(race, starts_at=min(race.starts_at, now + COUNTDOWN_MS))
    return race


def _without_the_lost(race: Race, now: int) -> Race:
    for racer in race.present:
        run = race.run(racer.player_id)
        if now - max(racer.seen_at, run.changed_at if run else 0) > GRACE_MS:
            race = leave(race, racer.player_id, now)
    return race


def _with_host(race: Race) -> Race:
    host = race.racer(race.host_id)
    if (host is None or host.left) and race.present:
        return replace(race, host_id=race.present[0].player_id)
    return race


def _judged(race: Race, heat: Heat, now: int) -> Race:
    """End the runs that are over, and with the last of them, or with the time, the heat."""
    runs = tuple(_ended(run, heat, race.terms.limit_ms) for run in heat.runs)
    race = _heat_changed(race, runs=runs)
    late = race.terms.limit_ms is not None and now - heat.began_at >= race.terms.limit_ms
    return stop(race, now) if late or all(run.outcome for run in runs) else race


def _since(heat: Heat, now: int) -> int:
    # A clock that was set back must not make a time negative.
    return max(0, now - heat.began_at)


def _ended(run: Run, heat: Heat, limit_ms: int | None) -> Run:
    ms = run.changed_at - heat.began_at
    if run.outcome is None and run.status in {"won", "given-up"} and (limit_ms is None or ms <= limit_ms):
        return replace(run, outcome=Outcome(run.status), ms=ms)
    return run


def _counting(race: Race, now: int) -> Race:
    """Begin a countdown once all are ready, and break one off for which too few are left."""
    enough = len(race.ready) >= FEWEST
    if race.starts_at is None and enough and len(race.ready) == len(race.present):
        return begin(race, now)
    return race if enough else replace(race, starts_at=None)


def _due(race: Race, now: int) -> int | None:
    if race.starts_at is not None:
        return race.starts_at
    if race.heat:
        over = now + CHECK_MS if race.terms.limit_ms is None else race.heat.began_at + race.terms.limit_ms
        return min(over, now + CHECK_MS)
    return now + REST_MS if race.present else None


def _racer_changed(race: Race, player_id: str, change: Callable[[Racer], Racer]) -> Race:
    racers = tuple(change(racer) if racer.player_id == player_id else racer for racer in race.racers)
    return replace(race, racers=racers)


def _heat_changed(race: Race, runs: tuple[Run, ...], ended_at: int | None = None) -> Race:
    return replace(race, heats=(*race.heats[:-1], replace(race.heats[-1], runs=runs, ended_at=ended_at)))
