"""A day with very many players, simulated minute by minute: `python -m bench.scale` writes the tables of docs/scale.md.

We measure what a request costs, and assume how people come and play. Both stand here as numbers with their sources, so
that a host can put in others.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.report import Figure, rewrite

PAGE = Path(__file__).resolve().parent.parent / "docs" / "scale.md"
SIZES = {"1 million": 1_000_000, "10 million": 10_000_000, "100 million": 100_000_000}
"""Players a day."""
MINUTES = 24 * 60


@dataclass(frozen=True, slots=True)
class Costs:
    """What things cost on PostgreSQL. Times are CPU time of one core."""

    move_seconds: float = 816e-6
    """A server's time for a move: docs/benchmarks.md, "One move request on either database"."""
    move_database_seconds: float = 378e-6
    """PostgreSQL's time for a move, from the same table."""
    page_seconds: float = 6e-3
    """A server's time for a whole page: the lobby, a table or a daily take 2 to 10 ms on a busy machine."""
    page_database_seconds: float = 1e-3
    question_seconds: float = 25e-3
    """A solver's time for all moves of a position: docs/benchmarks.md, "Analysis board", whose median is 14 ms."""
    stream_bytes: float = 47.7e3
    """A server's memory for an open table: docs/benchmarks.md, "One event to every stream of a race"."""
    entry_bytes: float = 142.0
    """The disk space of an entry with its index, measured over 166,828 entries of simulated games."""
    session_bytes: float = 857.0
    """The disk space of a session with its indexes."""
    log_bytes: float = 1085.0
    """What a move adds to PostgreSQL's own log, without full pages after checkpoints."""
    packed_log_bytes: float = 650.0
    """The disk space of a log after a month without a move: 517 bytes for 111 entries, then the row and its index."""
    file_bytes: float = 600.0
    """The space of a finished game in a compressed file of open data."""
    move_wire_bytes: float = 1.2e3
    page_wire_bytes: float = 5e3
    arrival_wire_bytes: float = 88e3
    """What a newcomer's first lobby and table weigh."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How we assume that a player spends a day."""

    visits: float = 1.5
    minutes: int = 20
    """How long a visit lasts."""
    games: float = 4.0
    moves: float = 90.0
    """Requests in a game that change it."""
    entries: float = 111.0
    """Entries that these requests add to the log, automatic moves included."""
    pages: float = 3.0
    """Pages of a game: the lobby, the table and what comes after."""
    questions: float = 1.0
    """Questions to a solver in a game: a hint, an analysis, the verdict on a lost deal."""
    newcomers: float = 0.03
    """The share of players who load everything because they are new."""
    rush: float = 0.1
    """The share of visits that begin within half an hour after a day's challenges open."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What we assume that a machine or service can do, and its price in euros a month."""

    cores: float = 32.0
    busy: float = 0.6
    """The share of its cores that may be busy at the peak."""
    core_price: float = 10.0
    disk_price: float = 80.0
    """The price of a terabyte of fast disk, on three machines."""
    archive_price: float = 6.0
    """The price of a terabyte in an archive that hardly anybody reads."""
    traffic_price: float = 1.0
    """The price of sending a terabyte."""


REGIONS: Mapping[int, float] = {1: 0.35, -6: 0.35, 8: 0.25, 4: 0.05}
"""The share of players by their offset from UTC in hours."""
HOURS = (2, 1, 1, 1, 1, 1, 2, 3, 4, 4, 4, 4, 5, 5, 4, 4, 4, 5, 6, 8, 10, 10, 8, 5)
"""How visits spread over the hours of the player's local day. Only the ratios count."""
RUSH_MINUTES = 30


@dataclass(frozen=True, slots=True)
class Day:
    """What a day needs, in its busiest minute and in all."""

    players: int
    present: float
    """Players at a table in the busiest minute."""
    moves: float
    """Moves a second in the busiest minute. The fields up to `games` are for that minute too."""
    pages: float
    server_cores: float
    database_cores: float
    solver_cores: float
    stream_bytes: float
    log_bytes: float
    games: float
    """Games in the whole day. The fields after this one are for the whole day too."""
    stored_bytes: float
    packed_bytes: float
    """What remains of the stored bytes after a month."""
    file_bytes: float
    sent_bytes: float


def arrivals(habits: Habits) -> list[float]:
    """Return the share of a day's visits that begins in each minute after midnight UTC.

    >>> round(sum(arrivals(Habits())), 9)
    1.0
    """
    usual = [
        sum(share * HOURS[(minute // 60 + offset) % 24] for offset, share in REGIONS.items())
        for minute in range(MINUTES)
    ]
    rest = (1 - habits.rush) / sum(usual)
    rushing = habits.rush / RUSH_MINUTES
    return [rest * one + (rushing if minute < RUSH_MINUTES else 0) for minute, one in enumerate(usual)]


def present(habits: Habits) -> list[float]:
    """Return the share of a day's visits that is going on in each minute. Yesterday's last visits reach into today.

    >>> round(sum(present(Habits())) / Habits().minutes, 9)
    1.0
    """
    begun = arrivals(habits)
    return [sum(begun[minute - ago] for ago in range(habits.minutes)) for minute in range(MINUTES)]


def simulate(players: int, costs: Costs, habits: Habits) -> Day:
    """Return what a day with this many players needs."""
    visits, games = players * habits.visits, players * habits.games
    at_once = visits * max(present(habits))
    # Everybody present plays at the same pace.
    games_a_second = at_once * habits.games / habits.visits / (habits.minutes * 60)
    moves, pages = games_a_second * habits.moves, games_a_second * habits.pages
    questions = games_a_second * habits.questions
    stored = games * (costs.session_bytes + habits.entries * costs.entry_bytes)
    sent = games * (habits.moves * costs.move_wire_bytes + habits.pages * costs.page_wire_bytes)
    return Day(
        players=players,
        present=at_once,
        moves=moves,
        pages=pages,
        server_cores=moves * costs.move_seconds + pages * costs.page_seconds,
        database_cores=moves * costs.move_database_seconds + pages * costs.page_database_seconds,
        solver_cores=questions * costs.question_seconds,
        stream_bytes=at_once * costs.stream_bytes,
        log_bytes=moves * costs.log_bytes,
        games=games,
        stored_bytes=stored,
        packed_bytes=games * (costs.session_bytes + costs.packed_log_bytes),
        file_bytes=games * costs.file_bytes,
        sent_bytes=sent + players * habits.newcomers * costs.arrival_wire_bytes,
    )


LIMITS: Mapping[str, Callable[[Day], float]] = {
    "disk of 8 TB, for the games of a year": lambda day: _year(day) / 8e12,
    "cores of one database server": lambda day: day.database_cores / (Machine().cores * Machine().busy),
    "its log, 200 MB/s to disk and standbys": lambda day: day.log_bytes / 200e6,
    "messages of one Redis, 100,000 a second": lambda day: day.moves / 100e3,
    "connections of one proxy, 200,000": lambda day: day.present / 200e3,
}
"""The single parts of the cluster in docs/operating.md, and functions that return how many a day needs."""


def _year(day: Day) -> float:
    """Return how many bytes the games of a year take: those of the last month as rows, the others packed."""
    return 30 * day.stored_bytes + 335 * day.packed_bytes


def price(day: Day, machine: Machine) -> dict[str, float]:
    """Return what a month costs in euros, by part. A year's games are on fast disk, and archived in files."""
    cores = (day.server_cores + 3 * day.database_cores + day.solver_cores) / machine.busy
    return {
        "cores": cores * machine.core_price,
        "fast disk": _year(day) / 1e12 * machine.disk_price,
        "archive, a year": 365 * day.file_bytes / 1e12 * machine.archive_price,
        "traffic": 30 * day.sent_bytes / 1e12 * machine.traffic_price,
    }


def tables() -> dict[str, list[Figure]]:
    """Return the tables of the page, by the names of its parts."""
    days = {name: simulate(players, Costs(), Habits()) for name, players in SIZES.items()}
    return {
        "peak": [figure for name, day in days.items() for figure in _peak(name, day)],
        "growth": [figure for name, day in days.items() for figure in _growth(name, day)],
        "limits": [
            Figure("How many of each single part a day needs", limit, name, ask(day), None)
            for limit, ask in LIMITS.items()
            for name, day in days.items()
        ],
        "prices": [figure for name, day in days.items() for figure in _prices(name, day)],
    }


def _peak(name: str, day: Day) -> Iterator[Figure]:
    table = "The busiest minute"
    rows = {
        "players at a table": day.present,
        "moves a second": day.moves,
        "pages a second": day.pages,
        "cores for servers": day.server_cores,
        "cores for the primary database": day.database_cores,
        "cores for solvers": day.solver_cores,
        "memory of streams, GB": day.stream_bytes / 1e9,
        "PostgreSQL’s log, MB a second": day.log_bytes / 1e6,
    }
    return (Figure(table, row, name, value) for row, value in rows.items())


def _growth(name: str, day: Day) -> Iterator[Figure]:
    table = "A day and a year"
    rows = {
        "games a day, millions": day.games / 1e6,
        "stored a day, GB": day.stored_bytes / 1e9,
        "left of that after a month, GB": day.packed_bytes / 1e9,
        "stored after a year, TB": _year(day) / 1e12,
        "the same games in files, TB": 365 * day.file_bytes / 1e12,
        "sent a day, TB": day.sent_bytes / 1e12,
    }
    return (Figure(table, row, name, value) for row, value in rows.items())


def _prices(name: str, day: Day) -> Iterator[Figure]:
    table, parts = "A month, in thousands of euros", price(day, Machine())
    rows = {**parts, "in all": sum(parts.values())}
    return (Figure(table, row, name, value / 1e3) for row, value in rows.items())


def written(page: str) -> str:
    """Return the page with new tables."""
    for part, figures in tables().items():
        page = rewrite(page, part, figures)
    return page


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
