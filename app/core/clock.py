"""The time, in the unit that everything above the engine uses: one for all requests and all due work of a process.

The wall clock of a machine may jump, while the time since the machine started hardly ever does. So the time goes on by
the latter, and follows the wall clock only in small steps. After a leap it goes on as before, and follows once the wall
clock has kept to its new time for `DOUBT_MS`. What other servers say, and what the database was told last,
counts as well: see `Clock.learn` and `Clock.compare`.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from uuid import uuid4

STEP_MS = 10_000
"""The time follows the wall clock at once by so much."""
DOUBT_MS = 5 * 60_000
"""How long a wall clock that leapt must keep to its new time before anybody believes it."""
APART_MS = 60_000
"""How far apart the times of two servers may be; each tells its own only now and then."""
ABSENCE_MS = 15 * 60_000
"""A machine that starts again within so much of what was told last is taken to have the right time."""

_SINCE_BOOT = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
_COUNT = Path("/proc/uptime")
"""Where Linux says for how many seconds it has been running; other systems have no such file."""


def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()[:36]
    except OSError:
        return str(uuid4())


BOOT = _boot()
"""Which start of which machine this process belongs to."""


class Stopwatch:
    """The time since the machine started, suspended or not.

    Nobody can set that clock, but where a machine is simulated, it may be led astray together with the wall clock. So
    when it leaps, it must have the word of the kernel's own count for it.
    """

    def __init__(self) -> None:
        self._last = self._clock_ms()
        counted = self._count_ms()
        self._apart = None if counted is None else self._last - counted
        self._astray = 0

    def read(self) -> int:
        """Return the milliseconds since the machine started."""
        clock = self._clock_ms()
        if not 0 <= clock - self._last <= STEP_MS:
            self._check(clock)
        self._last = clock
        return clock - self._astray

    def _check(self, clock: int) -> None:
        counted = self._count_ms()
        if counted is not None and self._apart is not None:
            astray = clock - counted - self._apart
            self._astray = astray if abs(astray) > STEP_MS else 0

    def _clock_ms(self) -> int:
        return time.clock_gettime_ns(_SINCE_BOOT) // 1_000_000

    def _count_ms(self) -> int | None:
        try:
            return round(float(_COUNT.read_text(encoding="ascii").split()[0]) * 1000)
        except OSError:
            return None


_STOPWATCH = Stopwatch()


def elapsed_ms() -> int:
    """Return the milliseconds since the machine started, suspended or not, which nobody can set."""
    return _STOPWATCH.read()


@dataclass(frozen=True, slots=True)
class TimeReport:
    """What a server has said about its time."""

    server: str
    boot: str
    elapsed: int
    """How long its machine had been running."""
    now: int
    sure: bool
    """Whether it was in no doubt."""


class Clock:
    """The time of a process. Several threads may read it at once."""

    def __init__(self) -> None:
        wall = _wall_ms() - elapsed_ms()
        self._state: tuple[int, int | None, int] = wall, None, 0
        self._due_until = 0
        self._held_until = 0
        self._young = False

    def now(self) -> int:
        """Return the time."""
        elapsed = elapsed_ms()
        wall = _wall_ms() - elapsed
        ahead, leapt, since = self._state
        if abs(wall - ahead) <= STEP_MS:
            if wall != ahead or leapt is not None:
                self._state = wall, None, 0
            return elapsed + wall
        if leapt is None or abs(wall - leapt) > STEP_MS:
            self._state = ahead, wall, elapsed
        elif elapsed - since >= DOUBT_MS:
            self._state = wall, None, 0
            return elapsed + wall
        return elapsed + ahead

    def due(self) -> int:
        """Return the time up to which due work may be done: `now`, or less while that is in doubt."""
        now = self.now()
        return min(now, self._due_until) if elapsed_ms() < self._held_until else now

    @property
    def sure(self) -> bool:
        """Return whether nothing speaks against the time."""
        return self._state[1] is None and elapsed_ms() >= self._held_until

    def learn(self, told: Sequence[TimeReport]) -> None:
        """Compare the time with what servers have told the database before this one started."""
        elapsed, now = elapsed_ms(), self.now()
        here = [one for one in told if one.boot == BOOT and one.elapsed <= elapsed]
        if here:
            # On the same machine we know how much time has passed since, whatever the wall clock says.
            last = max(here, key=lambda one: one.elapsed)
            self._go_on_from(last.now - last.elapsed)
        elif told and not -APART_MS <= now - (last_told := max(one.now for one in told)) <= ABSENCE_MS:
            self._young = True
            self._hold(last_told)

    def compare(self, others: Sequence[TimeReport]) -> bool:
        """Compare the time with that of other servers, which have just told it. Return False if they disagree."""
        sure = [one for one in others if one.sure]
        if not sure:
            return True
        now, elapsed = self.now(), elapsed_ms()
        last = min(sure, key=lambda one: one.now)
        doubted = self._state[1] is not None or (self._young and elapsed < self._held_until)
        if abs(last.now - _wall_ms()) <= APART_MS:
            if doubted:
                self._state, self._held_until, self._young = (_wall_ms() - elapsed, None, 0), 0, False
            return True
        if doubted:
            self._go_on_from(last.now - elapsed if abs(last.now - now) > APART_MS else self._state[0])
        elif last.now < now:
            self._hold(last.now)
        return False

    def tell(self, server: str) -> TimeReport:
        """Return what to tell other servers."""
        return TimeReport(server, BOOT, elapsed_ms(), self.now(), self.sure)

    def _go_on_from(self, ahead: int) -> None:
        """Take a time; the wall clock must keep to another one anew before it is believed."""
        elapsed = elapsed_ms()
        wall = _wall_ms() - elapsed
        self._state = (wall, None, 0) if abs(wall - ahead) <= STEP_MS else (ahead, wall, elapsed)

    def _hold(self, at: int) -> None:
        self._due_until, self._held_until = at, elapsed_ms() + DOUBT_MS


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000


CLOCK = Clock()


def now_ms() -> int:
    """Return the milliseconds since the beginning of 1970."""
    return CLOCK.now()


def due_ms() -> int:
    """Return the time up to which what is over may be closed for good."""
    return CLOCK.due()


def today(now: int) -> date:
    """Return the UTC day of a time."""
    return datetime.fromtimestamp(now / 1000, UTC).date()
