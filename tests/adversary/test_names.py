"""Nobody takes a name that looks like another's, or like none at all."""

import pytest
from starlette.testclient import TestClient

from app.core.refusals import Malformed
from app.people.names import read_name, skeleton
from engine.readable import IGNORABLE, is_ignorable

INVISIBLE = [chr(first) for first, _ in IGNORABLE] + [chr(last) for _, last in IGNORABLE]
STRANGERS = "\u2d7f\u1039\u17d2\u0dca\U00010a3f"
"""Marks that are seen only between letters of their own script."""
PASSWORD = "a password, and long"


@pytest.mark.parametrize("char", INVISIBLE, ids=ascii)
def test_no_invisible_character_is_part_of_a_name(char: str) -> None:
    for text in (f"Ann{char}", f"An{char}n", f"{char}Ann", char * 3, f"{char} {char}"):
        with pytest.raises(Malformed):
            read_name(text)


def test_everything_that_is_ignorable_is_refused_and_nothing_else_is_called_so() -> None:
    every = [code for first, last in IGNORABLE for code in range(first, last + 1)]
    assert every == sorted(set(every))
    assert len(every) == 4174  # the total that DerivedCoreProperties.txt of Unicode 15 and 16 states
    for code in every:
        with pytest.raises(Malformed):
            read_name(f"Ann{chr(code)}")
    assert not any(map(is_ignorable, "abc ABC é ナ 李 नेहा"))


@pytest.mark.parametrize("mark", STRANGERS, ids=ascii)
def test_a_mark_of_another_script_is_refused(mark: str) -> None:
    with pytest.raises(Malformed):
        read_name(f"An{mark}n")


@pytest.mark.parametrize("name", ["नेहा", "สมชาย", "Ảnn", "မြန်မာ", "がく", "Łukasz", "Ольга", "עִבְרִית"])
def test_marks_of_a_names_own_script_are_kept(name: str) -> None:
    assert read_name(read_name(name)) == read_name(name)


ALIKE = [("Clara", "dara"), ("will", "vvill"), ("Ann Lee", "AnnLee"), ("Ann Lee", "A-n-n.L'e_e"), ("Mary", "rnary")]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_an_account_is_refused_whose_name_looks_like_anothers(
    client: TestClient, stranger: TestClient, one: str, other: str
) -> None:
    assert client.post("/api/v1/players", json={"name": one, "password": PASSWORD}).status_code in {200, 201}
    refused = stranger.post("/api/v1/players", json={"name": other, "password": PASSWORD})
    assert refused.status_code == 422


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_a_race_and_a_table_tell_such_names_apart_too(
    client: TestClient, stranger: TestClient, one: str, other: str
) -> None:
    room = client.post("/api/v1/races", json={"game": "fortress", "name": one}).json()
    assert stranger.post(f"/api/v1/races/{room['code']}/join", json={"name": other}).status_code == 422


@pytest.mark.parametrize("char", ["\u3164", "\ufe0f", "\u034f"], ids=ascii)
def test_a_wholly_invisible_name_is_refused_wherever_one_is_asked_for(client: TestClient, char: str) -> None:
    name = char * 4
    assert client.post("/api/v1/players", json={"name": name, "password": PASSWORD}).status_code == 400
    assert client.post("/api/v1/races", json={"game": "fortress", "name": name}).status_code == 400
    client.post("/api/v1/players", json={"name": "Ann", "password": PASSWORD})
    assert client.post("/groups", data={"name": name}).status_code == 400


def test_every_name_has_the_skeleton_of_what_it_is_folded_to() -> None:
    for name in ("Clara", "İvan", "Straße", "WILL", "Zoë", "i\u0307van", "Ǆ Ab"):
        assert skeleton(name) == skeleton(name.upper()) == skeleton(name.lower())
