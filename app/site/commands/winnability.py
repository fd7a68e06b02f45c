"""`rampart winnability`: count how many deals of a range can be won."""

import signal
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from math import sqrt
from multiprocessing import get_context
from pathlib import Path

import msgspec
from tqdm import tqdm

from app.site.commands.console import BadInput, Failure, Parser, answer, answer_json
from app.site.commands.solve import add_limit_arguments, read_memory, read_seconds
from app.site.commands.tasks import add_game_arguments, read_game, read_range, settle
from engine.caching import cached
from engine.position import deal
from engine.rules import Variant
from engine.solver import Solver, Verdict, screen
from engine.solver.shuffling import deck, shuffle

_PORTION = 1000
"""How many deals one portion has. An interrupt loses only unfinished portions."""
_QUANTILE = 1.959964
"""The quantile of the normal distribution for a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What to count, and within which limits."""

    variant: Variant
    seconds: float
    """The most seconds for each deal."""
    memory: int
    """The most bytes for each process."""


class Portion(msgspec.Struct, rename={"first": "from", "last": "to"}, frozen=True):
    """Deals that were counted together: a line of the file that keeps counts."""

    asked: tuple[str, dict[str, str], str, int]
    """The game, its options, and the limits."""
    first: int
    last: int
    counts: dict[Verdict, int]

    def __post_init__(self) -> None:
        if sum(self.counts.values()) != self.last - self.first + 1:
            raise ValueError(f"there are not as many counts as deals from {self.first} to {self.last}")


def run(arguments: Sequence[str]) -> int:
    """Count the deals that can be won."""
    read = _read(arguments)
    game, given = read_game(read)
    deals = read_range(read.deals)
    question = Inquiry(settle(game, given), read_seconds("--time-limit", read.time_limit), read_memory(read.memory))
    counted = _count_all(question, deals, read)
    low, high = interval(counted)
    if read.json:
        numbers = {"from": str(deals[0]), "to": str(deals[-1])}
        counts = {str(verdict): counted[verdict] for verdict in Verdict}
        answer_json({"game": game.slug, "options": question.variant.options, **numbers}, **counts, low=low, high=high)
    else:
        shares = ", ".join(f"{counted[verdict]} {verdict}" for verdict in Verdict)
        answer(f"{game.name}, {counted.total()} deals: {shares}; winnable {low:.6%} to {high:.6%} (95 %)")
    return 0


def interval(counted: Counter[Verdict]) -> tuple[float, float]:
    """Return the 95 % interval (Wilson) for the share of deals that can be won.

    Undecided deals count as lost for the lower end and as won for the upper end.
    """
    total, won = counted.total(), counted[Verdict.WINNABLE]
    return _wilson(won, total, -_QUANTILE), _wilson(won + counted[Verdict.UNDECIDED], total, _QUANTILE)


def count(question: Inquiry, first: int, last: int) -> Counter[Verdict]:
    """Count the deals from `first` to `last` by their verdicts."""
    rules, solver = question.variant.rules, _solver(question.memory)
    rows = shuffle(range(first, last + 1))
    counted = Counter(screened := screen(solver, rules, rows))
    open_decks = [deck(row) for row, verdict in zip(rows, screened, strict=True) if verdict is Verdict.UNDECIDED]
    counted[Verdict.UNDECIDED] = 0
    counted.update(solver.judge(rules, deal(rules, each), seconds=question.seconds) for each in open_decks)
    return counted


def _read(arguments: Sequence[str]) -> Namespace:
    parser = Parser(
        prog="rampart winnability",
        description="Count how many of a range of deals can be won, with a 95 % interval for the share of all deals.",
        epilog="Example: rampart winnability fortress --deals 1-100000 --jobs 2 --keep fortress.jsonl",
    )
    add_game_arguments(parser)
    parser.add_argument("--deals", metavar="A-B", required=True, help="every deal number from A to B")
    parser.add_argument("--jobs", metavar="N", type=int, default=1, help="processes to count with (default: 1)")
    parser.add_argument("--keep", metavar="FILE", help="keep the counts in this file, and continue from it next time")
    add_limit_arguments(parser)
    read = parser.read(arguments)
    if not 1 <= read.jobs <= 256:
        raise BadInput("--jobs must be a number from 1 to 256.")
    return read


def _count_all(question: Inquiry, deals: range, read: Namespace) -> Counter[Verdict]:
    counted = Counter[Verdict]()
    known = _read_known(question, read.keep)
    portions = [(first, min(first + _PORTION - 1, deals[-1])) for first in deals[::_PORTION]]
    with tqdm(total=len(deals), unit=" deals", disable=None, smoothing=0) as bar:
        missing = []
        for portion in portions:
            if portion in known:
                counted += known[portion]
                bar.update(known[portion].total())
            else:
                missing.append(portion)
        for portion, more in _count_portions(question, missing, read.jobs):
            _keep(question, read.keep, portion, more)
            counted += more
            bar.update(more.total())
    return counted


def _count_portions(
    question: Inquiry, portions: Iterable[tuple[int, int]], jobs: int
) -> Iterator[tuple[tuple[int, int], Counter[Verdict]]]:
    """Yield each portion with its counts, as soon as a process has counted it."""
    # The terminal sends an interrupt to every process. These end at once, without a traceback.
    with ProcessPoolExecutor(
        jobs, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_DFL)
    ) as processes:  # fmt: skip
        waiting = {processes.submit(count, question, *portion): portion for portion in portions}
        for done in as_completed(waiting):
            yield waiting[done], done.result()


@cached()
def _solver(memory: int) -> Solver:
    return Solver(memory)


def _read_known(question: Inquiry, file: str | None) -> dict[tuple[int, int], Counter[Verdict]]:
    """Return the counts that the file has for this question, by portion. Raise `BadInput` if it is unreadable."""
    known = dict[tuple[int, int], Counter[Verdict]]()
    if not file:
        return known
    try:
        # This opens the file for writing too, so that a full count is not lost because nothing can keep it.
        with Path(file).open("a+b") as kept:
            kept.seek(0)
            lines = kept.read().splitlines()
    except OSError as refused:
        raise BadInput(f"Cannot keep counts in {file}: {refused.strerror}.") from None
    for number, line in enumerate(lines, start=1):
        try:
            portion = msgspec.json.decode(line, type=Portion)
        except ValueError as broken:
            raise BadInput(f"Cannot continue from {file}: line {number}: {broken}.") from None
        if portion.asked == _key(question):
            known[portion.first, portion.last] = Counter(portion.counts)
    return known


def _keep(question: Inquiry, file: str | None, portion: tuple[int, int], counted: Counter[Verdict]) -> None:
    if file:
        first, last = portion
        try:
            with Path(file).open("ab") as lines:
                lines.write(msgspec.json.encode(Portion(_key(question), first, last, counted)) + b"\n")
        except OSError as refused:
            raise Failure(f"Cannot keep counts in {file}: {refused.strerror}.") from None


def _key(question: Inquiry) -> tuple[str, dict[str, str], str, int]:
    return question.variant.game.slug, dict(question.variant.options), str(question.seconds), question.memory


def _wilson(won: int, total: int, quantile: float) -> float:
    share, square = won / total, quantile * quantile
    spread = quantile * sqrt(share * (1 - share) / total + square / (4 * total * total))
    return min(1.0, max(0.0, (share + square / (2 * total) + spread) / (1 + square / total)))
