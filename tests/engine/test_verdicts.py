import pytest

from engine.deals import shuffled
from engine.moves import Outcome, apply, legal_moves, outcome, replay
from engine.position import deal
from tests.engine.variants import VARIANTS
from tests.engine.verdicts import VERDICTS, WINS, Verdict


@pytest.mark.parametrize("verdict", VERDICTS, ids=str)
def test_a_recorded_number_deals_its_recorded_deck(verdict: Verdict) -> None:
    assert shuffled(int(verdict.deal)) == verdict.deck


@pytest.mark.parametrize("win", WINS, ids=str)
def test_a_winning_line_is_replayed_to_a_win(win: Verdict) -> None:
    assert outcome(win.rules, replay(win.rules, win.deck, win.line), ()) is Outcome.WON


@pytest.mark.parametrize("win", WINS, ids=str)
def test_every_move_of_a_winning_line_is_among_the_legal_moves(win: Verdict) -> None:
    position = deal(win.rules, win.deck)
    for move in win.line:
        assert move in legal_moves(win.rules, position)
        position = apply(win.rules, position, move)


def test_a_game_on_record_has_wins_and_losses_under_every_option() -> None:
    winnable = {(verdict.slug, *verdict.options.items()) for verdict in WINS}
    lost = {(verdict.slug, *verdict.options.items()) for verdict in VERDICTS if not verdict.winnable}
    recorded = {verdict.slug for verdict in VERDICTS}
    every = {(variant.game.slug, *variant.options.items()) for variant in VARIANTS if variant.game.slug in recorded}
    assert winnable == every
    assert every - lost == {("six-by-four", ("cells", "four"))}, "nearly every deal of it can be won"
