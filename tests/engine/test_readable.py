"""What makes a text unreadable: characters that nobody sees, and letters with too many accents."""

import pytest

from engine.readable import MOST_MARKS, UnreadableText, has_many_marks, is_ignorable, read_line


def test_a_letter_has_two_accents_at_most() -> None:
    assert MOST_MARKS == 2
    for marks, many in ((0, False), (1, False), (2, False), (3, True)):
        assert has_many_marks("ab" + "\u0323" * marks + "c") is many
    assert not has_many_marks(("a" + "\u0323\u0301") * 5)


def test_a_character_that_may_be_invisible_is_told_from_one_that_is_seen() -> None:
    assert all(map(is_ignorable, "\u200b\u00ad\u115f\ufe0f"))
    assert not any(map(is_ignorable, "aé1-' "))


def test_a_line_is_refused_that_is_too_long_and_one_whose_letters_have_too_many_accents() -> None:
    assert read_line("a castle", len("a castle"), "A remark") == "a castle"
    with pytest.raises(UnreadableText, match=r"^A remark can have at most 7 characters\.$"):
        read_line("a castle", 7, "A remark")
    with pytest.raises(UnreadableText, match=r"^A remark can have at most two accents on a letter\.$"):
        read_line("a" + "\u0323" * (MOST_MARKS + 1), 20, "A remark")
