"""The standings of a tournament: the points for a game, the order of players, and the score of a team.

A tournament's `Scoring` says what wins are worth. Fewer steps in the games won break a tie, then less time. A team has
the points of its best members.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from app.features.tournaments.values.tournament import Entrant, Scoring, TournamentTry, TryOutcome


@dataclass(frozen=True, slots=True)
class RankedEntrant:
    """An entrant's place; equals share one."""

    rank: int
    entrant: Entrant


@dataclass(frozen=True, slots=True)
class Team:
    """A group's place, by its best members."""

    rank: int
    name: str
    points: int
    won: int
    steps: int
    ms: int
    members: int
    """How many people play for it."""


def add_points(by: Scoring, entrant: Entrant, ended: TournamentTry) -> Entrant:
    """Return an entrant with the points of an ended game added; only a win changes anything."""
    if ended.outcome is not TryOutcome.WON:
        return entrant
    return replace(
        entrant,
        points=entrant.points + by.points(ended.attempt),
        won=entrant.won + 1,
        steps=entrant.steps + ended.steps,
        ms=entrant.ms + ended.ms,
    )


def merit(entrant: Entrant) -> tuple[int, int, int]:
    """Return the key that puts entrants in order; the best entrant has the lowest."""
    return -entrant.points, entrant.steps, entrant.ms


def places(entrants: Iterable[Entrant]) -> list[RankedEntrant]:
    """Put entrants in order, each with a place; among equals, those who joined earlier come first."""
    ordered = sorted(entrants, key=lambda one: (merit(one), one.joined_at, one.player_id))
    ranks: dict[tuple[int, int, int], int] = {}
    for rank, one in enumerate(ordered, start=1):
        ranks.setdefault(merit(one), rank)
    return [RankedEntrant(ranks[merit(one)], one) for one in ordered]


def teams(by: Scoring, entrants: Iterable[Entrant]) -> list[Team]:
    """Put the groups that entrants play for in order, by the sums of their best members."""
    members: dict[str, list[Entrant]] = defaultdict(list)
    for one in entrants:
        if one.group_code is not None:
            members[one.group_code].append(one)
    scored = [_team(by, those) for _, those in sorted(members.items())]
    scored.sort(key=_team_merit)
    ranks: dict[tuple[int, int, int], int] = {}
    for rank, team in enumerate(scored, start=1):
        ranks.setdefault(_team_merit(team), rank)
    return [replace(team, rank=ranks[_team_merit(team)]) for team in scored]


def _team(by: Scoring, members: Sequence[Entrant]) -> Team:
    best = sorted(members, key=merit)[: by.team]
    name = min(members, key=lambda one: one.joined_at).group_name or ""
    won, steps, ms = sum(one.won for one in best), sum(one.steps for one in best), sum(one.ms for one in best)
    return Team(0, name, sum(one.points for one in best), won, steps, ms, len(members))


def _team_merit(team: Team) -> tuple[int, int, int]:
    return -team.points, team.steps, team.ms
