"""What decided a heat, on the courses alone."""

import pytest

from app.features.races.values.turning import HomeMark, turning_point


def course(text: str) -> list[HomeMark]:
    """Read a course such as `0:0 12:1`: a second and the cards home then, one step at a time."""
    marks = [word.split(":") for word in text.split()]
    return [HomeMark(int(second) * 1000, step, int(home)) for step, (second, home) in enumerate(marks)]


@pytest.mark.parametrize(
    ("first", "second", "decided"),
    [
        # The lead changes hands, and is decided where it changes for the last time.
        ("0:0 5:2 20:3 40:6", "0:0 10:4 30:5", (40, 3, 6, 5)),
        # Whoever leads from the first card on leads from there.
        ("0:0 5:1 7:2", "0:0 8:1", (5, 1, 1, 0)),
        # Being level is not being behind, but it is no lead either.
        ("0:0 5:1 9:2", "0:0 7:1", (9, 2, 2, 1)),
        # The second took a card back from home: so the moment is theirs.
        ("0:0 5:2 30:2", "0:0 6:2 12:1", (12, 1, 2, 1)),
        # What the second does after the end of the first changes nothing.
        ("0:0 5:2", "0:0 6:3", (5, 1, 2, 0)),
        # Of two cards that came home at one moment, none was first.
        ("0:0 5:1 9:2", "0:0 5:1", (9, 2, 2, 1)),
    ],
)
def test_a_heat_is_decided_where_the_first_got_ahead_for_good(
    first: str, second: str, decided: tuple[int, int, int, int]
) -> None:
    turning = turning_point(course(first), course(second))
    assert turning
    at = turning.first
    assert (at.ms // 1000, at.step, at.home, turning.second_home) == decided


@pytest.mark.parametrize(("first", "second"), [("0:0 5:1", "0:0 4:1"), ("0:0", "0:0"), ("0:0 5:1 6:0", "0:0")])
def test_nothing_decided_between_two_who_are_level_at_the_end(first: str, second: str) -> None:
    assert turning_point(course(first), course(second)) is None


def test_the_longest_rest_is_that_of_the_second_after_the_turn_until_the_end_of_the_first() -> None:
    turning = turning_point(course("0:0 10:1 20:2 25:3 100:4"), course("0:0 5:0 30:1 35:1 95:2"))
    assert turning
    assert turning.longest_rest_ms == 65_000
