"""`rampart legal`, and the ways to name positions that it shares with the other commands."""

import json
from pathlib import Path

import pytest

from engine.cards import spell
from engine.deals import shuffled
from tests.cli.conftest import DECK_1, Rampart


def test_the_answer_in_json_is_the_contract_word_for_word(rampart: Rampart) -> None:
    ended = rampart("legal", "stronghold", "1", "--json")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == (
        '{"game": "stronghold", "options": {"cell": "none"}, "deal": "1", "moves": ["t1-t7", "t2-t5", "t6-t1"]}\n'
    )


def test_a_deck_that_was_given_has_no_deal_number(rampart: Rampart) -> None:
    answer = json.loads(rampart("legal", "six-by-four", "--decks", "-", "--json", stdin=f"{DECK_1}\n").out)
    assert answer == {"game": "six-by-four", "options": {"cells": "none"}, "deal": None, "moves": answer["moves"]}


def test_moves_are_sorted_as_plain_strings(rampart: Rampart) -> None:
    moves = json.loads(rampart("legal", "stonewall", "2", "--json").out)["moves"]
    assert moves == sorted(moves)
    # By number r2 would come before r12.
    places = [move.partition("-")[0] for move in moves]
    assert places.index("r12") < places.index("r2")


def test_every_deal_of_a_range_is_answered_in_order(rampart: Rampart) -> None:
    lines = rampart("legal", "fortress", "--deals", "9-12", "--json").out.splitlines()
    assert [json.loads(line)["deal"] for line in lines] == ["9", "10", "11", "12"]


def test_a_range_may_lie_at_the_end_of_the_numbers(rampart: Rampart) -> None:
    ended = rampart("legal", "fortress", "--deals", "99999999999999999998-99999999999999999999", "--json")
    assert [json.loads(line)["deal"][-2:] for line in ended.out.splitlines()] == ["98", "99"]


def test_a_number_and_its_deck_have_the_same_moves(rampart: Rampart, tmp_path: Path) -> None:
    numbers = (1, 32000, 32001, 1234567890123456789)
    decks = tmp_path / "decks.txt"
    decks.write_text("".join(f"{spell(shuffled(number))}\n" for number in numbers))
    options = ("--option", "by=twos", "--json")
    by_deck = rampart("legal", "stalactites", "--decks", str(decks), *options).out.splitlines()
    by_number = [rampart("legal", "stalactites", str(number), *options).out for number in numbers]
    assert [json.loads(line)["moves"] for line in by_deck] == [json.loads(line)["moves"] for line in by_number]


def test_moves_after_a_bar_are_made_first(rampart: Rampart) -> None:
    decks = f"{DECK_1}\n{DECK_1} |\n{DECK_1} | t6-t1 t7-t6:1\n{DECK_1}|t6-t1\n"
    ended = rampart("legal", "stronghold", "--decks", "-", "--json", stdin=decks)
    assert ended.err == ""
    dealt, bare, two_on, one_on = (json.loads(line)["moves"] for line in ended.out.splitlines())
    assert dealt == bare == ["t1-t7", "t2-t5", "t6-t1"]
    assert one_on != dealt
    assert two_on not in (dealt, one_on)


def test_a_renaming_of_columns_is_among_the_legal_moves(rampart: Rampart) -> None:
    # After these moves column t7 is a space.
    moves = "t2-t5 t6-t1 t7-t6 t7-t2 t0-t7 t3-t2 t6-c0 t6-t3 c0-t3 t1-c0 t1-t3 c0-t3 t5-c0 t5-t6 t5-t6 t5-f0 t5-f1"
    line = f"{DECK_1} | {moves} t6-f0 c0-t6 t5-c0 t5-t1"
    ended = rampart("legal", "stronghold", "--option", "cell=one", "--decks", "-", "--json", stdin=line)
    legal = json.loads(ended.out)["moves"]
    assert {f"t{column}-t5" for column in range(8) if column != 5} <= set(legal)


def test_arguments_may_stand_in_any_order(rampart: Rampart) -> None:
    usual = rampart("legal", "stronghold", "17", "--option", "cell=one", "--json")
    assert rampart("legal", "--json", "stronghold", "--option", "cell=one", "17") == usual
    assert rampart("legal", "--option", "cell=one", "stronghold", "--json", "17") == usual


def test_people_see_one_line_for_each_position(rampart: Rampart) -> None:
    assert rampart("legal", "stronghold", "1").out == "Stronghold 1, cell none: t1-t7 t2-t5 t6-t1\n"
    shown = rampart("legal", "stronghold", "--decks", "-", stdin=f"\n{DECK_1}\n").out
    assert shown == "standard input line 2: t1-t7 t2-t5 t6-t1\n"
    assert rampart("legal", "six-by-four", "1").out == "Six by Four 1, cells none: no legal move\n"


def test_blank_lines_are_skipped_and_counted(rampart: Rampart, tmp_path: Path) -> None:
    decks = tmp_path / "decks.txt"
    decks.write_bytes(f"\ufeff{DECK_1}\r\n\r\n   \n{DECK_1.lower()}\nAS".encode())
    ended = rampart("legal", "fortress", "--decks", str(decks), "--json")
    assert ended.out.count("\n") == 2
    assert ended.err.startswith(f"{decks} line 5: A deck has 52 cards; this one has 1,")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("JD 2D", "A deck has 52 cards; this one has 2,"),
        (DECK_1.replace("JD", "XX"), "“XX” is not a card"),
        (DECK_1.replace("JD", "2D"), "The 2 of diamonds (2D) appears twice."),
        (f"{DECK_1} t6-t1", "“T6-T1” is not a card"),
        (f"{DECK_1} | t6-t1 t6_t1", "Move 2, t6_t1: Write a move like t3-t5"),
        (f"{DECK_1} | t6-t0", "Move 1, t6-t0: Columns build down by one rank, whatever the suit."),
        (f"{DECK_1} | t6-t99", "Move 1, t6-t99: This game has no such pile."),
        (f"{DECK_1} | t6-t1 | t1-t7", "Move 2, |: Write a move like t3-t5"),
        ("# a comment", "“#” is not a card"),
        ("\udcff".encode(errors="surrogateescape"), "This is not UTF-8 text."),
        ("A" * 200_000, "This line is too long."),
    ],
)
def test_a_line_that_cannot_be_read_is_named_after_those_before_it_were_answered(
    rampart: Rampart, tmp_path: Path, line: str | bytes, sentence: str
) -> None:
    decks = tmp_path / "decks.txt"
    bad = line.encode() if isinstance(line, str) else line
    decks.write_bytes(b"\n".join([DECK_1.encode(), b"", bad, DECK_1.encode()]))
    ended = rampart("legal", "stronghold", "--decks", str(decks), "--json")
    assert ended.code == 2
    assert ended.out.count("\n") == 1
    assert ended.err.startswith(f"{decks} line 3: {sentence}")
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("stonewall",), "Name the deals in one way: a deal number, --deals A-B or --decks FILE."),
        (("stonewall", "1", "--deals", "1-2"), "Name the deals in one way"),
        (("stonewall", "--deals", "1-2", "--decks", "-"), "Name the deals in one way"),
        (("stonewall", "--deals", "2"), "Write a range of deal numbers like 1-100."),
        (("stonewall", "--deals", "2-1"), "There is no deal number from 2 to 1."),
        (("stonewall", "--deals", "0-1"), "A deal number is a whole number"),
        (("stonewall", "--deals", "1-100000000000000000000"), "A deal number is a whole number"),
        (("stonewall", "--decks", "/nowhere/decks.txt"), "Cannot read /nowhere/decks.txt: No such file"),
        (("stonewall", "--decks", "/"), "Cannot read /: Is a directory."),
        (("stalactites", "1"), "Stalactites needs the option “by”: ones or twos."),
        (("stalactites", "1", "--option", "on=twos"), "Stalactites has no option “on”; it has by."),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(
    rampart: Rampart, arguments: tuple[str, ...], sentence: str
) -> None:
    ended = rampart("legal", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(sentence)
    assert ended.err.count("\n") == 1
