"""Moves that only go round in circles."""

from collections.abc import Iterator

import pytest

from engine.deals import shuffled
from engine.moves import apply, legal_moves
from engine.position import Position, deal, layout
from engine.record import FAR, NEAR, Reach, _gets_on, goes_round
from engine.rules import Rules
from tests.engine.variants import VARIANTS, Variant, rules_of
from tests.solver.reached import near_the_end, played, shrunken

SMALL = 400
"""How many positions we go through at most to know the truth."""


def circles(rules: Rules, position: Position, reach: Reach) -> bool:
    return goes_round(rules, position, legal_moves(rules, position), reach)


def truly_circles(rules: Rules, position: Position) -> bool | None:
    """Return whether moves are left but none ever leads on, by trying all positions; None if there are too many."""
    homes, met, left = layout(rules).foundations, {position}, [position]
    while left:
        before = left.pop()
        for move in legal_moves(rules, before):
            after = apply(rules, before, move)
            if after.face_down != before.face_down or any(after.piles[at] != before.piles[at] for at in homes):
                return False
            if after not in met:
                met.add(after)
                left.append(after)
        if len(met) > SMALL:
            return None
    return len(met) > 1


def endings(variant: Variant) -> Iterator[tuple[Rules, Position]]:
    """Return small endgames, and endings of a game played at random."""
    small = shrunken(variant.rules)
    yield from ((small, near_the_end(small, seed, 6 + seed % 8)) for seed in range(30))
    yield from ((variant.rules, position) for position in [*played(variant.rules, 1, 90)][-20:])


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_circles_are_told_exactly_where_trying_everything_finds_them(variant: Variant) -> None:
    known = 0
    for rules, position in endings(variant):
        truth = truly_circles(rules, position)
        if truth is not None:
            assert circles(rules, position, Reach(100, 100 * SMALL)) is truth
            known += 1
    assert known > 20


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_short_look_never_tells_of_circles_where_there_are_none(variant: Variant) -> None:
    for rules, position in endings(variant):
        if circles(rules, position, NEAR):
            assert truly_circles(rules, position)


def test_a_short_look_sees_nearly_every_circle_that_random_play_ends_in() -> None:
    near = far = 0
    for options in ("none", "one"):
        rules = rules_of("stronghold", cell=options)
        for position in played(rules, 1, 150):
            near += circles(rules, position, NEAR)
            far += circles(rules, position, FAR)
    assert far
    assert near >= far * 0.9


def test_a_short_look_is_short_however_much_can_be_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = 0

    def counted(rules: Rules, position: Position) -> list[object]:
        nonlocal tried
        moves = legal_moves(rules, position)
        tried += len(moves)
        return list(moves)

    monkeypatch.setattr("engine.record.legal_moves", counted)
    for variant in VARIANTS:
        for position in played(variant.rules, 3, 60):
            tried = 0
            circles(variant.rules, position, NEAR)
            assert tried <= NEAR.in_all + NEAR.at_once


def test_a_circle_of_more_moves_than_the_reach_stays_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.record._circling", {})
    rules = rules_of("stronghold", cell="none")
    told = (
        (circles(rules, position, Reach(FAR.at_once, len(legal_moves(rules, position)))), circles(rules, position, FAR))
        for position in played(rules, 1, 150)
    )
    assert not next(by_the_first_moves for by_the_first_moves, by_all in told if by_all)


def test_a_circle_once_found_is_known_however_short_the_next_look_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.record._circling", {})
    rules = rules_of("stronghold", cell="none")
    found = next(position for position in played(rules, 1, 150) if circles(rules, position, FAR))
    assert circles(rules, found, Reach(0, 0))


def test_a_game_that_has_just_begun_goes_on() -> None:
    rules = rules_of("fortress")
    assert not circles(rules, deal(rules, shuffled(4)), FAR)


def test_where_nothing_can_be_moved_nothing_goes_round() -> None:
    rules = rules_of("stalactites", by="ones")
    *_, stuck = played(rules, 1, moves=400)
    assert not legal_moves(rules, stuck)
    assert not circles(rules, stuck, FAR)


def test_a_move_gets_on_if_a_card_comes_home_or_is_turned_up() -> None:
    rules, met = rules_of("stonewall"), set[bool]()
    homes = layout(rules).foundations
    for position in played(rules, 2, 60):
        for move in legal_moves(rules, position):
            after = apply(rules, position, move)
            gets_on = after.face_down != position.face_down or any(
                after.piles[at] != position.piles[at] for at in homes
            )
            assert _gets_on(rules, position, move) is gets_on
            met.add(gets_on)
    assert met == {True, False}
