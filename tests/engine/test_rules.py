"""A table for each policy: what each of its members accepts and refuses, written as card texts."""

from collections.abc import Mapping
from typing import TypeVar

import pytest

from engine.cards import CARDS, card
from engine.games import GAMES
from engine.rules import (
    Build,
    Dealing,
    Foundation,
    Game,
    InvalidOption,
    Option,
    Space,
    arrange,
    builds,
    fills,
    follows,
    starts,
)
from engine.tables import tables
from tests.engine.variants import VARIANTS, Variant, rules_of

Policy = TypeVar("Policy", Build, Space, Foundation)

# Each pair is a card and the card it is laid on.
BUILD = {
    Build.DOWN_IN_ALTERNATE_COLOURS: (
        ["TH/JC", "TD/JS", "5S/6D", "QC/KH", "AS/2H"],
        ["TH/JH", "TH/JD", "JC/TH", "9H/JC", "TH/TC", "KH/AC", "AC/KH"],
    ),
    Build.DOWN_IN_ANY_SUIT: (
        ["9C/TC", "9C/TS", "9C/TH", "9C/TD", "AC/2C", "QS/KS"],
        ["TC/9C", "8C/TC", "9C/9H", "KC/AC", "AC/KC", "KH/AD"],
    ),
    Build.UP_OR_DOWN_IN_SUIT: (
        ["7C/6C", "7C/8C", "AH/2H", "2H/AH", "KD/QD", "QD/KD"],
        ["7C/6S", "7C/8D", "7C/9C", "7C/5C", "KC/AC", "AC/KC"],
    ),
    Build.NONE: ([], ["7C/8C", "7C/8D", "7C/6C", "AC/KC", "9H/TS"]),
}
SPACE = {
    Space.ANY_CARD: (["AC", "7H", "QD", "KS"], []),
    Space.KING: (["KC", "KS", "KH", "KD"], ["AC", "QC", "7H", "2D"]),
    Space.NOTHING: ([], ["AC", "7H", "KS"]),
}
# Each pair is a card and the number of the empty foundation.
START = {
    Foundation.FROM_ACE_IN_SUIT: (["AC/0", "AS/1", "AH/2", "AD/3"], ["AC/1", "AD/0", "2C/0", "KH/2"]),
    Foundation.FROM_DEALT_CARD_BY_ONES: ([], ["AC/0", "AS/1", "5H/2"]),
    Foundation.FROM_DEALT_CARD_BY_TWOS: ([], ["AC/0", "AS/1", "5H/2"]),
}
# Each pair is a card and the top card of the foundation.
FOLLOW = {
    Foundation.FROM_ACE_IN_SUIT: (["2C/AC", "TH/9H", "KD/QD"], ["2C/AS", "AC/2C", "3C/AC", "AC/KC", "AC/AC"]),
    Foundation.FROM_DEALT_CARD_BY_ONES: (
        ["6H/5C", "6C/5C", "AS/KH", "2D/AD", "KC/QD"],
        ["5C/6H", "7H/5C", "5H/5C", "2D/KS", "KS/AD"],
    ),
    Foundation.FROM_DEALT_CARD_BY_TWOS: (
        ["7H/5C", "7C/5C", "AS/QH", "2D/KD", "KC/JD", "3H/AS"],
        ["6H/5C", "8H/5C", "5H/7C", "AS/KH", "5D/5C"],
    ),
}

# Each pair is some cards as they come and as they are laid out.
DEALING = {
    Dealing.AS_IT_COMES: "KC AC 2D AS / KC AC 2D AS",
}


def pairs(table: Mapping[Policy, tuple[list[str], list[str]]]) -> list[object]:
    return [
        pytest.param(policy, *pair.split("/"), verdict, id=f"{policy}: {pair}{'' if verdict else ' refused'}")
        for policy, (accepted, refused) in table.items()
        for verdict, written in ((True, accepted), (False, refused))
        for pair in written
    ]


@pytest.mark.parametrize(("policy", "laid", "onto", "accepted"), pairs(BUILD))
def test_a_card_is_built_on_another_as_the_policy_says(policy: Build, laid: str, onto: str, accepted: bool) -> None:
    assert builds(policy, card(laid), card(onto)) is accepted


@pytest.mark.parametrize(("policy", "filler", "accepted"), pairs(SPACE))
def test_a_card_fills_a_space_as_the_policy_says(policy: Space, filler: str, accepted: bool) -> None:
    assert fills(policy, card(filler)) is accepted


@pytest.mark.parametrize(("policy", "first", "foundation", "accepted"), pairs(START))
def test_a_card_starts_a_foundation_as_the_policy_says(
    policy: Foundation, first: str, foundation: str, accepted: bool
) -> None:
    assert starts(policy, card(first), int(foundation)) is accepted


@pytest.mark.parametrize(("policy", "after", "top", "accepted"), pairs(FOLLOW))
def test_a_card_follows_on_a_foundation_as_the_policy_says(
    policy: Foundation, after: str, top: str, accepted: bool
) -> None:
    assert follows(policy, card(after), card(top)) is accepted


@pytest.mark.parametrize(("policy", "pair"), DEALING.items())
def test_cards_are_laid_out_in_the_order_that_the_policy_says(policy: Dealing, pair: str) -> None:
    come, laid_out = (tuple(map(card, cards.split())) for cards in pair.split("/"))
    assert arrange(policy, come) == laid_out


def test_every_member_of_every_policy_stands_in_its_table() -> None:
    assert set(DEALING) == set(Dealing)
    assert set(BUILD) == set(Build)
    assert set(SPACE) == set(Space)
    assert set(START) == set(FOLLOW) == set(Foundation)


@pytest.mark.parametrize("by", [Foundation.FROM_DEALT_CARD_BY_ONES, Foundation.FROM_DEALT_CARD_BY_TWOS])
def test_a_foundation_from_a_dealt_card_visits_every_rank_once(by: Foundation) -> None:
    clubs = range(13)
    for base in clubs:
        pile = [base]
        while len(pile) < 13:
            pile += [after for after in clubs if follows(by, after, pile[-1])]
        assert sorted(pile) == list(clubs)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_tables_of_a_game_say_what_its_predicates_say(variant: Variant) -> None:
    rules, tabled = variant.rules, tables(variant.rules)
    for onto in CARDS:
        assert tabled.onto[onto] == {one for one in CARDS if builds(rules.build, one, onto)}
        assert tabled.follows[onto] == {one for one in CARDS if follows(rules.foundation, one, onto)}
    assert tabled.into_space == {one for one in CARDS if fills(rules.space, one)}
    assert list(tabled.starts) == [{one for one in CARDS if starts(rules.foundation, one, at)} for at in range(4)]


def test_the_same_options_give_the_same_rules_object() -> None:
    assert rules_of("stronghold") is rules_of("stronghold", cell="none")
    assert rules_of("stronghold", cell="one") is rules_of("stronghold", cell="one")
    assert rules_of("stronghold") is not rules_of("stronghold", cell="one")


def game(*options: Option) -> Game:
    return Game(slug="trial", name="Trial", character="", rules=rules_of("fortress"), options=options)


CELLS = Option(name="cells", field="cells", values={"none": 0, "two": 2}, default="none")
RESERVE = Option(name="a-reserve", field="reserve", values={"small": 1, "large": 2}, default=None)


def test_an_option_sets_the_field_it_names() -> None:
    trial = game(CELLS)
    assert trial.settle({"cells": "two"}).rules.cells == 2


def test_options_are_settled_in_the_order_of_their_names_and_unknown_names_ignored() -> None:
    settled = game(CELLS, RESERVE).settle({"utm": "x", "cells": "two", "a-reserve": "large"})
    assert list(settled.options.items()) == [("a-reserve", "large"), ("cells", "two")]


def test_an_option_left_out_has_its_default() -> None:
    assert game(CELLS).settle({}).options == {"cells": "none"}


def test_an_unknown_value_is_refused_with_the_choices() -> None:
    with pytest.raises(InvalidOption, match=r"^The option “cells” of Trial is none or two\.$"):
        game(CELLS).settle({"cells": "nine"})


def test_an_option_without_default_must_be_given() -> None:
    with pytest.raises(InvalidOption, match=r"^Trial needs the option “a-reserve”: small or large\.$"):
        game(RESERVE).settle({})


def test_a_default_is_one_of_the_values() -> None:
    for variant in VARIANTS:
        for option in variant.game.options:
            assert option.default is None or option.default == next(iter(option.values))


def test_a_game_finds_its_options_by_their_names_and_knows_the_one_that_each_playing_chooses() -> None:
    for game in GAMES.values():
        assert [game.option(option.name) for option in game.options] == list(game.options)
        assert ([game.asked] if game.asked else []) == [one for one in game.options if one.default is None]
