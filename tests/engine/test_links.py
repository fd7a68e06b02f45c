"""Linked entries say the same as a log that is played from its deal on."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.deals import Deck, shuffled
from engine.links import Chain, Made, card_turns, chain, standing, take_back, turns_card
from engine.moves import apply, legal_moves
from engine.position import Position
from engine.record import Deed, Do, UnsoundRecord, begin, read
from tests.engine.variants import VARIANTS, Variant, rules_of
from tests.lengths import a_few
from tests.solver.reached import played

UNDO, REDO = Deed(Do.UNDO), Deed(Do.REDO)


@dataclass
class Linked:
    """A playing that keeps its board and its links and never plays its log again."""

    position: Position
    links: Chain = field(default_factory=Chain)
    made: list[Made | None] = field(default_factory=list)

    def enter(self, variant: Variant, deed: Deed) -> None:
        before, ahead = self.position, self.links.ahead
        if deed.do is Do.UNDO and self.links.top is not None:
            for one in reversed(self.request(self.links.top)):
                self.position = take_back(variant.rules, self.position, one)
        elif deed.do is Do.REDO and ahead is not None:
            for one in self.request(self.links.links[ahead].request or 0):
                self.position = apply(variant.rules, self.position, one.move)
        elif deed.move:
            self.position = apply(variant.rules, before, deed.move)
        up = turns_card(deed, before, self.position)
        self.made.append(Made(deed.move, bool(up)) if deed.move else None)
        self.links.enter(deed)

    def request(self, first: int) -> list[Made]:
        behind = range(first, len(self.made))
        return [one for at in behind if self.links.links[at].request == first and (one := self.made[at])]


def deeds_of(variant: Variant, deck: Deck, choices: list[int]) -> list[Deed]:
    """Play at random: moves with automatic ones after them, undo and redo."""
    record, deeds = begin(variant.rules, deck), list[Deed]()
    for choice in choices:
        legal = sorted(legal_moves(variant.rules, record.position), key=str)
        wanted = [
            *([UNDO] * 2 if record.done else []),
            *([REDO] * 2 if record.undone else []),
            *(Deed(Do.MOVE, move, record.led and choice % 3 == 0) for move in legal),
        ]
        if record.won or not wanted:
            break
        deeds.append(wanted[choice % len(wanted)])
        record.enter(deeds[-1])
    return deeds


@pytest.mark.parametrize("variant", a_few(VARIANTS, 3), ids=str)
@settings(max_examples=20, derandomize=True)
@given(deal=st.integers(1, 32_000), choices=st.lists(st.integers(0, 1 << 16), min_size=40, max_size=90))
def test_taking_back_by_links_leads_where_playing_the_log_again_leads(
    variant: Variant, deal: int, choices: list[int]
) -> None:
    deck = shuffled(deal)
    deeds = deeds_of(variant, deck, choices)
    record = begin(variant.rules, deck)
    linked = Linked(record.position)
    for deed in deeds:
        record.enter(deed)
        linked.enter(variant, deed)
        assert linked.position == record.position
        assert len(linked.links.standing()) == len(record.done)
    assert chain(deeds) == linked.links
    assert [deed.move for deed in standing(deeds)] == [move for request in record.done for move in request.moves]
    ups = card_turns(variant.rules, deck, deeds)
    assert [bool(up) for up in ups if up is not None] == [bool(up) for up in _turned_by(variant, deck, deeds)]


def _turned_by(variant: Variant, deck: Deck, deeds: list[Deed]) -> list[bool]:
    hidden = [sum(read(variant.rules, deck, deeds[:at]).position.face_down) for at in range(len(deeds) + 1)]
    return [
        hidden[at] != hidden[at + 1] for at, deed in enumerate(deeds) if deed.do in {Do.MOVE, Do.UNDO}
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("deeds", "sentence"),
    [
        ([UNDO], "There is nothing to undo."),
        ([REDO], "There is nothing to redo."),
        ([Deed(Do.MOVE, auto=True)], "An automatic move must come after a move."),
        ([Deed(Do.MOVE), UNDO, UNDO], "There is nothing to undo."),
        ([Deed(Do.MOVE), UNDO, Deed(Do.MOVE), REDO], "There is nothing to redo."),
    ],
)
def test_a_chain_refuses_what_a_record_refuses(deeds: list[Deed], sentence: str) -> None:
    with pytest.raises(UnsoundRecord) as refused:
        chain(deeds)
    assert str(refused.value) == sentence


def test_whether_or_not_a_move_turned_a_card_up_taking_it_back_restores_the_position() -> None:
    rules, turned = rules_of("stonewall"), set[bool]()
    for before in played(rules, 2, 40):
        for move in legal_moves(rules, before):
            after = apply(rules, before, move)
            made = Made(move, after.face_down != before.face_down)
            assert take_back(rules, after, made) == before
            turned.add(made.turned)
    assert turned == {True, False}
