"""What a process counts about itself, in the text format that Prometheus reads.

Counting costs a few additions to a dictionary, and happens in the event loop. Only the sizes of commit groups are
counted elsewhere, by the committing thread.
"""

import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
GROUP_SIZES = (1, 2, 5, 10, 20, 50, 100, 200)

Labels = Mapping[str, str]


class Histogram:
    """Counts, for each bound, the observations that do not exceed it."""

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def observe(self, value: float) -> None:
        """Count an observation."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def lines(self, name: str, labels: Labels) -> Iterator[str]:
        """Yield the histogram's lines as Prometheus reads them."""
        so_far = 0
        for bound, count in zip((*self._bounds, "+Inf"), self._counts, strict=True):
            so_far += count
            yield _line(f"{name}_bucket", {**labels, "le": str(bound)}, so_far)
        yield _line(f"{name}_sum", labels, self._sum)
        yield _line(f"{name}_count", labels, so_far)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a feature, looked up in the database when somebody asks for metrics."""

    name: str
    words: str
    read: Callable[[Connection, int], float]
    """Reads it by the time; the statement is bounded, and an index serves it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gauges:
    """Figures that are looked up when somebody asks."""

    build: Labels
    """What this process runs: its version, that of the rules, the revision of the schema, and the kind of database."""
    streams: int
    """Streams that this process has open to readers."""
    questions: Mapping[str, int]
    """Questions from all processes that solvers have yet to answer, by kind."""
    untaken_seconds: float
    """For how long the oldest question waits that nobody has taken; 0 without one."""
    workers: int
    """Workers that have lately said that they are there."""
    moderation: Mapping[str, int]
    """What waits for a moderator, by kind."""
    sessions: int
    """Sessions that are being played."""
    database_bytes: int
    """The size of the database."""
    backed_up: float
    """When the newest backup that is noted was taken, in seconds since the beginning of 1970; 0 without one."""
    figures: Sequence[tuple[Figure, float]]
    """The figures of the features."""
    unheard: Mapping[int, int]
    """Requests that no route saw, because their heads were too large or could not be read, by the status."""
    unreadable: Mapping[str, int]
    """Stored rows that this process could not read, by table."""
    commits: Histogram | None
    """The sizes of commit groups; None if each transaction commits by itself."""


@dataclass(slots=True)
class Metrics:
    """What one process has counted since it started."""

    requests: Counter[tuple[str, int]] = field(default_factory=Counter)
    """Requests, by the function that answered and the status."""
    refusals: Counter[str] = field(default_factory=Counter)
    """Refusals, by name."""
    seconds: dict[str, Histogram] = field(default_factory=lambda: defaultdict(lambda: Histogram(SECONDS)))
    """Seconds from a request to the first line of its answer, by the function that answered."""

    moves: int = 0
    """Moves made."""
    started: float = field(default_factory=time.time)
    """When this process began to count, in seconds since the beginning of 1970."""

    def answered(self, to: str, status: int, seconds: float) -> None:
        """Count a request."""
        self.requests[to, status] += 1
        self.seconds[to].observe(seconds)

    @property
    def failures(self) -> int:
        """Count the answers that report an error of the server."""
        return sum(self._failed().values())

    def _failed(self) -> Mapping[int, int]:
        """Count the answers that report an error of the server by the status; these two are there from the start."""
        found = Counter({500: 0, 503: 0})
        for (_, status), count in self.requests.items():
            if status >= 500:
                found[status] += count
        return found

    def text(self, now: Gauges) -> str:
        """Return all counts and figures as Prometheus reads them."""
        return "".join(f"{line}\n" for line in self._lines(now))

    def _lines(self, now: Gauges) -> Iterator[str]:
        yield from _single("rampart_build_info", "What this process runs.", 1, now.build)
        yield from _single("rampart_start_time_seconds", "When this process started, since 1970.", self.started)
        yield from _head("rampart_requests_total", "counter", "Requests answered.")
        for (to, status), count in sorted(self.requests.items()):
            yield _line("rampart_requests_total", {"to": to, "status": str(status)}, count)
        yield from _head("rampart_failures_total", "counter", "Answers that report an error of the server.")
        for status, count in sorted(self._failed().items()):
            yield _line("rampart_failures_total", {"status": str(status)}, count)
        yield from _head("rampart_moves_total", "counter", "Moves made.")
        yield _line("rampart_moves_total", {}, self.moves)
        yield from _head("rampart_refusals_total", "counter", "Requests refused, by the kind of refusal.")
        for kind, count in sorted(self.refusals.items()):
            yield _line("rampart_refusals_total", {"kind": kind}, count)
        yield from _head("rampart_request_seconds", "histogram", "From a request to the first line of its answer.")
        for to, histogram in sorted(self.seconds.items()):
            yield from histogram.lines("rampart_request_seconds", {"to": to})
        yield from _head("rampart_streams", "gauge", "Open streams to readers of this process.")
        yield _line("rampart_streams", {}, now.streams)
        yield from _head("rampart_questions", "gauge", "Questions that solvers have yet to answer.")
        for kind, count in sorted(now.questions.items()):
            yield _line("rampart_questions", {"kind": kind}, count)
        yield from _single(
            "rampart_oldest_question_seconds", "Age of the oldest question that nobody has taken.", now.untaken_seconds
        )
        yield from _single("rampart_workers", "Workers that are there; a server on SQLite needs none.", now.workers)
        yield from _head("rampart_moderation_waiting", "gauge", "What waits for a moderator, by kind.")
        for kind, count in sorted(now.moderation.items()):
            yield _line("rampart_moderation_waiting", {"kind": kind}, count)
        yield from _single(
            "rampart_sessions", "Sessions of the last day that changed in the last five minutes.", now.sessions
        )
        yield from _single("rampart_database_bytes", "The size of the database.", now.database_bytes)
        yield from _single(
            "rampart_last_backup_time_seconds", "When the newest backup was taken, since 1970; 0: never.", now.backed_up
        )
        for figure, value in now.figures:
            yield from _single(figure.name, figure.words, value)
        yield from _head("rampart_unheard_total", "counter", "Requests refused before any route, by the status.")
        for refused, count in sorted(now.unheard.items()):
            yield _line("rampart_unheard_total", {"status": str(refused)}, count)
        yield from _head("rampart_unreadable_rows", "gauge", "Stored rows that this process could not read.")
        for table, count in sorted(now.unreadable.items()):
            yield _line("rampart_unreadable_rows", {"table": table}, count)
        if now.commits:
            yield from _head("rampart_commit_works", "histogram", "Transactions committed together.")
            yield from now.commits.lines("rampart_commit_works", {})


def _single(name: str, words: str, value: float, labels: Labels | None = None) -> Iterator[str]:
    yield from _head(name, "gauge", words)
    yield _line(name, labels or {}, value)


def _head(name: str, kind: str, words: str) -> Iterator[str]:
    yield f"# HELP {name} {words}"
    yield f"# TYPE {name} {kind}"


def _line(name: str, labels: Labels, value: float) -> str:
    # No label holds a quotation mark or a backslash: all are names from the code.
    named = ",".join(f'{label}="{text}"' for label, text in labels.items())
    return f"{name}{{{named}}} {value}" if named else f"{name} {value}"
