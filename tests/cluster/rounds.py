"""Faults upon a cluster, one after the other, under load: `python -m tests.cluster.rounds FOLDER PATRONI TIMES FAULT…`.

It runs within a world of its own, see `tests/soak/cluster.py`.
"""

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.cluster.faults import FAULTS, Fault
from tests.cluster.people import Crowd, Moments
from tests.cluster.site import Site
from tests.cluster.stores import Stores, wait_for

QUIET_SECONDS = 3
"""Between faults."""
_MOST_LINES = 20
HOLD_SECONDS = 10
"""How long a fault lasts at least."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What one fault cost, in seconds."""

    moves: float
    """The longest time without an acknowledged move of anybody."""
    player: float
    """The longest time in which one player had none."""
    reads: float
    news: float
    whole: float
    """Until every part was back and in step."""


def main(folder: Path, patroni: Path, times: int, names: Sequence[str]) -> int:
    """Let all happen; return an exit code."""
    stores = Stores(folder, patroni)
    stores.start()
    site = Site(folder, stores)
    site.start()
    try:
        return _go_through(stores, site, times, names)
    except AssertionError as met:
        # What the servers logged goes with their world.
        print("\n".join([*site.failures()[-_MOST_LINES:], str(met)]), flush=True)
        return 1


def _go_through(stores: Stores, site: Site, times: int, names: Sequence[str]) -> int:
    crowd = Crowd(site.addresses)
    crowd.begin()
    print("The cluster is whole, and people play.", flush=True)
    worst: dict[str, list[Figures]] = {}
    late = []
    for fault in (fault for fault in FAULTS if fault.name in names):
        for number in range(1, times + 1):
            figures = _befall(fault, stores, site, crowd)
            worst.setdefault(fault.told, []).append(figures)
            print(f"{fault.told} {number}/{times}: {_line(figures)}", flush=True)
            if figures.player > fault.limit:
                late.append(f"{fault.told} {number}: {figures.player:.1f} s, more than {fault.limit}")
    crowd.end()
    told = crowd.told
    print(
        f"{sum(player.games for player in crowd.players)} games, {told.acknowledged} requests acknowledged,"
        f" {told.refused} answered with 503, {told.broken} without an answer,"
        f" {told.uncertain} of them done nevertheless; the slowest answer took {told.slowest:.1f} s."
    )
    wait_for(lambda: stores.is_whole() and site.is_ready(), "the cluster")
    wrong = [*late, *site.failures(), *([found] if (found := site.check()) else [])]
    print("\n".join(wrong) or "No acknowledged move was lost or doubled, and everything that is kept agrees.")
    print("\n| seconds without moves | times | one player, median | one player, longest | reads | news |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, each in worst.items():
        print(f"| {name} | {len(each)} | {_worst(each)} |")
    return 1 if wrong else 0


def _befall(fault: Fault, stores: Stores, site: Site, crowd: Crowd) -> Figures:
    wait_for(lambda: stores.is_whole() and site.is_ready(), "the cluster")
    quiet = time.monotonic()
    time.sleep(QUIET_SECONDS)
    wait_for(lambda: crowd.have_all_played(quiet), "play")
    before = stores.primary()
    began = time.monotonic()
    mend = fault.strike(stores, site)
    if fault.moves_on:
        wait_for(lambda: stores.primary() not in {None, before}, "another primary")
    changed = time.monotonic()
    time.sleep(max(0.0, began + HOLD_SECONDS - changed))
    wait_for(lambda: crowd.have_all_played(changed), "play")
    mend()
    wait_for(lambda: stores.is_whole() and site.is_ready(), "the cluster")
    whole = time.monotonic()
    wait_for(lambda: crowd.have_all_played(whole), "play")
    until = time.monotonic()
    players = [player.moves for player in crowd.players]
    everybody = Moments("everybody")
    everybody.at = sorted(moment for each in players for moment in each.at)
    return Figures(
        moves=everybody.longest_wait(began, until),
        player=max(each.longest_wait(began, until) for each in players),
        reads=max(reader.reads.longest_wait(began, until) for reader in crowd.readers),
        news=max(listener.news.longest_wait(began, until) for listener in crowd.listeners),
        whole=whole - began,
    )


def _line(figures: Figures) -> str:
    return (
        f"{figures.moves:.1f} s without moves ({figures.player:.1f} for the unluckiest player),"
        f" {figures.reads:.1f} without reads, {figures.news:.1f} without news, whole after {figures.whole:.0f}"
    )


def _worst(each: Sequence[Figures]) -> str:
    middle = sorted(figures.player for figures in each)[len(each) // 2]
    most = [max(getattr(figures, name) for figures in each) for name in ("player", "reads", "news")]
    return " | ".join(f"{seconds:.1f}" for seconds in (middle, *most))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]))
