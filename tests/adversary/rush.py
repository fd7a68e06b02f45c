"""Two hundred races that are due at the same moment, and somebody who only wants to move."""

import time

from tests.adversary.burden import Pace, play_quietly
from tests.adversary.house import House, Person
from tests.engine.variants import VARIANTS

RACES = 200
MOST_MS = 1000
"""The limit for a stranger's move meanwhile."""
SECONDS = 20.0
"""How long to watch; by then all have begun."""
_AGO_MS = 20_000
"""How long before now everybody was ready: long enough for every countdown to be over."""


def line_up(url: str, races: int) -> None:
    """Make so many rooms with everybody ready, over all games and options, half of them for winnable deals."""
    house = House(url)
    house.clock.ms = time.time_ns() // 1_000_000 - _AGO_MS
    try:
        with house.opened():
            for number in range(races):
                _room(house, number)
    finally:
        house.close()


def _room(house: House, number: int) -> None:
    variant = VARIANTS[number % len(VARIANTS)]
    host, other = Person(house), Person(house)
    terms = {"game": variant.game.slug, "options": dict(variant.options), "winnable": number // len(VARIANTS) % 2 == 0}
    code = host.post("/races", **terms).document["code"]
    other.post(f"/races/{code}/join", name="")
    for racer in (host, other):
        racer.post(f"/races/{code}/ready")


def beside(server: str) -> Pace:
    """Play at a server that has just found all these races due."""
    return Pace("two hundred races begin", list(play_quietly(server, SECONDS)))
