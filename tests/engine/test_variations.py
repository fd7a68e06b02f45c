"""Trees of moves and their text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.deals import shuffled
from engine.links import standing
from engine.moves import Move, legal_moves
from engine.record import Deed, Do, begin
from engine.variations import DEEPEST, LONGEST_REMARK, MOST_MOVES, InvalidVariations, Variations, of_record
from tests.engine.variants import VARIANTS

MOVES = [Move(f"t{source}", f"t{target}") for source in range(3) for target in range(3) if source != target]


@st.composite
def trees(draw: st.DrawFn) -> Variations:
    """Draw a tree by trying moves after moves."""
    tree = Variations.read("")
    for _ in range(draw(st.integers(0, 15))):
        after = draw(st.integers(0, len(tree.moves)))
        tree, number = tree.with_move(after, draw(st.sampled_from(MOVES)))
        if draw(st.booleans()):
            tree = tree.with_remark(number, draw(st.text("ä b{}(),", max_size=10)))
    return tree


def paths(tree: Variations) -> set[tuple[Move, ...]]:
    return {tuple(tree.path(number)) for number in range(len(tree.moves) + 1)}


@given(trees())
def test_a_tree_is_read_as_it_was_written(tree: Variations) -> None:
    assert Variations.read(tree.text) == tree


@given(trees(), st.data())
def test_a_move_that_is_tried_adds_its_path_and_takes_none_away(tree: Variations, data: st.DataObject) -> None:
    number, move = data.draw(st.integers(0, len(tree.moves))), data.draw(st.sampled_from(MOVES))
    path = (*tree.path(number), move)
    longer, reached = tree.with_move(number, move)
    assert tuple(longer.path(reached)) == path
    assert paths(longer) == paths(tree) | {path}


@given(trees(), st.data())
def test_a_promoted_line_is_the_main_one_and_no_path_is_lost(tree: Variations, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(tree.moves)))
    path = tree.path(number)
    promoted, reached = tree.with_main_line(number)
    assert promoted.path(reached) == path
    assert promoted.path(promoted.main_end(0))[: len(path)] == path
    assert paths(promoted) == paths(tree)
    assert sorted(promoted.remarks) == sorted(tree.remarks)


@given(trees().filter(lambda tree: tree.moves), st.data())
def test_a_line_that_is_deleted_takes_what_follows_with_it(tree: Variations, data: st.DataObject) -> None:
    number = data.draw(st.integers(1, len(tree.moves)))
    path = tuple(tree.path(number))
    shorter, reached = tree.without(number)
    assert tuple(shorter.path(reached)) == path[:-1]
    assert paths(shorter) == {other for other in paths(tree) if other[: len(path)] != path}


@given(st.data())
def test_the_tree_of_a_playing_has_its_end_as_the_main_line_and_every_move_that_was_made(data: st.DataObject) -> None:
    rules = data.draw(st.sampled_from(VARIANTS)).rules
    record = begin(rules, shuffled(data.draw(st.integers(1, 50))))
    deeds, ways = list[Deed](), list[tuple[Move, ...]]([()])
    for _ in range(data.draw(st.integers(0, 30))):
        legal = legal_moves(rules, record.position)
        choices = [Deed(Do.MOVE, move) for move in legal[:4]]
        choices += [Deed(Do.UNDO)] * (2 if record.done else 0) + [Deed(Do.REDO)] * bool(record.undone)
        choices += [Deed(Do.MOVE, move, auto=True) for move in legal[:1] if record.led]
        if not choices:
            break
        deeds.append(data.draw(st.sampled_from(choices)))
        record.enter(deeds[-1])
        ways.append(tuple(move for request in record.done for move in request.moves))
    tree, stood = of_record(deeds)
    assert [tuple(tree.path(number)) for number in stood] == ways
    assert tree.path(tree.main_end(0))[: len(standing(deeds))] == [deed.move for deed in standing(deeds)]
    assert set(ways) <= paths(tree)


@pytest.mark.parametrize(
    "text",
    ["t0", ",", "t0-t1,", ",t0-t1", "(t0-t1)", "t0-t1(", "t0-t1)", "t0-t1()", "t0-t1(t1-t2", "t0-t1 t1-t2", "{a}",
     "t0-t1{a", "t0-t1{a}{b}", "t0-t1,(t1-t2)", "t0-t1(t1-t2))", "t0-t1{{}}", "t0-t1((t1-t2))",
     "t0-t1(t0-t1)", "t0-t1(t1-t2)(t1-t2)"],
)  # fmt: skip
def test_what_is_no_tree_is_refused(text: str) -> None:
    with pytest.raises(InvalidVariations):
        Variations.read(text)


def test_a_tree_and_its_remarks_are_bounded() -> None:
    line = Variations.of_line([Move("t0", "t1")] * MOST_MOVES)
    assert Variations.read(line.text) == line
    with pytest.raises(InvalidVariations):
        Variations.read(line.text + ",t0-t1")
    with pytest.raises(InvalidVariations):
        line.with_move(1, Move("t1", "t2"))
    with pytest.raises(InvalidVariations):
        line.with_remark(1, "x" * (LONGEST_REMARK + 1))


def test_branches_go_so_deep_and_no_deeper() -> None:
    deep = "t0-t1" + "(t1-t2,t0-t1" * DEEPEST + ")" * DEEPEST
    tree = Variations.read(deep)
    assert Variations.read(tree.text) == tree
    with pytest.raises(InvalidVariations):
        Variations.read("t0-t1" + "(t1-t2,t0-t1" * (DEEPEST + 1) + ")" * (DEEPEST + 1))


def test_a_playing_may_branch_deeper_than_an_address_and_longer() -> None:
    deeds = list[Deed]()
    for turn in range(DEEPEST + 5):
        deeds += [Deed(Do.MOVE, MOVES[0]), Deed(Do.UNDO), Deed(Do.MOVE, MOVES[1 + turn % 2])]
    deeds += [Deed(Do.UNDO)] * (DEEPEST + 5)
    tree, stood = of_record(deeds)
    assert tree.depth > DEEPEST
    assert not tree.fits
    assert (stood[0], stood[-1], len(stood)) == (0, 0, len(deeds) + 1)
