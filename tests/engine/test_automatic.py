"""Automatic moves: which are just safe and which just not, and a proof by exhaustion that the safe ones are.

The proof plays every way to the end from many small positions: real ends of games, and games with small decks. It finds
no safe move that turns a position that can be won into one that cannot.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from engine.automatic import Automatic, automatic_moves, safe
from engine.cards import RANK, SUIT
from engine.moves import Move, Outcome, apply, legal_moves, outcome, renames
from engine.position import Pile, Position, layout
from engine.rules import Build, Foundation, Lift, Rules, Space
from tests.engine.positions import PLAIN, place
from tests.engine.variants import VARIANTS, Variant, rules_of
from tests.lengths import a_few, short_and_long

STONEWALL = rules_of("stonewall")
STRONGHOLD = rules_of("stronghold")
FORTRESS = rules_of("fortress")
SIX_BY_FOUR = rules_of("six-by-four")
ONES = rules_of("stalactites", by="ones")
TWOS = rules_of("stalactites", by="twos")


def texts(moves: list[Move]) -> list[str]:
    return [str(move) for move in moves]


# --- just safe, and just not -----------------------------------------------------------------------------------------

JUST = [
    # Alternate colours: both red fours at home, or both red threes and the other black two.
    (STONEWALL, {"f0": "to 4C", "f1": "AS", "f2": "to 4H", "f3": "to 4D", "t0": "5C"}, True),
    (STONEWALL, {"f0": "to 4C", "f1": "AS", "f2": "to 4H", "f3": "to 3D", "t0": "5C"}, False),
    (STONEWALL, {"f0": "to 4C", "f1": "to 2S", "f2": "to 4H", "f3": "to 3D", "t0": "5C"}, True),
    (STONEWALL, {"f0": "to 4C", "f1": "to 2S", "f2": "to 3H", "f3": "to 3D", "t0": "5C"}, True),
    (STONEWALL, {"f0": "to 4C", "f1": "to KS", "f2": "to 3H", "f3": "to 2D", "t0": "5C"}, False),
    (STONEWALL, {"t0": "AC"}, True),
    (STONEWALL, {"f0": "AC", "t0": "2C"}, True),
    (STONEWALL, {"f0": "to 2C", "t0": "3C"}, False),
    (STONEWALL, {"f0": "to 2C", "f2": "AH", "f3": "AD", "r5": "3C"}, True),
    (SIX_BY_FOUR, {"f0": "to QC", "f1": "to QS", "f2": "to JH", "f3": "to JD", "t0": "KC"}, True),
    (SIX_BY_FOUR, {"f0": "to QC", "f1": "to 9S", "f2": "to JH", "f3": "to JD", "t0": "KC"}, False),
    # Any suit: no foundation more than two ranks behind.
    (STRONGHOLD, {"f0": "to 4C", "f1": "to 3S", "f2": "to 3H", "f3": "to 3D", "t0": "5C"}, True),
    (STRONGHOLD, {"f0": "to 4C", "f1": "to 3S", "f2": "to 3H", "f3": "to 2D", "t0": "5C"}, False),
    (STRONGHOLD, {"f0": "AC", "t0": "2C"}, True),
    (STRONGHOLD, {"f0": "to 2C", "f1": "AS", "f2": "AH", "t0": "3C"}, False),
    # In suit: always.
    (FORTRESS, {"f0": "to QC", "t0": "KC"}, True),
    (FORTRESS, {"f0": "to 5C", "t0": "6C"}, True),
    # From dealt cards: only if every foundation that lacks the rank waits for it now.
    (ONES, {"f0": "5C", "f1": "5S", "f2": "5H", "f3": "5D", "t0": "6C"}, True),
    (ONES, {"f0": "5C", "f1": "5S", "f2": "5H", "f3": "6D", "t0": "6C"}, True),
    (ONES, {"f0": "5C", "f1": "5S", "f2": "5H", "f3": "4D", "t0": "6C"}, False),
    (ONES, {"f0": "5C", "f1": "5S", "f2": "5H", "f3": "7D", "t0": "6C"}, False),
    # Nor while cards can be laid on others.
    (replace(ONES, build=Build.DOWN_IN_ANY_SUIT), {"f0": "5C", "f1": "5S", "f2": "5H", "f3": "5D", "t0": "6C"}, False),
    (TWOS, {"f0": "5C", "f1": "5S", "f2": "5H", "f3": "7D", "t0": "7C"}, True),
    (TWOS, {"f0": "5C", "f1": "5S", "f2": "5H", "f3": "6D", "t0": "7C"}, False),
    (TWOS, {"f0": "QC", "f1": "QS", "f2": "QH", "f3": "QD", "t0": "AC"}, True),
]


@pytest.mark.parametrize(("rules", "piles", "verdict"), JUST)
def test_a_card_is_safe_as_the_argument_for_its_game_says(rules: Rules, piles: dict[str, str], verdict: bool) -> None:
    position = place(rules, (), **piles)
    homeward = [move for move in legal_moves(rules, position) if move.target[0] == "f"]
    assert homeward
    assert {safe(rules, position, move) for move in homeward} == {verdict}
    assert bool(automatic_moves(rules, position, Automatic.SAFE)) is verdict


def test_of_foundations_that_wait_for_a_rank_the_longest_way_to_go_is_the_safe_one() -> None:
    # Once f0 has its seven it takes no more than an eight, and f1 could have taken ten, jack and queen as well.
    position = place(ONES, f0="9C TC JC QC KC AC 2C 3C 4C 5C 6C", f1="4S 5S 6S", f2="to KH", f3="to KD", t0="7C")
    assert safe(ONES, position, Move("t0", "f1"))
    assert not safe(ONES, position, Move("t0", "f0"))
    assert texts(automatic_moves(ONES, position, Automatic.SAFE)) == ["t0-f1"]


def test_nothing_moves_of_itself_when_the_player_wants_it_off() -> None:
    assert automatic_moves(FORTRESS, place(FORTRESS, t0="AC"), Automatic.OFF) == []


def test_a_card_that_a_safe_move_uncovers_may_follow_it() -> None:
    position = place(FORTRESS, t0="9H 3C 2C AC", t1="AS")
    assert texts(automatic_moves(FORTRESS, position, Automatic.SAFE)) == ["t0-f0", "t0-f0", "t0-f0", "t1-f1"]


def test_all_takes_what_safe_leaves() -> None:
    position = place(STRONGHOLD, f0="to 4C", t0="6C 5C", t1="AH")
    assert texts(automatic_moves(STRONGHOLD, position, Automatic.SAFE)) == ["t1-f2"]
    assert texts(automatic_moves(STRONGHOLD, position, Automatic.ALL)) == ["t0-f0", "t0-f0", "t1-f2"]


def test_cells_and_reserve_send_their_cards_too() -> None:
    cell = rules_of("stronghold", cell="one")
    assert texts(automatic_moves(cell, place(cell, c0="AC"), Automatic.SAFE)) == ["c0-f0"]
    assert texts(automatic_moves(STONEWALL, place(STONEWALL, r15="AD"), Automatic.SAFE)) == ["r15-f3"]


# --- by exhaustion -----------------------------------------------------------------------------------------------

MOST_STATES = 700


@short_and_long(0.4)
@pytest.mark.parametrize("variant", a_few(VARIANTS, 3), ids=str)
def test_no_safe_move_ever_loses_a_game_that_can_be_won(variant: Variant, share: float) -> None:
    random, moves = Random(f"safe {variant}"), 0
    for _ in range(int(90 * share)):
        rules, position = small_end(variant.rules, random)
        after = successors(rules, position)
        if after is not None:
            moves += judge(rules, after)
    assert moves > 1000 * share, "too few safe moves were met to prove anything"


@pytest.mark.long
def test_no_safe_move_loses_a_game_whatever_policies_meet() -> None:
    moves = Counter[str]()
    for build, lift, space, foundation in product(Build, Lift, Space, Foundation):
        random = Random(f"{build}{lift}{space}{foundation}")
        policies = replace(PLAIN, build=build, lift=lift, space=space, foundation=foundation)
        for _ in range(3):
            rules, position = small_end(
                replace(policies, cells=random.randint(0, 2), reserve=random.randint(0, 2)), random
            )
            if (after := successors(rules, position)) is not None:
                moves[foundation] += judge(rules, after)
    assert min(moves[foundation] for foundation in Foundation) > 250, "too few safe moves were met to prove anything"


def judge(rules: Rules, after: dict[Position, dict[Move, Position]]) -> int:
    """Check every safe move in these positions, and count them."""
    winnable, count = winning(rules, after), 0
    for position, ways in after.items():
        for move, led in ways.items():
            if move.target[0] == "f" and safe(rules, position, move):
                count += 1
                assert led in winnable or position not in winnable, f"{move} in {position}"
    return count


def small_end(rules: Rules, random: Random) -> tuple[Rules, Position]:
    """Return a position with few cards left, on three columns, and the rules for that table."""
    narrow = replace(
        rules, columns=(0,) * 3, face_down_rows=(), cells=min(rules.cells, 2), reserve=min(rules.reserve, 2)
    )
    homes = _suit_homes(random) if rules.in_suit else _dealt_homes(rules, random)
    left = [one for one in range(52) if all(one not in home for home in homes)]
    random.shuffle(left)
    cells: list[Pile] = [(left.pop(),) if random.random() < 0.3 else () for _ in range(narrow.cells)]
    reserve: list[Pile] = [(left.pop(),) if random.random() < 0.7 else () for _ in range(narrow.reserve)]
    columns: list[list[int]] = [[], [], []]
    for one in left:
        random.choice(columns).append(one)
    return narrow, Position((*map(tuple, columns), *homes, *cells, *reserve), (0, 0, 0))


def _suit_homes(random: Random) -> list[Pile]:
    reached = [13, 13, 13, 13]
    left = random.randint(7, 10)
    while sum(reached) > 52 - left:
        suit = random.randrange(4)
        reached[suit] = max(reached[suit] - 1, 8)
    return [tuple(range(13 * suit, 13 * suit + height)) for suit, height in enumerate(reached)]


def _dealt_homes(rules: Rules, random: Random) -> list[Pile]:
    step = 1 if rules.foundation is Foundation.FROM_DEALT_CARD_BY_ONES else 2
    left = list(range(52))
    random.shuffle(left)
    homes = [[left.pop()] for _ in range(4)]
    for _ in range(300):
        home = random.choice(homes)
        if len(left) > 10 and len(home) < 13:
            fitting = [one for one in left if (RANK[one] - RANK[home[-1]] - step) % 13 == 0]
            if fitting:
                left.remove(fitting[0])
                home.append(fitting[0])
    return [tuple(home) for home in homes]


def successors(rules: Rules, start: Position) -> dict[Position, dict[Move, Position]] | None:
    """Return every position that can be reached, each with its moves, or None if there are too many.

    Columns are sorted, so that positions that differ only by the order of columns are one.
    """
    after: dict[Position, dict[Move, Position]] = {}
    waiting = [_ordered(rules, start)]
    while waiting:
        position = waiting.pop()
        if position in after:
            continue
        if len(after) == MOST_STATES:
            return None
        after[position] = dict(_ways(rules, position))
        waiting.extend(after[position].values())
    return after


def _ways(rules: Rules, position: Position) -> Iterator[tuple[Move, Position]]:
    for move in legal_moves(rules, position):
        if not renames(rules, position, move):
            yield move, _ordered(rules, apply(rules, position, move))


def _ordered(rules: Rules, position: Position) -> Position:
    table = layout(rules)
    parts = [position.piles[part.start : part.stop] for part in (table.columns, table.cells)]
    columns, cells = sorted(parts[0]), sorted(parts[1])
    homes = position.piles[table.foundations.start : table.foundations.stop]
    reserve = position.piles[table.reserve.start : table.reserve.stop]
    return position._replace(piles=(*columns, *homes, *cells, *reserve))


def winning(rules: Rules, after: dict[Position, dict[Move, Position]]) -> set[Position]:
    """Return the positions among these from which a win can be reached."""
    before: dict[Position, list[Position]] = {}
    for position, ways in after.items():
        for led in ways.values():
            before.setdefault(led, []).append(position)
    waiting = [position for position in after if outcome(rules, position, ()) is Outcome.WON]
    found: set[Position] = set()
    while waiting:
        position = waiting.pop()
        if position not in found:
            found.add(position)
            waiting.extend(before.get(position, ()))
    return found


def test_the_small_ends_hold_every_card_once() -> None:
    for variant in VARIANTS:
        _, position = small_end(variant.rules, Random(1))
        assert sorted(one for pile in position.piles for one in pile) == list(range(52))
        assert all(SUIT[home[0]] == at for at, home in enumerate(position.piles[3:7]) if variant.rules.in_suit)
