"""`rampart winnability`."""

import json
from collections import Counter
from pathlib import Path

import pytest

from app.site.commands.winnability import interval
from engine.solver import Verdict
from tests.cli.conftest import Rampart


def test_the_answer_in_json_is_the_contract_word_for_word(rampart: Rampart) -> None:
    ended = rampart("winnability", "fortress", "--deals", "1-40", "--json")
    solved = rampart("solve", "fortress", "--deals", "1-40", "--json").out.splitlines()
    verdicts = [json.loads(line)["verdict"] for line in solved]
    answer = json.loads(ended.out)
    assert (ended.code, ended.err) == (0, "")
    assert list(answer) == ["game", "options", "from", "to", "winnable", "unwinnable", "undecided", "low", "high"]
    assert (answer["game"], answer["options"], answer["from"], answer["to"]) == ("fortress", {}, "1", "40")
    assert {name: answer[name] for name in Verdict} == {name: verdicts.count(name) for name in Verdict}
    assert 0 < answer["low"] < answer["winnable"] / 40 < answer["high"] < 1


@pytest.mark.long
def test_counting_goes_on_from_what_was_kept(rampart: Rampart, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    begun = rampart("winnability", "six-by-four", "--deals", "1-1000", "--json", "--keep", str(kept))
    (line,) = kept.read_text().splitlines()
    assert json.loads(begun.out)["unwinnable"] == 1000
    # The command trusts the file, so a changed count shows that it did not count the portion again.
    kept.write_text(line.replace('"unwinnable":1000', '"unwinnable":998,"winnable":2') + "\n")
    ended = rampart("winnability", "six-by-four", "--deals", "1-1010", "--json", "--keep", str(kept))
    assert {name: json.loads(ended.out)[name] for name in Verdict} == {
        "winnable": 2,
        "unwinnable": 1008,
        "undecided": 0,
    }
    other = rampart(
        *("winnability", "six-by-four", "--deals", "1-5", "--option", "cells=four", "--json", "--keep", str(kept))
    )
    assert json.loads(other.out)["options"] == {"cells": "four"}


@pytest.mark.long
def test_two_processes_count_as_one(rampart: Rampart) -> None:
    one = rampart("winnability", "fortress", "--deals", "1-1100")
    assert rampart("winnability", "fortress", "--deals", "1-1100", "--jobs", "2").out == one.out
    assert one.out.startswith("Fortress, 1100 deals: ")


def test_the_interval_is_wilson_s() -> None:
    low, high = interval(Counter({Verdict.WINNABLE: 10, Verdict.UNWINNABLE: 90}))
    assert (round(low, 4), round(high, 4)) == (0.0552, 0.1744)


def test_undecided_deals_widen_the_interval_on_both_sides() -> None:
    decided = Counter({Verdict.WINNABLE: 50, Verdict.UNWINNABLE: 50})
    low, high = interval(Counter({Verdict.WINNABLE: 50, Verdict.UNWINNABLE: 40, Verdict.UNDECIDED: 10}))
    assert low == interval(decided)[0]
    assert high > interval(decided)[1]
    assert interval(Counter({Verdict.UNWINNABLE: 7}))[0] == 0
    assert interval(Counter({Verdict.WINNABLE: 7}))[1] == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--deals", "9-1"), "There is no deal number from 9 to 1."),
        (("--deals", "1-9", "--jobs", "0"), "--jobs must be a number from 1 to 256."),
        (("--deals", "1-9", "--time-limit", "0"), "--time-limit must be a number of seconds above 0."),
    ],
)
def test_arguments_that_make_no_sense_are_refused_in_one_line(
    rampart: Rampart, arguments: tuple[str, ...], said: str
) -> None:
    ended = rampart("winnability", "fortress", *arguments)
    assert (ended.code, ended.out, ended.err) == (2, "", f"{said}\n")


@pytest.mark.parametrize("counts", ["5", '{"winnable": 1}', '{"lost": 9}', "no count"])
def test_a_file_that_keeps_something_else_is_refused_with_the_line(
    rampart: Rampart, tmp_path: Path, counts: str
) -> None:
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(f'{{"asked": ["fortress", {{}}, "inf", 536870912], "from": 1, "to": 9, "counts": {counts}}}\n')
    ended = rampart("winnability", "fortress", "--deals", "1-9", "--keep", str(wrong))
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"Cannot continue from {wrong}: line 1: ")
    assert ended.err.count("\n") == 1


def test_a_file_that_cannot_keep_anything_is_refused_before_the_counting(rampart: Rampart, tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nowhere" / "counts.jsonl")
    ended = rampart("winnability", "fortress", "--deals", "1-1000000000", "--keep", nowhere)
    assert (ended.code, ended.err) == (2, f"Cannot keep counts in {nowhere}: No such file or directory.\n")
