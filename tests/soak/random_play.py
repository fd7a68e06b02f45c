"""A million random legal moves in every game under every option: `python -m tests.soak.random_play`.

After each move the cards, the face-down rows and the snapshot are checked, and from time to time everything
that can be said of a position. Half of the games are played towards the foundations, so that positions near a
win are met as well as positions near the deal.
"""

import argparse
import multiprocessing
import sys
import time
from dataclasses import dataclass
from random import Random

from engine.deals import LAST_DEAL, shuffled
from engine.moves import Move, apply, legal_moves, objection
from engine.position import Position, deal, layout, restore, snapshot
from engine.rules import Rules
from tests.engine import invariants
from tests.engine.variants import VARIANTS, Variant

LONGEST_GAME = 400
"""Moves after which to take another deal: some games can go on for ever."""
SAMPLE = 199
"""Check one position in so many in full."""


@dataclass(slots=True)
class Tally:
    """The games played."""

    moves: int = 0
    games: int = 0
    won: int = 0
    stuck: int = 0


def play(variant: Variant, moves: int, seed: int) -> Tally:
    """Make so many random moves in one game and check every position; raises `AssertionError` with the place."""
    random, tally = Random(f"{variant} {seed}"), Tally()
    while tally.moves < moves:
        number = random.randint(1, random.choice((32_000, LAST_DEAL)))
        before = tally.moves
        try:
            _play_deal(variant.rules, number, random, tally, moves)
        except AssertionError as failed:
            raise AssertionError(f"{variant}, deal {number}, after {tally.moves - before} moves: {failed}") from failed
        tally.games += 1
    return tally


def _play_deal(rules: Rules, number: int, random: Random, tally: Tally, moves: int) -> None:
    position = deal(rules, shuffled(number))
    homeward = random.choice((0.0, 0.9))
    for _ in range(LONGEST_GAME):
        legal = legal_moves(rules, position)
        if not legal:
            won = sum(len(position.piles[at]) for at in layout(rules).foundations) == 52
            tally.won += won
            tally.stuck += not won
            invariants.check_outcome(rules, position)
            return
        if tally.moves == moves:
            return
        position = apply(rules, position, _chosen(legal, homeward, random))
        tally.moves += 1
        _check(rules, position, random)


def _chosen(legal: list[Move], homeward: float, random: Random) -> Move:
    homes = [move for move in legal if move.target[0] == "f"]
    return random.choice(homes if homes and random.random() < homeward else legal)


def _check(rules: Rules, position: Position, random: Random) -> None:
    invariants.check_cards(rules, position)
    invariants.check_face_down(rules, position)
    assert restore(rules, snapshot(rules, position)) == position
    ids = layout(rules).ids
    tried = Move(random.choice(ids), random.choice(ids), random.choice((1, 1, 1, 2, 3)))
    if objection(rules, position, tried) is None:
        assert tried in legal_moves(rules, position)
    else:
        invariants.check_refusal(rules, position, tried)
    if random.randrange(SAMPLE) == 0:
        invariants.check(rules, position)


def _play_timed(task: tuple[Variant, int, int]) -> tuple[Variant, Tally, float]:
    started = time.perf_counter()
    tally = play(*task)
    return task[0], tally, time.perf_counter() - started


def main(arguments: list[str]) -> None:
    """Play every game under every option, two at a time, and report."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.random_play", description=__doc__)
    parser.add_argument("--moves", type=int, default=1_000_000, help="moves in each game under each option")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="plays the same games again")
    given = parser.parse_args(arguments)
    print(f"{given.moves} moves each, seed {given.seed}", flush=True)
    tasks = [(variant, given.moves, given.seed) for variant in VARIANTS]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        for variant, tally, seconds in pool.imap_unordered(_play_timed, tasks, chunksize=1):
            print(
                f"{variant}: {tally.moves} moves in {tally.games} games, {tally.won} won, {tally.stuck} without a move,"
                f" {seconds:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1:])
