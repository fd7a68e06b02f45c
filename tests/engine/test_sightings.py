"""Which positions somebody at another table sees."""

from random import Random

import pytest

from engine.cards import CARDS
from engine.deals import shuffled
from engine.descent import DealQuery
from engine.games import find
from engine.likeness import renamings
from engine.moves import along, replay
from engine.position import deal
from engine.sightings import is_sighted, sighting
from tests.engine.positions import place
from tests.engine.test_likeness import face_down_places, moved_about
from tests.engine.test_nearness import cycled
from tests.engine.verdicts import WINS, Verdict

OTHER = shuffled(10**12)


@pytest.mark.parametrize("win", WINS[::4], ids=str)
def test_a_position_is_recognised_under_all_names_and_a_move_before_it(win: Verdict) -> None:
    rules = win.rules
    before, position = along(rules, deal(rules, win.deck), win.line[:30])[-2:]
    seen = sighting(rules, position)
    assert seen is not None
    called = renamings(rules)[-1]
    if sorted(called) == list(range(len(CARDS))):
        before, position = [
            one._replace(piles=tuple([tuple([called[card] for card in pile]) for pile in one.piles]))
            for one in (before, position)
        ]
    assert all(is_sighted(DealQuery(rules, OTHER, [one]), [seen]) for one in (before, position))
    assert not is_sighted(DealQuery(rules, OTHER, [position, deal(rules, OTHER)]), [])
    far = replay(rules, win.deck, win.line[:5])
    assert not is_sighted(DealQuery(rules, OTHER, [far]), [seen])


@pytest.mark.parametrize("slug", sorted({win.slug for win in WINS}))
def test_positions_of_other_deals_are_not_recognised(slug: str) -> None:
    wins = list({win.deck: win for win in WINS if win.slug == slug}.values())
    sightings = [
        seen
        for win in wins[::2]
        for stand in along(win.rules, deal(win.rules, win.deck), win.line)[::3]
        if (seen := sighting(win.rules, stand))
    ]
    for win in wins[1::2]:
        assert not is_sighted(
            DealQuery(win.rules, win.deck, along(win.rules, deal(win.rules, win.deck), win.line)), sightings
        )


def test_what_another_player_sees_face_down_makes_no_difference_and_what_was_turned_up_does() -> None:
    rules, random, deck = find("stonewall").rules, Random(4), shuffled(9)
    seen = sighting(rules, deal(rules, deck))
    assert seen is not None
    otherwise = moved_about(rules, cycled(deck, face_down_places(rules)), random)
    assert is_sighted(DealQuery(rules, otherwise, ()), [seen])
    assert not is_sighted(DealQuery(rules, cycled(deck, list(range(6, 9))), ()), [seen])
    turned = deal(rules, deck)._replace(face_down=(0,) * len(rules.columns))
    told = sighting(rules, turned)
    assert told is not None
    assert is_sighted(DealQuery(rules, deck, ()), [told])
    assert not is_sighted(DealQuery(rules, otherwise, ()), [told])


@pytest.mark.parametrize(
    ("left", "tangled", "told"),
    [(9, True, False), (10, True, True), (10, False, False), (13, False, False), (14, False, True)],
)
def test_a_position_with_few_cards_or_whose_cards_all_go_home_is_told_from_no_other(
    left: int, tangled: bool, told: bool
) -> None:
    rules, ranks = find("fortress").rules, "KQJT98765432A"
    column = [f"{rank}D" for rank in ranks[:left]]
    # The lowest card of the suit lies under all the others.
    laid = [column[-1], *column[:-1]] if tangled else column
    diamonds = f"to {ranks[left]}D" if left < len(ranks) else ""
    hearts, king = ("to QH", "KH") if left > len(ranks) else ("to KH", "")
    position = place(rules, f0="to KC", f1="to KS", f2=hearts, f3=diamonds, t0=" ".join(laid), t1=king)
    assert (sighting(rules, position) is not None) is told
