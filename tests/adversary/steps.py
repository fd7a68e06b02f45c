"""A machine that takes steps at random, told by a seed: which of its rules it follows, and with which values."""

import time
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., None])
T = TypeVar("T")
Draw = Callable[[Random], Any]

LOOK_EVERY = 10
"""After so many steps everything that is stored is looked at; every answer is read at once."""
REMEMBERED = 40
"""How many of the last steps a failure tells."""
MINUTE_SECONDS = 60.0


def whole(below: int) -> Draw:
    """Return what draws a whole number from 0 on."""
    return lambda random: random.randrange(below)


def one_of(values: Sequence[T]) -> Callable[[Random], T]:
    """Return what draws one of some values."""
    return lambda random: random.choice(values)


COIN = one_of((False, True))


@dataclass(frozen=True)
class Rule:
    """Something that a machine may do."""

    name: str
    weight: int
    when: Callable[[Any], object]
    draws: dict[str, Draw]


def rule(weight: int = 4, when: Callable[[Any], object] = lambda _: True, **draws: Draw) -> Callable[[F], F]:
    """Mark a method as a step with values to draw; `weight` says how often it comes, compared with others."""

    def mark(method: F) -> F:
        vars(method)["rule"] = Rule(method.__name__, weight, when, draws)
        return method

    return mark


class Machine:
    """Something that takes steps, and looks at itself now and then."""

    @cached_property
    def rules(self) -> list[Rule]:
        """List everything that may be done."""
        methods = (getattr(type(self), name) for name in dir(type(self)) if not name.startswith("_"))
        return [found for method in methods if (found := getattr(method, "rule", None))]

    def step(self, random: Random, told: "deque[str]") -> str:
        """Do one thing, after noting it in `told`; return its rule's name."""
        open_now = [one for one in self.rules if one.when(self)]
        chosen = random.choices(open_now, [one.weight for one in open_now])[0]
        values = {name: draw(random) for name, draw in chosen.draws.items()}
        told.append(f"{chosen.name}({', '.join(f'{name}={value!r}' for name, value in values.items())})")
        getattr(self, chosen.name)(**values)
        return chosen.name

    def inspect(self) -> None:
        """Check what must hold at any time."""

    def close(self) -> None:
        """Let go of everything."""

    def inspect_all(self) -> None:
        """Check what must hold at the end, once all is closed."""


def run(make: Callable[[], Machine], steps: int, in_a_row: int, seed: object) -> dict[str, float]:
    """Make so many steps, so many of them with one machine; return the seconds by rule.

    A failure tells the seed, the machine's number and the last steps.
    """
    seconds: defaultdict[str, float] = defaultdict(float)
    began = said = time.monotonic()
    done = 0
    for number in range(-(-steps // in_a_row)):
        random, told = Random(f"{seed} {number}"), deque[str](maxlen=REMEMBERED)
        machine = make()
        try:
            for place in range(1, min(in_a_row, steps - done) + 1):
                before = time.perf_counter()
                name = machine.step(random, told)
                seconds[name] += time.perf_counter() - before
                if place % LOOK_EVERY == 0:
                    machine.inspect()
                if time.monotonic() - said >= MINUTE_SECONDS:
                    said = time.monotonic()
                    print(f"{done + place} steps in {said - began:.0f} s", flush=True)
            machine.inspect()
        except Exception as problem:
            problem.add_note(f"Seed {seed!r}, machine {number}. The last steps:\n" + "\n".join(told))
            raise
        finally:
            machine.close()
        before = time.perf_counter()
        machine.inspect_all()
        seconds["at the end"] += time.perf_counter() - before
        done += min(in_a_row, steps - done)
    return seconds
