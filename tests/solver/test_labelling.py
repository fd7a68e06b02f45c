"""Labels of moves: they agree with the search, and their lines win."""

from functools import reduce

import pytest

from engine.asking import Labelled, Labels, Verdict
from engine.cards import TEXT
from engine.moves import Move, apply, distinct_moves, is_won, legal_moves
from engine.position import Position, deal, unordered_key
from engine.rules import Rules
from engine.solver import Solver, labelling
from engine.solver.labelling import label
from tests.engine.variants import VARIANTS, Variant, rules_of
from tests.engine.verdicts import VERDICTS, WINS
from tests.engine.verdicts import Verdict as Known

FROM_THE_END = 12
BY_VARIANT = pytest.mark.parametrize("variant", VARIANTS, ids=str)


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(64 << 20)


@pytest.fixture(autouse=True)
def _short_lines_are_not_sought_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labelling, "TO_SHORTEN", 1_000)


LOSSES = tuple(one for one in VERDICTS if not one.winnable and legal_moves(one.rules, deal(one.rules, one.deck)))


def first(known: tuple[Known, ...], variant: Variant) -> Known:
    return next(one for one in known if one.rules is variant.rules)


def near_the_end(variant: Variant) -> Position:
    """Return the position some moves before a recorded win ends."""
    win = first(WINS, variant)
    return played(variant.rules, deal(variant.rules, win.deck), win.line[:-FROM_THE_END])


def played(rules: Rules, position: Position, moves: tuple[Move, ...]) -> Position:
    return reduce(lambda before, move: apply(rules, before, move), moves, position)


def check(solver: Solver, rules: Rules, position: Position, row: Labelled) -> None:
    reached = apply(rules, position, Move.read(row.move))
    assert row.verdict is solver.solve(rules, reached).verdict
    assert (row.at_most is not None) == (row.verdict is Verdict.WINNABLE)
    if row.at_most is not None:
        assert 1 <= row.at_least <= row.at_most
        assert row.line is None


@BY_VARIANT
def test_every_label_is_what_the_search_says_of_the_position_after_the_move(solver: Solver, variant: Variant) -> None:
    rules, position = variant.rules, near_the_end(variant)
    labels = label(solver, rules, position, Labels())
    assert not labels.open
    assert labels.verdict is Verdict.WINNABLE
    assert {row.move for row in labels.moves} == set(map(str, distinct_moves(rules, position)))
    for row in labels.moves:
        check(solver, rules, position, row)


@pytest.mark.parametrize(
    "variant", [one for one in VARIANTS if any(lost.rules is one.rules for lost in LOSSES)], ids=str
)
def test_every_move_of_a_lost_position_is_lost(solver: Solver, variant: Variant) -> None:
    rules, position = variant.rules, deal(variant.rules, first(LOSSES, variant).deck)
    labels = label(solver, rules, position, Labels())
    assert labels.verdict is Verdict.UNWINNABLE
    assert labels.moves
    assert all(row.verdict is Verdict.UNWINNABLE and not row.open for row in labels.moves)


@BY_VARIANT
def test_the_work_can_be_done_in_slices(solver: Solver, variant: Variant) -> None:
    rules, position = variant.rules, near_the_end(variant)
    labels, slices = label(solver, rules, position, Labels(), seconds=0), 1
    while labels.open:
        for row in labels.moves:
            if row.line is not None:
                reached = apply(rules, position, Move.read(row.move))
                assert is_won(rules, played(rules, reached, tuple(map(Move.read, row.line))))
                assert row.at_most == 1 + len(row.line)
        labels, slices = label(solver, rules, position, labels, seconds=0), slices + 1
        assert slices < 100
    for row in labels.moves:
        check(solver, rules, position, row)


@BY_VARIANT
def test_of_moves_that_differ_in_the_order_of_piles_one_is_labelled(variant: Variant) -> None:
    rules, position = variant.rules, near_the_end(variant)
    moves = legal_moves(rules, position)
    reached = {unordered_key(rules, apply(rules, position, move)) for move in moves}
    assert len(distinct_moves(rules, position)) == len(reached) <= len(moves)


@BY_VARIANT
def test_a_position_that_is_won_has_no_moves_to_label(solver: Solver, variant: Variant) -> None:
    rules, win = variant.rules, first(WINS, variant)
    before = played(rules, deal(rules, win.deck), win.line[:-1])
    last = label(solver, rules, before, Labels()).moves[0]
    assert (last.at_most, last.exact) == (1, True)
    won = label(solver, rules, apply(rules, before, win.line[-1]), Labels())
    assert (won.verdict, won.moves, won.open) == (Verdict.WINNABLE, [], False)


def test_piles_in_another_order_make_an_equal_position_and_other_cards_do_not() -> None:
    variant = next(one for one in VARIANTS if one.game.slug == "stronghold")
    rules = variant.rules
    dealt = deal(rules, first(WINS, variant).deck)
    piles = list(dealt.piles)
    piles[0], piles[1] = piles[1], piles[0]
    assert unordered_key(rules, Position(tuple(piles), dealt.face_down)) == unordered_key(rules, dealt)
    piles[0] = piles[0][::-1]
    assert unordered_key(rules, Position(tuple(piles), dealt.face_down)) != unordered_key(rules, dealt), TEXT[
        piles[0][0]
    ]


def test_a_position_that_a_first_look_does_not_decide_is_not_looked_at_for_ever(
    solver: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(labelling, "FIRST_LOOK", 1)
    monkeypatch.setattr(labelling, "LONGEST_LOOK", 64)
    rules, known = rules_of("stronghold"), Labels()
    position = deal(rules, first(WINS, next(one for one in VARIANTS if one.rules is rules)).deck)
    for _ in range(100):
        known = label(solver, rules, position, known, seconds=0)
        if not known.open:
            break
    assert not known.open
    assert known.moves
