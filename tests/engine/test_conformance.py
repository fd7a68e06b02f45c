"""What holds in every game under every option, on deals and playings drawn at random."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.boards import read_deal
from engine.cards import CARDS, spell
from engine.deals import LAST_DEAL, Deck, deck_code, read_code, read_deck, shuffled
from engine.moves import Move, apply, legal_moves, objection, replay
from engine.position import Position, deal, gather
from engine.record import Deed, Do, Record, begin, read
from engine.rules import arrange
from tests.engine import invariants
from tests.engine.variants import VARIANTS, Variant
from tests.lengths import a_few

DECKS = st.one_of(
    st.integers(1, 32_000).map(shuffled),
    st.integers(32_001, LAST_DEAL).map(shuffled),
    st.permutations(CARDS).map(tuple),
)
CHOICES = st.one_of(*(st.lists(st.integers(0, 1 << 16), min_size=size, max_size=size + 40) for size in (0, 60)))
"""Which legal move to make each time, counted round and round; homeward moves come first."""

every_variant = pytest.mark.parametrize("variant", a_few(VARIANTS, 3), ids=str)
calmly = settings(max_examples=60, derandomize=True)


def playing(variant: Variant, deck: Deck, choices: list[int]) -> tuple[list[Move], Position]:
    """Play at random, and return the moves with the position that they led to."""
    rules, moves = variant.rules, []
    position = deal(rules, deck)
    for choice in choices:
        legal = sorted(legal_moves(rules, position), key=lambda move: (move.target[0] != "f", str(move)))
        if not legal:
            break
        moves.append(legal[0] if choice % 3 == 0 else legal[choice % len(legal)])
        position = apply(rules, position, moves[-1])
    return moves, position


@every_variant
@calmly
@given(deck=DECKS, choices=CHOICES)
def test_every_position_reached_keeps_its_invariants(variant: Variant, deck: Deck, choices: list[int]) -> None:
    _, position = playing(variant, deck, choices)
    invariants.check(variant.rules, position)


@every_variant
@calmly
@given(deck=DECKS, choices=CHOICES)
def test_apply_makes_just_the_legal_moves(variant: Variant, deck: Deck, choices: list[int]) -> None:
    rules = variant.rules
    _, position = playing(variant, deck, choices)
    for move in legal_moves(rules, position):
        invariants.check_move(rules, position, move)
    illegal = (move for move in invariants.candidates(rules, position) if objection(rules, position, move))
    for move in islice(illegal, len(choices) % 7, None, 7):
        invariants.check_refusal(rules, position, move)


@every_variant
@calmly
@given(deck=DECKS, choices=CHOICES)
def test_a_replay_leads_to_the_same_position_again(variant: Variant, deck: Deck, choices: list[int]) -> None:
    moves, position = playing(variant, deck, choices)
    assert replay(variant.rules, deck, moves) == position
    assert replay(variant.rules, deck, [Move.read(str(move)) for move in moves]) == position


@every_variant
@calmly
@given(deck=DECKS)
def test_a_deal_is_laid_out_and_written_and_read_again(variant: Variant, deck: Deck) -> None:
    position = invariants.dealt(variant.rules, deck)
    assert gather(variant.rules, position) == arrange(variant.rules.dealing, deck)
    assert read_deal(variant.rules, spell(deck)) == arrange(variant.rules.dealing, deck)
    assert read_deck(spell(deck)) == read_code(deck_code(deck)) == deck


@every_variant
@calmly
@given(deck=DECKS, choices=CHOICES, data=st.data())
def test_undo_takes_back_and_redo_makes_again(
    variant: Variant, deck: Deck, choices: list[int], data: st.DataObject
) -> None:
    moves, _ = playing(variant, deck, choices)
    record = begin(variant.rules, deck)
    deeds: list[Deed] = []
    for move in moves:
        auto = record.led and data.draw(st.booleans())
        before, after = standing(record), [*deeds, Deed(Do.MOVE, move, auto)]
        record.enter(after[-1])
        deeds = after
        if record.status.finished:
            break
        if data.draw(st.integers(0, 3)) == 0:
            made = standing(record)
            record.enter(Deed(Do.UNDO))
            assert auto or standing(record) == before
            record.enter(Deed(Do.REDO))
            assert standing(record) == made
            deeds += [Deed(Do.UNDO), Deed(Do.REDO)]
    assert read(variant.rules, deck, deeds) == record
    assert record.steps == sum(deed.do is Do.MOVE for deed in deeds)
    while record.done and not record.status.finished:
        record.enter(Deed(Do.UNDO))
    assert record.status.finished or record.position == deal(variant.rules, deck)


def standing(record: Record) -> tuple[Position, str, int]:
    return record.position, record.status, len(record.done)
