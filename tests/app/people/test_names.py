"""Which names are allowed, and which two are too much alike."""

from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.refusals import Malformed
from app.people.names import LONGEST, SHORTEST, read_name, skeleton


@pytest.mark.parametrize(
    "name", ["Ann", "Jean-Luc", "O'Neil", "Zoë 2", "李雷", "Ольга", "नेहा", "Ab", "x" * 24, "a.b_c"]
)
def test_names_of_every_script_are_kept_as_they_are(name: str) -> None:
    assert read_name(name) == name


@pytest.mark.parametrize(
    "text",
    [
        *("", "A", "x" * 25, "   ", "-Ann", "Ann.", "<Ann>", 'A"nn', "A&nn", "A/nn", "A\\nn", "A@nn", "Ann!"),
        *("A\0nn", "A\u202enn", "A\u200bnn", "A\u2066nn", "A\ufeffnn", "A\u00adnn", "A\ue000n", "A😀n", "\u0301Ann"),
        *("An\u0316\u0317\u0318n", "A\u115fnn", "A\u3164nn", "A\u034fnn", "A\ufe0fnn"),
    ],
)
def test_what_could_harm_a_page_or_hide_in_it_is_no_name(text: str) -> None:
    with pytest.raises(Malformed):
        read_name(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"), ("Straße", "STRASSE"), ("Ivan", "lvan"), ("Ivan", "1VAN"), ("ivan", "1van"), ("Mod", "M0D"),
        ("Dara", "Clara"), ("will", "vvill"), ("WILL", "vVill"), ("Mary", "Rnary"), ("dawn", "CLAVVN"),
        ("Ivan", "İvan"), ("ivan", "i\u0307van"), ("Ann Lee", "AnnLee"), ("Ann-Lee", "ann_lee"), ("A.B", "A B"),
        ("O'Neil", "Oneil"), ("Paul", "Раul"), ("Anna", "аnnа"), ("Mary", "rnary"), ("val", "νal"),
        ("Ann", "ΑΝΝ"), ("O'Neil", "O’Neil"), ("ರ೧", "ರ౧"),
    ],
)  # fmt: skip
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(read_name(one)) == skeleton(read_name(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "Anna"), ("Zoe", "Zoë"), ("Ann Lee", "Anna Lee"), ("Bob", "Rob"), ("wolf", "volf"), ("Dan", "Can")],
)
def test_names_that_can_be_told_apart_have_two(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=40))
def test_whatever_is_kept_is_short_of_one_form_and_safe_on_a_page(text: str) -> None:
    try:
        name = read_name(text)
    except Malformed:
        return
    assert SHORTEST <= len(name) <= LONGEST
    assert read_name(name) == name
    assert escape(name.replace("'", "")) == name.replace("'", "")
    assert name.isprintable()
