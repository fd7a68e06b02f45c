"""Rules that no game has: whatever policies meet, no shortcut of the solver may take an argument that does not hold.

Each argument of the solver says what it needs of the rules. Here all policies meet, on small tables near the end of a
game and as whole deals, and every verdict is held against trying everything.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest

import engine.position
from engine.automatic import safe
from engine.cards import ACE, CARDS, RANK
from engine.deals import Deck, shuffled
from engine.moves import Move, Outcome, apply, outcome
from engine.position import deal
from engine.rules import Build, Dealing, Foundation, Lift, Rules, Space
from engine.solver import Solver, Verdict, screen, shorten
from tests.engine.positions import PLAIN, place, play
from tests.lengths import short_and_long
from tests.solver.exhaustive import fewest_moves, winnable
from tests.solver.plain import Plain
from tests.solver.reached import near_the_end

POLICIES = list(product(Build, Lift, Space, Foundation))
every_policy = pytest.mark.parametrize(
    ("build", "lift", "space", "foundation"), POLICIES, ids=["; ".join(policies) for policies in POLICIES]
)
ENDS = 6
DECKS = 6


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


def tables(random: Random, rules: Rules) -> Iterator[Rules]:
    """Return small tables to play by these policies, each with other cells, reserve and face-down rows."""
    while True:
        yield replace(
            rules,
            columns=(4,) * random.randint(2, 4),
            face_down_rows=random.choice([(), (), (0,), (0, 2), (1,)]),
            cells=random.randint(0, 3),
            reserve=random.choice([0, 0, 1, 3]),
        )


@short_and_long(0.1)
@every_policy
def test_verdicts_and_lines_hold_whatever_policies_meet(
    build: Build, lift: Lift, space: Space, foundation: Foundation, solver: Solver, share: float
) -> None:
    random = Random(f"{build}{lift}{space}{foundation}")
    policies = replace(PLAIN, build=build, lift=lift, space=space, foundation=foundation)
    for seed, rules in zip(range(int(ENDS * share)), tables(random, policies), strict=False):
        position = near_the_end(rules, seed, left=random.randint(8, 16))
        known = winnable(rules, position, at_most=600)
        if known is None:
            continue
        solution = solver.solve(rules, position)
        assert solution.verdict is (Verdict.WINNABLE if known else Verdict.UNWINNABLE), f"{rules} {position}"
        if solution.moves is None:
            continue
        shortened = shorten(solver, rules, position, solution.moves, nodes=20_000)
        after = position
        for move in shortened.moves:
            after = apply(rules, after, move)
        assert outcome(rules, after, ()) is Outcome.WON
        fewest = fewest_moves(rules, position, at_most=600)
        assert fewest is None or shortened.at_least <= fewest <= len(shortened.moves), f"{rules} {position}"


@short_and_long(0.1)
@every_policy
def test_what_is_screened_holds_whatever_policies_meet(
    build: Build, lift: Lift, space: Space, foundation: Foundation, solver: Solver, share: float
) -> None:
    random, plain = Random(f"{build}{lift}{space}{foundation}"), Plain(60_000)
    rules = replace(PLAIN, build=build, lift=lift, space=space, foundation=foundation)
    rules = replace(rules, columns=(), cells=random.randint(0, 2), reserve=random.choice([0, 0, 2, 12]))
    across, cards = random.randint(6, 10), len(CARDS) - rules.reserve - rules.foundations_dealt
    columns = tuple(cards // across + (at < cards % across) for at in range(across))
    rules = replace(rules, columns=columns, face_down_rows=random.choice([(), (0,), (0, 2)]))
    decks = [shuffled(number) for number in range(1, int(DECKS * share) + 1)]
    for deck, screened in zip(decks, screen(solver, rules, decks), strict=True):
        known = plain.winnable(rules, deal(rules, deck)) if screened is not Verdict.UNDECIDED else None
        if known is not None:
            assert screened is (Verdict.WINNABLE if known else Verdict.UNWINNABLE), f"{rules} {deck}"


def test_enough_is_decided_to_say_something() -> None:
    found = Counter[bool | None]()
    for build, lift, space, foundation in POLICIES:
        random = Random(f"{build}{lift}{space}{foundation}")
        policies = replace(PLAIN, build=build, lift=lift, space=space, foundation=foundation)
        rules = next(tables(random, policies))
        found[winnable(rules, near_the_end(rules, 0, left=random.randint(8, 16)), at_most=600)] += 1
    assert min(found[True], found[False]) >= 10, found


def test_a_card_is_kept_back_for_a_sequence_whose_lowest_card_follows_it_home(solver: Solver) -> None:
    rules = replace(
        PLAIN, columns=(1, 3, 4), build=Build.UP_OR_DOWN_IN_SUIT, lift=Lift.PACKED_SEQUENCE, space=Space.NOTHING
    )
    home = {"f0": "to 5C", "f1": "to KS", "f2": "to KH", "f3": "to KD"}
    position = place(rules, (), t0="6C", t1="9C 7C 8C", t2="KC QC JC TC", **home)
    assert not safe(rules, position, Move("t0", "f0"))
    assert solver.judge(rules, position) is Verdict.WINNABLE
    assert solver.judge(rules, play(rules, position, "t0-f0")) is Verdict.UNWINNABLE


def aces_first(_: Dealing, deck: Deck) -> Deck:
    return (*(card for card in deck if RANK[card] != ACE), *(card for card in CARDS if RANK[card] == ACE))


def test_a_deal_that_looks_at_the_cards_is_not_screened(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    decks = [shuffled(number) for number in range(1, 21)]
    rules = replace(PLAIN, columns=(7, 7, 7, 7, 6, 6, 6, 6), build=Build.DOWN_IN_ANY_SUIT)
    assert set(screen(solver, rules, decks)) != {Verdict.UNDECIDED}
    monkeypatch.setattr(engine.position, "arrange", aces_first)
    assert screen(solver, replace(rules), decks) == [Verdict.UNDECIDED] * len(decks)
