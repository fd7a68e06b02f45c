"""Gatherings and the finish: their moves are legal one by one and end exactly where they should."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.automatic import Automatic, automatic_moves
from engine.cards import CARDS, RANK, SUIT
from engine.conveniences import finishing, gathering, gatherings, next_cards_home
from engine.moves import Move, Outcome, apply, legal_moves, objection, outcome
from engine.position import Position, deal, layout
from engine.rules import Build, Rules, Space
from tests.engine.positions import PLAIN, cards_of, place, play
from tests.engine.variants import VARIANTS, Variant, rules_of

STRONGHOLD = rules_of("stronghold")
WITH_CELL = rules_of("stronghold", cell="one")
FORTRESS = rules_of("fortress")
ONES = rules_of("stalactites", by="ones")
KINGS = replace(PLAIN, columns=(1,) * 6, space=Space.KING, cells=2)
ROOMY = replace(PLAIN, columns=(1,) * 5, build=Build.DOWN_IN_ANY_SUIT, cells=2)
WINGS_WITH_CELL = replace(FORTRESS, cells=1)

GATHERED_IN = [STRONGHOLD, WITH_CELL, FORTRESS, KINGS, ROOMY, WINGS_WITH_CELL]
calmly = settings(max_examples=30, derandomize=True)


@st.composite
def orderly(draw: st.DrawFn, rules: Rules) -> Position:
    """Draw a position with packed sequences, free cells and spaces in it."""
    home = draw(st.lists(st.integers(0, 13), min_size=4, max_size=4))
    left = [card for card in CARDS if card % 13 >= home[SUIT[card]]]
    if rules.build is not Build.UP_OR_DOWN_IN_SUIT:
        left.sort(key=RANK.__getitem__)
    if draw(st.booleans()):
        left.reverse()
    table = layout(rules)
    piles: list[list[int]] = [[] for _ in table.ids]
    for suit, reached in enumerate(home):
        piles[table.foundations[suit]] = [13 * suit + rank for rank in range(reached)]
    used = draw(st.integers(1, len(rules.columns)))
    for card in left:
        piles[draw(st.integers(0, used - 1))].append(card)
    for cell in table.cells:
        if draw(st.booleans()) and piles[0]:
            piles[cell].append(piles[0].pop())
    return Position(tuple(map(tuple, piles)), (0,) * len(rules.columns))


def texts(moves: list[Move] | tuple[Move, ...]) -> list[str]:
    return [str(move) for move in moves]


def played(rules: Rules, position: Position, moves: tuple[Move, ...]) -> Position:
    for move in moves:
        position = apply(rules, position, move)
    return position


# --- gatherings ------------------------------------------------------------------------------------------------------


@calmly
@given(data=st.data())
@pytest.mark.parametrize("rules", GATHERED_IN)
def test_a_gathering_brings_its_cards_to_its_place_and_leaves_all_else(rules: Rules, data: st.DataObject) -> None:
    position = data.draw(orderly(rules))
    index = layout(rules).index
    for gathered in gatherings(rules, position):
        assert objection(rules, position, gathered) is not None
        moves = gathering(rules, position, gathered)
        assert {move.count for move in moves} == {1}
        after = played(rules, position, moves)
        source, target = index[gathered.source], index[gathered.target]
        taken = position.piles[source][-gathered.count :]
        expected = list(position.piles)
        expected[source] = position.piles[source][: -gathered.count]
        assert after.piles[target] in {position.piles[target] + taken, position.piles[target] + taken[::-1]}
        expected[target] = after.piles[target]
        assert after.piles == tuple(expected)


@calmly
@given(data=st.data())
@pytest.mark.parametrize("rules", GATHERED_IN)
def test_what_is_not_listed_comes_to_no_moves(rules: Rules, data: st.DataObject) -> None:
    position = data.draw(orderly(rules))
    ids = layout(rules).ids
    tried = Move(data.draw(st.sampled_from(ids)), data.draw(st.sampled_from(ids)), data.draw(st.integers(1, 14)))
    listed = {*legal_moves(rules, position), *gatherings(rules, position)}
    assert bool(gathering(rules, position, tried)) is (tried in listed)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_legal_move_stands_for_itself(variant: Variant) -> None:
    position = deal(variant.rules, tuple(CARDS))
    for move in legal_moves(variant.rules, position):
        assert gathering(variant.rules, position, move) == (move,)


@pytest.mark.parametrize("slug", ["stonewall", "six-by-four", "stalactites"])
def test_games_that_lift_sequences_or_do_not_build_need_no_gatherings(slug: str) -> None:
    for variant in VARIANTS:
        if variant.game.slug == slug:
            assert gatherings(variant.rules, deal(variant.rules, tuple(CARDS))) == []


TAKEN = {"t1": "TC", "t2": "KS", "t3": "KD", "t4": "QC", "t5": "QD", "t6": "JD", "t7": "JS", "c0": "JC"}


@pytest.mark.parametrize(
    ("rules", "free", "most"),
    [
        (STRONGHOLD, (), 1),
        (WITH_CELL, ("c0",), 2),
        (STRONGHOLD, ("t7",), 2),
        (WITH_CELL, ("c0", "t7"), 4),
        (STRONGHOLD, ("t6", "t7"), 4),
        (WITH_CELL, ("c0", "t6", "t7"), 8),
        (STRONGHOLD, ("t5", "t6", "t7"), 8),
    ],
)
def test_every_space_doubles_what_can_be_moved_in_its_order(rules: Rules, free: tuple[str, ...], most: int) -> None:
    piles = {pile: cards for pile, cards in TAKEN.items() if pile not in free and pile in layout(rules).ids}
    for size in range(2, 10):
        # Of a sequence headed by a nine all of it or nothing goes onto the ten.
        sequence = ["9C", "8D", "7S", "6H", "5C", "4D", "3S", "2H", "AC"][:size]
        position = place(rules, (), t0=f"KH {' '.join(sequence)}", **piles)
        onto_ten = [move.count for move in gatherings(rules, position) if move.target == "t1"]
        assert onto_ten == ([size] if size <= most else [])


def test_a_space_does_not_help_to_fill_itself() -> None:
    position = place(WITH_CELL, t0="KH 9C 8D 7S", t1="TC", t2="KS", t3="KD", t4="QC", t5="QD", t6="JD")
    assert texts(gatherings(WITH_CELL, position)) == ["t0-t1:3", "t0-t7:2"]
    assert texts(gathering(WITH_CELL, position, Move("t0", "t1", 3))) == ["t0-c0", "t0-t7", "t0-t1", "t7-t1", "c0-t1"]


def test_a_whole_column_is_not_offered_a_space_it_would_only_change_places_with() -> None:
    position = place(STRONGHOLD, t0="9C 8D", t1="TC")
    assert texts(gatherings(STRONGHOLD, position)) == ["t0-t1:2"]


def test_no_card_that_lies_face_down_comes_along() -> None:
    rules = replace(PLAIN, columns=(2, 1, 1), face_down_rows=(0,), cells=3)
    position = place(rules, (1, 0, 0), t0="5H 4C 3H", t1="5D", t2="6S")
    assert texts(gatherings(rules, position)) == ["t0-t1:2"]


def test_spaces_for_kings_alone_are_no_places_to_wait() -> None:
    position = place(KINGS, t0="2C KH QC JH", t1="5D")
    assert texts(gatherings(KINGS, position)) == [f"t0-t{space}:3" for space in (2, 3, 4, 5)]


NO_PLACES = {f"t{at}": f"{at}D" for at in range(2, 10)}


def test_where_columns_build_both_ways_a_sequence_is_turned_round_on_a_card() -> None:
    position = place(FORTRESS, (), t0="KH 7C 6C 5C", t1="4C", **NO_PLACES)
    assert texts(gatherings(FORTRESS, position)) == ["t0-t1:2", "t0-t1:3"]
    after = play(FORTRESS, position, *texts(gathering(FORTRESS, position, Move("t0", "t1", 3))))
    assert cards_of(FORTRESS, after, "t1") == "4C 5C 6C 7C"


def test_the_only_space_takes_a_sequence_turned_round_even_of_a_whole_column() -> None:
    position = place(FORTRESS, (), t0="7C 6C 5C", t1="AH", **NO_PLACES | {"t9": ""})
    assert texts(gatherings(FORTRESS, position)) == ["t0-t9:2", "t0-t9:3"]
    after = play(FORTRESS, position, *texts(gathering(FORTRESS, position, Move("t0", "t9", 3))))
    assert cards_of(FORTRESS, after, "t9") == "5C 6C 7C"


def test_with_a_second_space_a_sequence_keeps_its_order() -> None:
    position = place(FORTRESS, (), t0="KH 7C 6C 5C", t1="AH", **NO_PLACES | {"t8": "", "t9": ""})
    after = play(FORTRESS, position, *texts(gathering(FORTRESS, position, Move("t0", "t9", 3))))
    assert cards_of(FORTRESS, after, "t9") == "7C 6C 5C"


# --- the finish ------------------------------------------------------------------------------------------------------


@calmly
@given(data=st.data())
@pytest.mark.parametrize("rules", [STRONGHOLD, WITH_CELL, FORTRESS, KINGS])
def test_the_finish_is_offered_exactly_where_all_cards_go_home_by_themselves(rules: Rules, data: st.DataObject) -> None:
    position = data.draw(orderly(rules))
    homeward = automatic_moves(rules, position, Automatic.ALL)
    after = played(rules, position, tuple(homeward))
    wins = bool(homeward) and outcome(rules, after, []) is Outcome.WON
    moves = finishing(rules, position)
    assert bool(moves) is wins
    if moves:
        assert {move.target[0] for move in moves} == {"f"}
        assert played(rules, position, moves) == after


def test_the_finish_chooses_the_foundation_with_the_longest_way() -> None:
    # Both foundations wait for a seven; the one that then takes the eight is f1.
    piles = {"f0": "8C 9C TC JC QC KC AC 2C 3C 4C 5C 6C", "f1": "5S 6S", "f2": "to KH", "f3": "to KD"}
    position = place(ONES, (), t0="7C 4S 3S 2S AS KS QS JS TS 9S 8S 7S", **piles)
    assert texts(finishing(ONES, position)) == ["t0-f1"] * 11 + ["t0-f0"]


def test_the_finish_counts_what_it_has_brought_home_itself() -> None:
    f0, then_f1, then_f0 = "3C 4C 5C 6C 7C 8C 9C TH JH QH", "KH AH 2H 3H 4H 5H 6H 7H 8H 9H", "KC AC"
    column = " ".join(reversed(f"{f0} {then_f1} {then_f0}".split()))
    position = place(ONES, t0=column, f0="2C", f1="TC JC QC", f2="to KS", f3="to KD")
    assert texts(finishing(ONES, position)) == ["t0-f0"] * 10 + ["t0-f1"] * 10 + ["t0-f0"] * 2


def test_no_finish_while_a_card_lies_face_down() -> None:
    stonewall = rules_of("stonewall")
    piles = {"f0": "to KC", "f1": "to KS", "f2": "to KH", "f3": "to TD"}
    assert finishing(stonewall, place(stonewall, (1, 0, 0, 0, 0, 0), **piles, t0="KD QD JD")) == ()
    assert texts(finishing(stonewall, place(stonewall, (), **piles, t0="KD QD JD"))) == ["t0-f3"] * 3


def test_a_won_game_has_nothing_to_finish() -> None:
    assert finishing(PLAIN, place(PLAIN, f0="to KC", f1="to KS", f2="to KH", f3="to KD")) == ()


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_cards_awaited_are_those_that_a_foundation_would_take(variant: Variant) -> None:
    rules = variant.rules
    start = deal(rules, tuple(CARDS))
    table = layout(rules)
    home = {card for at in table.foundations for card in start.piles[at]}
    lone = table.columns.start
    for card in set(CARDS) - home:
        piles = tuple(
            (card,) if at == lone else cards if at in table.foundations else () for at, cards in enumerate(start.piles)
        )
        alone = Position(piles, (0,) * len(start.face_down))
        takes = any(move.target.startswith("f") for move in legal_moves(rules, alone) if move.source == table.ids[lone])
        assert (card in next_cards_home(rules, start)) == takes
