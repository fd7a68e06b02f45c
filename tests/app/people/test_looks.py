"""What a player chooses for pages and tables, as cookies and rows keep it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.refusals import Malformed
from app.people.looks import CHOICES, Look
from app.people.service.players import choices_of, look_of
from app.people.titles import read_titled
from app.people.venues import Venue
from tests.factories import a_player

LOOKS = st.builds(Look, **{name: st.sampled_from(values) for name, values in CHOICES.items()})


@given(LOOKS)
def test_a_look_is_read_as_it_was_written_and_only_what_is_unusual_is_written(look: Look) -> None:
    assert Look.read(str(look)) == look
    unusual = {name for name, values in CHOICES.items() if look.choices()[name] != values[0]}
    assert {name for name, _ in look.marks()} == unusual
    assert Look().with_choices(look.choices() | {"gloves": "on"}) == look


def test_a_choice_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    assert (str(Look()), Look.read("")) == ("", Look())
    with pytest.raises(Malformed, match="For “deck”, choose two, four or safe"):
        Look().with_choices({"theme": "dark", "deck": "seven"})


@pytest.mark.parametrize("kind", ["race", "group", "tournament"])
def test_a_venue_is_read_as_it_was_written_and_its_code_in_small_letters_too(kind: str) -> None:
    venue = Venue(kind, "BCDFGH")
    assert Venue.read(str(venue)) == Venue.read(f"{kind} bcdfgh") == venue
    for text in (f"{kind}", f"{kind} BCDFG", f"{kind} BCDFGHJKLMN", f"{kind} BCDF1H", "BCDFGH"):
        with pytest.raises(ValueError, match="is no venue"):
            Venue.read(text)
    with pytest.raises(Malformed):
        read_titled("castle BCDFGH")


@pytest.mark.parametrize("settings", ["{", '{"look": "deck=none"}', "{}"])
def test_a_player_whose_look_cannot_be_read_has_the_usual_one(settings: str) -> None:
    assert look_of(a_player("player-000000001", settings=settings)) == Look()


@pytest.mark.parametrize("settings", ["{", '{"strength": 1}', "{}"])
def test_of_choices_that_cannot_be_read_there_are_none(settings: str) -> None:
    assert choices_of(a_player("player-000000001", settings=settings), "strength") == {}
