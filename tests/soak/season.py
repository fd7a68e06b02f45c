"""A season of races among people of known strength, and what those gain who want a better rating than they deserve.

Players draw the time of each heat from their true strength, with the spread that the ratings assume. They are paired as
the server pairs them, and rated by the server's own functions, without a database.
"""

import argparse
import math
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from statistics import mean

from app.features.races.values.pairing import WaitingPlayer, nearest
from app.features.ratings.values.rating import START, Rating
from app.features.ratings.values.strength import (
    TOGETHER_MS,
    PlacedRacer,
    after_daily,
    after_heat,
    first_of_deal,
    newcomer,
)
from engine.games import variant_of

PLAYERS, RACES, SPREAD = 2_000, 50, 250.0
"""How many people there are, how often each races, and how far apart their true strengths lie."""
HOUR_MS, DAY_MS = 3_600_000, 24 * 3_600_000
RACES_A_DAY = 5
IN_ROOM = 24
"""How many wait at once."""
_FORTRESS = variant_of("fortress", "")
_SCALE = 173.7178


@dataclass(slots=True)
class Person:
    """Somebody with a true strength, on the scale of ratings."""

    id: str
    strength: float
    rating: Rating
    races: int = 0


@dataclass(slots=True)
class World:
    """Everybody, the time, and who has met whom lately."""

    random: Random
    people: list[Person] = field(default_factory=list)
    now: int = 0
    met: Counter[frozenset[str]] = field(default_factory=Counter)
    heats: deque[tuple[int, frozenset[str]]] = field(default_factory=deque)

    def add(self, name: str, strength: float) -> Person:
        """Add somebody new."""
        person = Person(name, strength, newcomer(self.now))
        self.people.append(person)
        return person

    def heat(self, *entrants: Person, order: Callable[[Person], float] | None = None) -> None:
        """Let people race, by their strengths or in a given order, and rate the heat."""
        while self.heats and self.heats[0][0] < self.now - TOGETHER_MS:
            self.met[self.heats.popleft()[1]] -= 1
        ranked = sorted(entrants, key=order or (lambda one: -self._form(one)))
        placed = [PlacedRacer(one.id, place, one.rating) for place, one in enumerate(ranked, start=1)]
        changed = after_heat(placed, self.met, self.now)
        for one in entrants:
            one.rating = changed.get(one.id, one.rating)
            one.races += 1
        for place, one in enumerate(ranked):
            for other in ranked[place + 1 :]:
                pair = frozenset((one.id, other.id))
                self.met[pair] += 1
                self.heats.append((self.now, pair))

    def try_daily(self, players: list[Person], usual: float | None, hardness: float) -> Rating:
        """Let people try a deal as hard as that, and rate it; return the deal's rating."""
        deal = first_of_deal(usual)
        for one in players:
            chance = 1 / (1 + math.exp((hardness - one.strength) / _SCALE))
            if changed := after_daily(one.rating, deal, int(self.random.random() < chance), self.now):
                one.rating, deal = changed
        return deal

    def _form(self, one: Person) -> float:
        return one.strength / _SCALE - math.log(-math.log(self.random.random()))


def season(players: int, races: int, seed: int) -> World:
    """Let so many people race so often, paired as they come."""
    world = World(Random(seed))
    for number in range(players):
        world.add(f"p{number}", world.random.gauss(START, SPREAD))
    for _ in range(races):
        world.now += DAY_MS // RACES_A_DAY
        coming = list(world.people)
        world.random.shuffle(coming)
        for first in range(0, players, IN_ROOM):
            _pair_off(world, coming[first : first + IN_ROOM])
    return world


def _pair_off(world: World, room: list[Person]) -> None:
    """Pair those who wait, each in turn with the nearest; they have waited for long enough to race anybody."""
    waiting = {one.id: WaitingPlayer(one.id, _FORTRESS, "", False, one.rating.rating, 0, 4_000) for one in room}
    people = {one.id: one for one in room}
    for one in room:
        mine = waiting.pop(one.id, None)
        found = nearest(mine, waiting.values(), 4_000) if mine else None
        if found:
            del waiting[found.player_id]
            world.heat(one, people[found.player_id])


def spearman(one: list[float], other: list[float]) -> float:
    """Return Spearman's rank correlation of two lists without ties.

    >>> spearman([1, 2, 3], [10, 30, 20])
    0.5
    """
    size = len(one)
    apart = sum((a - b) ** 2 for a, b in zip(_ranks(one), _ranks(other), strict=True))
    return 1 - 6 * apart / (size * (size**2 - 1))


def _ranks(values: list[float]) -> list[int]:
    ranks = [0] * len(values)
    for rank, at in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        ranks[at] = rank
    return ranks


def agreement(world: World) -> float:
    """Return how well ratings rank people by their true strengths."""
    return spearman([one.rating.rating for one in world.people], [one.strength for one in world.people])


def honest(world: World, who: Person, races: int) -> None:
    """Let somebody race others near by, as anybody does."""
    settled = [one for one in world.people if not one.rating.provisional and one is not who]
    for _ in range(races):
        world.now += DAY_MS // RACES_A_DAY
        near = sorted(settled, key=lambda one: abs(one.rating.rating - who.rating.rating))[:IN_ROOM]
        world.heat(who, world.random.choice(near))


def closed_circle(world: World, who: Person) -> None:
    """For ten evenings, a friend with a settled rating loses forty races on purpose."""
    friend = next(one for one in world.people if one is not who and abs(one.rating.rating - who.rating.rating) < 50)
    for _ in range(10):
        world.now += DAY_MS
        for _ in range(40):
            world.heat(who, friend, order=lambda one: one is friend)


def second_accounts(world: World, who: Person) -> None:
    """Make a hundred accounts, and beat each of them eight times."""
    for number in range(100):
        fresh = world.add(f"fresh{number}", START)
        for _ in range(8):
            world.now += HOUR_MS
            world.heat(who, fresh, order=lambda one, fresh=fresh: one is fresh)  # type: ignore[misc]
        world.people.remove(fresh)


def sandbag(world: World, who: Person) -> None:
    """Lose thirty races on purpose, and then race honestly again."""
    settled = [one for one in world.people if not one.rating.provisional and one is not who]
    for _ in range(30):
        world.now += DAY_MS // RACES_A_DAY
        near = sorted(settled, key=lambda one: abs(one.rating.rating - who.rating.rating))[:IN_ROOM]
        world.heat(who, world.random.choice(near), order=lambda one: one is who)
    honest(world, who, 60)


def rehearse(world: World, who: Person) -> None:
    """Solve every daily of two months, since a guest in another browser has tried it before."""
    usual: list[float] = []
    for _ in range(60):
        world.now += DAY_MS
        field_of_day = world.random.sample([one for one in world.people if one is not who], 40)
        deal = world.try_daily(field_of_day, mean(usual[-30:]) if usual else None, START)
        if changed := after_daily(who.rating, deal, 1, world.now):
            who.rating = changed[0]
        usual.append(deal.rating)


WAYS: dict[str, Callable[[World, Person], None]] = {
    "sixty honest races": lambda world, who: honest(world, who, 60),
    "a friend loses 400 races to them": closed_circle,
    "a hundred new accounts lose eight races each": second_accounts,
    "thirty races lost on purpose, then sixty honest ones": sandbag,
    "sixty dailies rehearsed": rehearse,
}


def gains(players: int, races: int, way: Callable[[World, Person], None], tries: int) -> tuple[float, float]:
    """Return what somebody's rating gains in a way on average, and by how much that average may err."""
    gained = []
    for seed in range(tries):
        world = season(players, races, seed)
        who = world.random.choice([one for one in world.people if not one.rating.provisional])
        before = who.rating.rating
        way(world, who)
        gained.append(who.rating.rating - before)
    middle = mean(gained)
    return middle, math.sqrt(sum((one - middle) ** 2 for one in gained) / max(tries - 1, 1) / tries)


def main() -> None:
    """Run a season, and every way to cheat."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--races", type=int, default=RACES)
    parser.add_argument("--tries", type=int, default=40, help="how often each way to cheat is tried")
    options = parser.parse_args()
    world = season(options.players, options.races, seed=1)
    apart = [one.rating.rating - one.strength for one in world.people]
    known = sum(abs(off) < 2 * one.rating.deviation for off, one in zip(apart, world.people, strict=True))
    print(f"{options.players:,} players, {options.races} races each:")
    print(f"  Spearman {agreement(world):.3f}; error {math.sqrt(mean(off**2 for off in apart)):.0f} points;")
    print(
        f"  within two deviations {known / options.players:.3f}; settled "
        f"{sum(not one.rating.provisional for one in world.people) / options.players:.3f}"
    )
    for name, way in WAYS.items():
        gained, error = gains(400, options.races, way, options.tries)
        print(f"  {name}: {gained:+.0f} points, give or take {2 * error:.0f}")


if __name__ == "__main__":
    main()
