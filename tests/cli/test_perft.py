"""`rampart perft`."""

import json

import pytest

from engine.deals import shuffled
from engine.games import find
from engine.moves import legal_moves
from engine.perft import perft
from engine.position import deal
from tests.cli.conftest import DECK_1, Rampart
from tests.engine.variants import rules_of


def test_the_answer_in_json_is_the_contract_word_for_word(rampart: Rampart) -> None:
    ended = rampart("perft", "stronghold", "1", "--depth", "2", "--json")
    rules = rules_of("stronghold", cell="none")
    counts = perft(rules, deal(rules, shuffled(1)), 2)
    assert counts[0] == 3
    assert (ended.code, ended.err) == (0, "")
    assert json.loads(ended.out) == {
        "game": "stronghold",
        "options": {"cell": "none"},
        "deal": "1",
        "counts": counts,
    }


def test_at_the_deal_sequences_of_one_move_are_the_legal_moves(rampart: Rampart) -> None:
    lines = rampart("perft", "stonewall", "--deals", "1-5", "--depth", "1", "--json").out.splitlines()
    rules = find("stonewall").rules
    moves = [len(legal_moves(rules, deal(rules, shuffled(number)))) for number in range(1, 6)]
    assert [json.loads(line)["counts"] for line in lines] == [[count] for count in moves]


def test_a_position_after_moves_is_counted_from_there(rampart: Rampart) -> None:
    deeper = json.loads(rampart("perft", "stronghold", "1", "--depth", "3", "--json").out)["counts"]
    after = [
        json.loads(rampart("perft", "stronghold", "--decks", "-", "--depth", "2", "--json", stdin=line).out)["counts"]
        for line in (f"{DECK_1} | {move}" for move in ("t1-t7", "t2-t5", "t6-t1"))
    ]
    assert [sum(counts) for counts in zip(*after, strict=True)] == deeper[1:]


def test_people_see_one_line_for_each_position(rampart: Rampart) -> None:
    assert rampart("perft", "stronghold", "1", "--depth", "1").out == "Stronghold 1, cell none: 3\n"


@pytest.mark.parametrize("depth", ["0", "-1", "101"])
def test_a_depth_that_makes_no_sense_is_refused_in_one_line(rampart: Rampart, depth: str) -> None:
    ended = rampart("perft", "stronghold", "1", "--depth", depth)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "--depth must be a number from 1 to 100.\n"


def test_a_line_that_cannot_be_read_is_named(rampart: Rampart) -> None:
    ended = rampart("perft", "stronghold", "--decks", "-", "--depth", "1", stdin="AS\n")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("standard input line 1: A deck has 52 cards; this one has 1,")
