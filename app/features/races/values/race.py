"""A race as a value, and the rules that carry it on and decide it.

A race is a room with a code, in which people race heats. In a heat, everybody who is ready gets the same deal at the
same moment. Heats make up a match, and the racer who wins most of them wins the match. After a match, the next heat
begins a new one. Only the server's own sessions decide how far a racer has come.

Nobody holds up a room for ever: a racer who gives no sign, or makes no move, counts as idle, and others can remove
them. A heat in which others wait only for idle racers ends by itself, and one begins without those who are not ready.

A heat that all but one have left is over, and the one who is left has won it. So nobody takes back a loss by leaving
with somebody else, and nobody plays on alone. Of two racers, the first to finish has won, and ends the heat.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from app.features.ratings.values.strength import Stake
from engine.record import Status
from engine.rules import Variant

FEWEST, MOST = 2, 50
"""How many people may race."""
BEST_OF = (1, 3, 5)
SHORTEST_LIMIT_MS, LONGEST_LIMIT_MS = 60_000, 3 * 3_600_000
COUNTDOWN_MS = 5_000
"""The time between everybody being ready and the deal."""
READY_MS = 60_000
"""How long a round waits for the others once enough are ready."""
GRACE_MS = 5 * 60_000
"""How long a racer may be away: long enough for a telephone that locked itself, or a tab behind another."""
CHECK_MS = 10_000
"""How often the referee looks at a heat, even if nothing happens."""
REST_MS = 60_000
"""How often the referee looks at a race between heats."""
LATE_MS = 60_000
"""If a look comes later than this, no server can have been at work: all had stopped, or somebody set the clock."""
WAIT_MS = 5 * 60_000
"""How long racers who have finished a heat wait for others who make no move."""
SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS = 1_000, 10_000
"""The pause between two looks for a proved deal while a room waits for one."""


class RaceStage(StrEnum):
    """The stage of a race."""

    GATHERING = "gathering"
    COUNTDOWN = "countdown"
    SEEKING = "seeking"
    """The countdown is over, and the heat waits for a deal that is proved winnable."""
    RUNNING = "running"
    SET_ASIDE = "set-aside"
    """Servers failed to carry it on again and again, so they gave up."""


class RunOutcome(StrEnum):
    """How a run ended."""

    WON = "won"
    GIVEN_UP = "given-up"
    FORFEITED = "forfeited"
    """The racer left, or was away for too long."""
    STOPPED = "stopped"
    """The heat was over before the game was."""


@dataclass(frozen=True, slots=True)
class Racer:
    """Somebody in the room. A racer who leaves after a heat stays in the list, because results belong to the name."""

    player_id: str
    name: str
    joined_at: int
    seen_at: int
    ready: bool = False
    left: bool = False
    """Whether they are not in the room: they have left it, or they wait at its door (`door.py`)."""
    raced: bool = False
    """Whether they ran in any heat of the race."""
    whence: str = ""
    """The mark of the network that they came from."""


@dataclass(frozen=True, slots=True)
class RaceRun:
    """One racer's game in a heat."""

    player_id: str
    session_id: str
    status: Status
    """The status of the session."""
    outcome: RunOutcome | None = None
    """None while the racer is racing. Afterwards the run no longer changes."""
    home: int = 0
    """Cards on the foundations."""
    steps: int = 0
    changed_at: int = 0
    ms: int = 0
    """From the deal to the end of the run."""
    stake: Stake | None = None
    """None for a racer who was a guest when the heat began, or the only one of the kind with an account."""


@dataclass(frozen=True, slots=True)
class Heat:
    """One deal on which people race."""

    number: int
    """Counted from 1, through all matches of the race."""
    match: int
    deal: int
    proved: bool
    """Whether the deal is proved winnable."""
    began_at: int
    ended_at: int | None = None
    runs: tuple[RaceRun, ...] = ()


@dataclass(frozen=True, slots=True)
class RaceTerms:
    """The terms of a race, settled when its room is made."""

    variant: Variant
    winnable: bool
    """Whether the room waits for deals proved winnable."""
    best_of: int
    """How many heats a match has at most."""
    limit_ms: int | None
    """How long a heat may last."""
    bots: bool = False
    """Whether programs may join."""
    listed: bool = False
    """Whether the pages list the room for everybody while it waits."""


@dataclass(frozen=True, slots=True)
class Race:
    """A room, the racers in it in the order in which they came, and the heats of its latest match."""

    code: str
    terms: RaceTerms
    host_id: str
    made_at: int
    starts_at: int | None = None
    """When the next heat begins; None unless a countdown runs, a long one (`READY_MS`) while somebody is not ready."""
    due_at: int | None = None
    """When a server looks after the race again even if nobody does anything; None for an empty race."""
    seeking_since: int | None = None
    """When a heat began to wait for a proved deal; None unless one is waiting."""
    resumed_at: int = 0
    """When a server last returned to the race after a gap. Racers are not blamed for silence before that."""
    failures: int = 0
    """How often in a row a server failed to look after it."""
    set_aside_at: int | None = None
    """When the server gave up."""
    racers: tuple[Racer, ...] = ()
    heats: tuple[Heat, ...] = ()

    @property
    def stage(self) -> RaceStage:
        """The stage of the race."""
        if self.set_aside_at is not None:
            return RaceStage.SET_ASIDE
        if self.seeking_since is not None:
            return RaceStage.SEEKING
        if self.starts_at is not None:
            return RaceStage.COUNTDOWN
        return RaceStage.RUNNING if self.heat else RaceStage.GATHERING

    @property
    def heat(self) -> Heat | None:
        """The current heat; None between heats."""
        return self.heats[-1] if self.heats and self.heats[-1].ended_at is None else None

    @property
    def present(self) -> tuple[Racer, ...]:
        """The racers who have not left."""
        return tuple(racer for racer in self.racers if not racer.left)

    @property
    def ready(self) -> tuple[Racer, ...]:
        """The racers who run in the next heat if it begins now."""
        return tuple(racer for racer in self.present if racer.ready)

    def racer(self, player_id: str | None) -> Racer | None:
        """Return the racer with that player's id, or None if there is none."""
        return next((racer for racer in self.racers if racer.player_id == player_id), None)

    def run(self, player_id: str | None) -> RaceRun | None:
        """Return a player's run in the current heat, or None if there is none."""
        runs = self.heat.runs if self.heat else ()
        return next((run for run in runs if run.player_id == player_id), None)


def is_due(race: Race, now: int) -> bool:
    """Return whether a race is due, or due so far in the future that somebody must have set the clock back."""
    return race.due_at is not None and not now < race.due_at <= now + REST_MS


def settle(race: Race, now: int) -> Race:
    """Carry out whatever is due now, except for beginning a heat. Call this after every other change."""
    race = resume(race, now)
    if race.heat:
        # Nobody waits for the run of somebody who is not here, however that came about.
        race = _without(race, {run.player_id for run in race.heat.runs} - _here(race), now)
    race = _with_host(_without_the_lost(race, now))
    if race.heat:
        race = _judge(race, race.heat, now)
    if race.heat is None:
        race = _counting(race, now)
    return replace(race, due_at=_due(race, now), failures=0)


def resume(race: Race, now: int) -> Race:
    """Excuse racers for the time when no server was at work, and keep a countdown short if the clock was set back.

    Everybody who was there before the gap then has the full time of grace to return. Call this before every other
    change.
    """
    if race.due_at is not None and now - race.due_at > LATE_MS:
        race = replace(race, resumed_at=now)
    if any(racer.seen_at > now + LATE_MS for racer in race.racers) or race.resumed_at > now + LATE_MS:
        # The clock was set back: nobody has given a sign after now, and all have the full time from here.
        racers = tuple(replace(racer, seen_at=min(racer.seen_at, now)) for racer in race.racers)
        race = replace(race, racers=racers, resumed_at=min(race.resumed_at, now))
    if race.starts_at is not None:
        race = replace(race, starts_at=min(race.starts_at, now + READY_MS))
    return race


def leave(race: Race, player_id: str, now: int) -> Race:
    """Remove a racer, who forfeits an unfinished run. If that leaves one alone in the heat, the heat is over."""
    return _without(race, {player_id}, now)


def waits_until(race: Race, heat: Heat) -> int | None:
    """Return when a heat ends by itself if nobody still racing makes a move; None if nobody waits for them."""
    here, raced_on = _here(race), (None, RunOutcome.STOPPED)
    done = [heat.began_at + run.ms for run in heat.runs if run.outcome not in raced_on and run.player_id in here]
    moved = [run.changed_at for run in heat.runs if run.outcome in raced_on]
    return max(min(done), race.resumed_at, *moved) + WAIT_MS if done and moved else None


def ends_at(race: Race, heat: Heat) -> int:
    """Return when a heat ends at the latest, whatever anybody does."""
    return heat.began_at + _limit(race)


def wants_deal(race: Race, now: int) -> bool:
    """Return whether the heat should begin now if there is a deal for it."""
    starts = race.starts_at is not None and race.starts_at <= now
    return starts or (race.seeking_since is not None and is_due(race, now))


def seek(race: Race, now: int) -> Race:
    """Make a heat wait for a deal, for the first time or again."""
    since = now if race.seeking_since is None else race.seeking_since
    return replace(race, starts_at=None, seeking_since=since, due_at=next_look(since, now))


def next_look(since: int, now: int) -> int:
    """Return when to look for a deal again: the longer a room has waited, the longer the pause."""
    return now + min(max(now - since, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS)


def run_heat(race: Race, heat: Heat, earlier: tuple[Heat, ...], now: int) -> Race:
    """Begin a heat, after the earlier heats of its match."""
    running = {run.player_id for run in heat.runs}
    racers = tuple(replace(one, raced=True) if one.player_id in running else one for one in race.racers)
    begun = replace(race, starts_at=None, seeking_since=None, racers=racers, heats=(*earlier, heat))
    return replace(begun, due_at=_due(begun, now))


def be_ready(race: Race, player_id: str) -> Race:
    """Note that a racer wants the next heat to begin."""
    racers = (replace(one, ready=True) if one.player_id == player_id else one for one in race.racers)
    return replace(race, racers=tuple(racers))


def begin(race: Race, now: int) -> Race:
    """Begin the short countdown for those who are ready."""
    return replace(race, starts_at=now + COUNTDOWN_MS)


def stop(race: Race, now: int) -> Race:
    """End the heat; the cards home decide the places of those who have not finished."""
    assert race.heat
    ms = _since(race.heat, now)
    runs = tuple(
        replace(run, outcome=RunOutcome.STOPPED, ms=ms) if run.outcome is None else run for run in race.heat.runs
    )
    race = _change_heat(race, runs=runs, ended_at=now)
    return replace(race, racers=tuple(replace(racer, ready=False) for racer in race.racers))


def _here(race: Race) -> set[str]:
    return {racer.player_id for racer in race.present}


def _without_the_lost(race: Race, now: int) -> Race:
    moved = {run.player_id: run.changed_at for run in race.heat.runs} if race.heat else {}
    seen = {
        racer.player_id: min(max(racer.seen_at, race.resumed_at, moved.get(racer.player_id, 0)), now)
        for racer in race.present
    }
    # Of several who are away for too long, those have left first who were there last a longer time ago.
    for at in sorted({at for at in seen.values() if now - at > GRACE_MS}):
        race = _without(race, {player_id for player_id in seen if seen[player_id] == at}, now)
    return race


def _without(race: Race, leaving: set[str], now: int) -> Race:
    """Remove racers, and end a heat that only one is left in. Those who never ran a heat leave no trace."""
    racers = tuple(
        replace(racer, ready=False, left=True) if racer.player_id in leaving else racer
        for racer in race.racers
        if racer.raced or racer.player_id not in leaving
    )
    race = _end_finished(replace(race, racers=racers))
    if race.heat is None:
        return race
    ms = _since(race.heat, now)
    runs = tuple(
        replace(run, outcome=RunOutcome.FORFEITED, ms=ms) if run.outcome is None and run.player_id in leaving else run
        for run in race.heat.runs
    )
    race = _change_heat(race, runs=runs)
    others = [run for run in runs if run.outcome is not None]
    alone = len(others) == len(runs) - 1 and all(run.outcome is RunOutcome.FORFEITED for run in others)
    return stop(race, now) if alone else race


def _with_host(race: Race) -> Race:
    host = race.racer(race.host_id)
    if (host is None or host.left) and race.present:
        return replace(race, host_id=race.present[0].player_id)
    return race


def _judge(race: Race, heat: Heat, now: int) -> Race:
    """End the heat if no run is left, one of two has won, its time is up, or others have waited too long.

    Of two, the first to finish has won: whatever the other still does changes no place.
    """
    waited = waits_until(race, heat)
    late = now >= ends_at(race, heat) or (waited is not None and now >= waited)
    settled = len(heat.runs) == FEWEST and any(run.outcome is RunOutcome.WON for run in heat.runs)
    return stop(race, now) if late or settled or all(run.outcome for run in heat.runs) else race


def _end_finished(race: Race) -> Race:
    """End the runs whose games are over."""
    if race.heat is None:
        return race
    return _change_heat(race, runs=tuple(_end_run(run, race.heat, _limit(race)) for run in race.heat.runs))


def _limit(race: Race) -> int:
    return LONGEST_LIMIT_MS if race.terms.limit_ms is None else race.terms.limit_ms


def _since(heat: Heat, now: int) -> int:
    # A clock that was set back must not make a time negative.
    return max(0, now - heat.began_at)


def _end_run(run: RaceRun, heat: Heat, limit_ms: int) -> RaceRun:
    ms = run.changed_at - heat.began_at
    if run.outcome is None and run.status in {"won", "given-up"} and ms <= limit_ms:
        return replace(run, outcome=RunOutcome(run.status), ms=ms)
    return run


def _counting(race: Race, now: int) -> Race:
    """Begin a countdown once enough are ready, shorten it once everybody is, and call it off if too few are left."""
    ready = {racer.player_id for racer in race.ready}
    if len(ready) < FEWEST:
        return replace(race, starts_at=None, seeking_since=None)
    # The first heat waits for the host, who may be fetching others, and no later one is the newcomers' alone.
    raced = sum(racer.raced for racer in race.ready)
    if race.seeking_since is not None or not (race.host_id in ready or raced >= FEWEST):
        return race
    starts_at = now + (COUNTDOWN_MS if len(ready) == len(race.present) else READY_MS)
    return replace(race, starts_at=min(race.starts_at or starts_at, starts_at))


def _due(race: Race, now: int) -> int | None:
    if race.starts_at is not None:
        return race.starts_at
    if race.seeking_since is not None:
        # `seek` set it; other actions must not delay the look.
        return race.due_at
    if race.heat:
        waited = waits_until(race, race.heat)
        return min(ends_at(race, race.heat), now + CHECK_MS, now + CHECK_MS if waited is None else waited)
    return now + REST_MS if race.present else None


def _change_heat(race: Race, runs: tuple[RaceRun, ...], ended_at: int | None = None) -> Race:
    return replace(race, heats=(*race.heats[:-1], replace(race.heats[-1], runs=runs, ended_at=ended_at)))
