"""One rule for all text that a visitor brings: everybody reads it as it stands."""

from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from app.core.refusals import Malformed
from app.core.typed import read_line
from app.features.moderation.values import LONGEST_APPEAL
from app.people.service.tokens import read_wish
from engine.readable import IGNORABLE
from engine.variations import InvalidVariations, Variations

UNSEEN = ["\0", "\x1b", "\u202e", "\u2066", "\u200b", "\u3164", "\ufeff", "\ue000", "\U000e0041", "e" + "\u0301" * 5]
SEEN = ["a move too late", "Zoë’s “best”: 100 %", "נכון", "नेहा", "李", "♥\ufe0f", "<b>&amp;</b>"]
VARIATION_SELECTORS = range(0xFE00, 0xFE10)


def remark(text: str) -> str:
    return Variations.read(f"t0-t1{{{text}}}").remarks[0]


@pytest.mark.parametrize("char", UNSEEN, ids=ascii)
def test_text_that_not_everybody_reads_alike_is_refused_wherever_it_is_written(client: TestClient, char: str) -> None:
    text = f"a{char}b"
    with pytest.raises(InvalidVariations):
        remark(text)
    with pytest.raises(InvalidVariations):
        Variations.read("t0-t1").with_remark(1, text)
    with pytest.raises(Malformed):
        read_line(text, LONGEST_APPEAL, "An appeal")
    with pytest.raises(Malformed):
        read_wish(text, [], "")
    answer = client.get(f"/analysis/fortress?deal=4&moves={quote(f't1-f3{{{text}}}')}")
    assert answer.status_code == 400
    assert char not in answer.text


@pytest.mark.parametrize("text", SEEN)
def test_text_of_any_script_is_taken_as_it_is(text: str) -> None:
    assert remark(text) == read_line(text, LONGEST_APPEAL, "An appeal") == text


def test_nothing_that_unicode_calls_ignorable_stands_in_a_line() -> None:
    for first, last in IGNORABLE:
        for code in {first, last} - set(VARIATION_SELECTORS):
            with pytest.raises(Malformed):
                read_line(f"a{chr(code)}b", LONGEST_APPEAL, "An appeal")


@pytest.mark.parametrize(
    "asked",
    [
        ("GET", "/history?before=%00", {}),
        ("GET", "/races?code=a%00", {}),
        ("POST", "/learn/fortress/put-away", {"data": {"session": "a\0"}}),
        ("POST", "/account/sign-in", {"data": {"name": "a\0", "password": "a password"}}),
        ("POST", "/api/v1/login", {"json": {"name": "a\0", "password": "a password"}}),
        ("POST", "/api/v1/sessions", {"json": {"game": "fortress", "deal": "\0"}}),
    ],
    ids=str,
)
def test_the_character_that_no_database_takes_is_refused_with_a_sentence(
    client: TestClient, asked: tuple[str, str, dict[str, dict[str, str]]]
) -> None:
    method, address, sent = asked
    answer = client.request(method, address, **sent)  # type: ignore[arg-type]
    assert answer.status_code == 400
    assert "A text can’t hold the character NUL." in answer.text


def test_a_refusal_repeats_nothing_that_turns_the_direction_of_writing(client: TestClient) -> None:
    answer = client.get("/api/v1/puzzles/next", params={"game": "abc\u202edef"})
    assert answer.status_code == 404
    assert "abc\ufffddef" in answer.json()["detail"]
