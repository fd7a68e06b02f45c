"""The games of the house, and which of them it plays."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import Connection

from app.core.clock import today
from app.features.daily.rows import dailies
from app.features.races.service import house
from app.features.ratings.values.rating import Rating
from engine.deals import shuffled
from engine.games import variant_of
from engine.likeness import likeness
from engine.moves import apply
from engine.position import cards_home, deal
from tests.app.daily.factories import a_daily
from tests.databases import plain_engine

NOW = 1_800_000_000_000
VARIANT = variant_of("fortress", "")
ANN = "ann0000000000000"


@pytest.fixture
def connection(url: str) -> Iterator[Connection]:
    with plain_engine(url).begin() as opened:
        yield opened


def test_the_house_wins_every_game_of_its_own_in_every_variant() -> None:
    games = house.games()
    assert {f"{variant.game.slug} {variant.text}" for variant in games} == {
        *("fortress ", "six-by-four cells=none", "six-by-four cells=four", "stonewall "),
        *("stalactites by=ones", "stalactites by=twos", "stronghold cell=none", "stronghold cell=one"),
    }
    for variant, lines in games.items():
        assert len(lines) == 6
        for number, line in lines.items():
            position = deal(variant.rules, shuffled(number))
            for move in line:
                position = apply(variant.rules, position, move)
            assert cards_home(variant.rules, position) == 52


def test_the_house_brings_a_card_home_with_each_move_that_does_and_the_last_one_at_the_end(
    connection: Connection,
) -> None:
    begun = house.race(connection, ANN, VARIANT, 4_000, NOW)
    line = house.games()[VARIANT][begun.deal or 0]
    played = house.course(begun, 4_000)
    assert played
    changes, ms = played
    home = [place for place, move in enumerate(line, start=1) if move.target.startswith("f")]
    assert changes == ((0, 0), *((4_000 * place, count) for count, place in enumerate(home, start=1)))
    assert changes[-1] == (ms, 52)
    assert house.course(begun._replace(deal=1), 4_000) is None
    weak, strong, beyond = (Rating(rating) for rating in (1_100.0, 1_900.0, 9_000.0))
    assert [house.pace(one) for one in (None, weak, strong, beyond)] == [4_000, 8_000, 2_000, 2_000]


def test_the_house_plays_no_deal_of_an_open_event_while_it_has_another(connection: Connection) -> None:
    *opened, left = house.games()[VARIANT]
    for ahead, number in enumerate(opened):
        day, deck = today(NOW) + timedelta(days=ahead), shuffled(number)
        like = likeness(VARIANT.game.rules, deck)
        dailies.add(connection, a_daily(day, VARIANT.game, deck=deck, deal=number, likeness=like))
    assert {house.race(connection, ANN, VARIANT, 4_000, NOW).deal for _ in range(4)} == {left}
