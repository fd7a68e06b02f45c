"""What was measured of a game: it is there for all of its variants, and stands for no other game."""

from dataclasses import replace

import pytest

import engine.measured
from engine.deals import shuffled
from engine.games import GAMES
from engine.measured import figures, measurements
from engine.rules import Game
from tests.engine.variants import VARIANTS, Variant
from tests.engine.verdicts import VERDICTS

KNOWN = [game for game in GAMES.values() if measurements(game.slug)]


@pytest.mark.parametrize("game", KNOWN, ids=str)
def test_a_measured_game_has_figures_under_each_choice_of_its_options(game: Game) -> None:
    known = measurements(game.slug)
    assert known
    assert [dict(each.options) for each in known.variants] == [each.options for each in game.variants({})]


def test_pysolfc_is_said_to_deal_the_same_only_where_decks_of_its_numbers_were_compared() -> None:
    compared = {verdict.slug for verdict in VERDICTS if shuffled(int(verdict.deal)) == verdict.deck}
    assert {game.slug for game in KNOWN if (known := measurements(game.slug)) and known.as_pysolfc} <= compared


def test_every_file_belongs_to_a_game() -> None:
    files = engine.measured.FILES - {"figures"}
    assert files <= {slug.replace("-", "_") for slug in GAMES}


@pytest.mark.parametrize("each", VARIANTS, ids=str)
def test_no_figure_stands_for_rules_that_were_not_measured(each: Variant) -> None:
    assert figures(replace(each.rules)) is None


@pytest.mark.parametrize("game", KNOWN, ids=str)
def test_bands_rise_and_counts_name_the_game(game: Game) -> None:
    for each in [figures(one.rules) for one in game.variants({})]:
        assert each
        assert 0 < each.bands.steady < each.bands.hard
        assert each.count.command.startswith(f"rampart winnability {game.slug} ")


@pytest.mark.parametrize("each", VARIANTS, ids=str)
def test_a_beginner_wins_more_gentle_deals_than_others(each: Variant) -> None:
    known = figures(each.rules)
    assert known
    assert 1 > known.beginner.share("gentle") > max(known.beginner.share("steady"), known.beginner.share("hard"))
