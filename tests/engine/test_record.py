from dataclasses import replace

import pytest

from engine.deals import shuffled
from engine.moves import IllegalMove, Move
from engine.position import deal
from engine.record import Deed, Do, Record, Status, UnsoundRecord, begin, read
from engine.rules import Space
from tests.engine.positions import PLAIN, place
from tests.engine.variants import rules_of

RULES = rules_of("stalactites", by="ones")
DECK = shuffled(1)
UNDO, REDO, GIVE_UP = Deed(Do.UNDO), Deed(Do.REDO), Deed(Do.GIVE_UP)


def moved(text: str) -> Deed:
    return Deed(Do.MOVE, Move.read(text))


def followed(text: str) -> Deed:
    return Deed(Do.MOVE, Move.read(text), auto=True)


def nearly_won() -> Record:
    position = place(PLAIN, f0="to KC", f1="to KS", f2="to KH", f3="to QD", t0="KD")
    return Record(PLAIN, position)


def test_a_new_record_stands_at_the_deal() -> None:
    record = begin(RULES, DECK)
    assert record.position == deal(RULES, DECK)
    assert (record.status, record.steps, record.undos) == (Status.PLAYING, 0, 0)


def test_moves_are_counted_as_steps() -> None:
    record = read(RULES, DECK, [moved("t5-f2"), moved("t0-c0")])
    assert (record.steps, record.undos, len(record.done)) == (2, 0, 2)


def test_undo_goes_back_to_before_the_last_request_and_is_no_step() -> None:
    record = read(RULES, DECK, [moved("t5-f2"), moved("t0-c0"), UNDO])
    assert record.position == read(RULES, DECK, [moved("t5-f2")]).position
    assert (record.steps, record.undos) == (2, 1)


def test_undo_takes_back_a_move_with_all_that_followed_of_itself() -> None:
    record = read(RULES, DECK, [moved("t0-c0"), followed("t5-f2"), UNDO])
    assert record.position == deal(RULES, DECK)
    assert (record.steps, record.undos) == (2, 1)


def test_redo_makes_again_what_one_undo_took_back() -> None:
    before = read(RULES, DECK, [moved("t0-c0"), followed("t5-f2")])
    record = read(RULES, DECK, [moved("t0-c0"), followed("t5-f2"), UNDO, REDO])
    assert record.position == before.position
    assert (record.steps, record.undos) == (2, 1)
    record.enter(UNDO)
    assert record.position == deal(RULES, DECK)


def test_several_undos_are_redone_in_the_order_of_the_moves() -> None:
    record = read(RULES, DECK, [moved("t0-c0"), moved("t1-c1"), UNDO, UNDO, REDO])
    assert record.position == read(RULES, DECK, [moved("t0-c0")]).position


def test_a_move_after_undo_ends_what_could_be_redone() -> None:
    record = read(RULES, DECK, [moved("t0-c0"), UNDO, moved("t1-c0")])
    with pytest.raises(UnsoundRecord, match=r"^There is nothing to redo\.$"):
        record.enter(REDO)


@pytest.mark.parametrize(
    ("deeds", "sentence"),
    [
        ([UNDO], "There is nothing to undo."),
        ([moved("t0-c0"), UNDO, UNDO], "There is nothing to undo."),
        ([REDO], "There is nothing to redo."),
        ([moved("t0-c0"), REDO], "There is nothing to redo."),
        ([moved("t0-c0"), UNDO, REDO, REDO], "There is nothing to redo."),
        ([Deed(Do.MOVE)], "A move entry names no move."),
        ([followed("t0-c0")], "An automatic move must come after a move."),
        ([moved("t0-c0"), UNDO, followed("t0-c0")], "An automatic move must come after a move."),
        ([moved("t0-c0"), moved("t1-c1"), UNDO, followed("t1-c1")], "An automatic move must come after a move."),
        ([moved("t0-c0"), UNDO, REDO, followed("t5-f2")], "An automatic move must come after a move."),
        ([GIVE_UP, moved("t0-c0")], "The game was over before this."),
        ([GIVE_UP, GIVE_UP], "The game was over before this."),
        ([GIVE_UP, UNDO], "The game was over before this."),
    ],
)
def test_an_entry_that_cannot_follow_is_refused(deeds: list[Deed], sentence: str) -> None:
    with pytest.raises(UnsoundRecord) as refused:
        read(RULES, DECK, deeds)
    assert str(refused.value) == sentence


def test_a_refused_entry_leaves_the_record_as_it_was() -> None:
    record = read(RULES, DECK, [moved("t0-c0")])
    untouched = read(RULES, DECK, [moved("t0-c0")])
    for deed, error in (
        (moved("t0-c0"), IllegalMove),
        (moved("t0-t1"), IllegalMove),
        (followed("t0-t1"), IllegalMove),
        (REDO, UnsoundRecord),
        (Deed(Do.MOVE), UnsoundRecord),
    ):
        with pytest.raises(error):
            record.enter(deed)
        assert record == untouched


def test_giving_up_ends_the_record_where_it_stands() -> None:
    record = read(RULES, DECK, [moved("t0-c0"), GIVE_UP])
    assert record.status is Status.GIVEN_UP
    assert record.status.finished
    assert record.position == read(RULES, DECK, [moved("t0-c0")]).position


def test_the_winning_move_ends_the_record() -> None:
    record = nearly_won()
    record.enter(moved("t0-f3"))
    assert record.status is Status.WON
    assert record.status.finished
    with pytest.raises(UnsoundRecord, match=r"^The game was over before this\.$"):
        record.enter(UNDO)


def test_a_stuck_player_may_undo_or_give_up() -> None:
    rules = replace(PLAIN, space=Space.NOTHING)
    position = place(rules, t0="5C", t1="6D", t2="9D")
    record = Record(rules, position)
    passed = []
    for deed in (moved("t0-t1"), UNDO, REDO, GIVE_UP):
        assert not record.status.finished
        record.enter(deed)
        passed.append(record.status)
    assert passed == [Status.STUCK, Status.PLAYING, Status.STUCK, Status.GIVEN_UP]
