"""`rampart solve`."""

import json

import pytest

from engine.asking import FindPar, Par, VariantPosition
from engine.cards import spell
from engine.deals import shuffled
from engine.games import find
from engine.moves import Move, Outcome, outcome, replay
from engine.position import deal
from engine.solver import Solver
from engine.solver.__main__ import NODES_A_PAR, answer
from tests.cli.conftest import DECK_1, Rampart
from tests.engine.verdicts import WINS

WIN = next(win for win in WINS if win.slug == "stronghold" and win.options == {"cell": "one"})


def test_the_answer_in_json_is_the_contract_word_for_word(rampart: Rampart) -> None:
    ended = rampart("solve", "stronghold", WIN.deal, "--option", "cell=one", "--json")
    answer = json.loads(ended.out)
    assert (ended.code, ended.err) == (0, "")
    assert list(answer) == ["game", "options", "deal", "verdict", "moves", "nodes", "seconds"]
    assert {name: answer[name] for name in ("game", "options", "deal", "verdict")} == {
        "game": "stronghold",
        "options": {"cell": "one"},
        "deal": WIN.deal,
        "verdict": "winnable",
    }
    line = [Move.read(move) for move in answer["moves"]]
    assert outcome(WIN.rules, replay(WIN.rules, WIN.deck, line), ()) is Outcome.WON
    assert answer["nodes"] > 0
    assert answer["seconds"] > 0


def test_deals_are_answered_one_a_line_in_their_order(rampart: Rampart) -> None:
    answers = [json.loads(line) for line in rampart("solve", "fortress", "--deals", "1-9", "--json").out.splitlines()]
    assert [answer["deal"] for answer in answers] == [str(number) for number in range(1, 10)]
    assert {answer["verdict"] for answer in answers} == {"winnable", "unwinnable"}
    assert all((answer["moves"] is None) == (answer["verdict"] == "unwinnable") for answer in answers)


def test_a_position_after_moves_is_solved_from_there(rampart: Rampart) -> None:
    rules, deck = find("fortress").rules, shuffled(1000003)
    line = json.loads(rampart("solve", "fortress", "1000003", "--json").out)["moves"]
    text = f"{spell(deck)} | {' '.join(line[:40])}\n"
    answer = json.loads(rampart("solve", "fortress", "--decks", "-", "--json", stdin=text).out)
    assert (answer["deal"], answer["verdict"]) == (None, "winnable")
    rest = [Move.read(move) for move in (*line[:40], *answer["moves"])]
    assert outcome(rules, replay(rules, deck, rest), ()) is Outcome.WON


def test_people_see_one_line_for_each_position(rampart: Rampart) -> None:
    assert rampart("solve", "fortress", "1").out == "Fortress 1: unwinnable\n"
    assert rampart("solve", "fortress", "1000003").out.startswith("Fortress 1000003: winnable in ")


def test_a_time_limit_leaves_a_hard_deal_undecided(rampart: Rampart) -> None:
    answer = json.loads(rampart("solve", "stronghold", "4", "--time-limit", "0.001", "--json").out)
    assert (answer["verdict"], answer["moves"]) == ("undecided", None)


@pytest.mark.parametrize("limit", ["0", "-1", "nan", "1e999", "soon"])
def test_a_time_limit_that_is_none_is_refused_in_one_line(rampart: Rampart, limit: str) -> None:
    ended = rampart("solve", "fortress", "1", f"--time-limit={limit}")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "--time-limit must be a number of seconds above 0.\n"


def test_a_line_is_shortened_and_the_fewest_moves_that_are_needed_are_told(rampart: Rampart) -> None:
    plain, short = (
        json.loads(rampart("solve", "fortress", "2", *more, "--json").out) for more in ([], ["--shorten", "inf"])
    )
    assert list(short) == [*plain, "at_least"]
    assert short["at_least"] == len(short["moves"]) < len(plain["moves"])
    assert short["nodes"] > plain["nodes"]
    line = [Move.read(move) for move in short["moves"]]
    rules = find("fortress").rules
    assert outcome(rules, replay(rules, shuffled(2), line), ()) is Outcome.WON


def test_people_are_told_whether_a_line_is_the_shortest(rampart: Rampart) -> None:
    fewest = json.loads(rampart("solve", "fortress", "2", "--shorten", "inf", "--json").out)["at_least"]
    proved = rampart("solve", "fortress", "2", "--shorten", "inf").out
    assert proved.startswith(f"Fortress 2: winnable in {fewest} moves, the fewest there can be: ")
    hasty = rampart("solve", "stronghold", WIN.deal, "--option", "cell=one", "--shorten", "0.001").out
    assert ", at least " in hasty


def test_where_there_is_no_line_nothing_is_shortened(rampart: Rampart) -> None:
    answer = json.loads(rampart("solve", "fortress", "1", "--shorten", "5", "--json").out)
    assert (answer["verdict"], answer["moves"], answer["at_least"]) == ("unwinnable", None, None)


def test_an_effort_counted_in_positions_comes_to_the_par_of_a_daily(rampart: Rampart) -> None:
    asked = ["solve", "stalactites", "3", "--option", "by=twos", "--json"]
    counted = json.loads(rampart(*asked, "--effort", str(NODES_A_PAR)).out)
    variant = find("stalactites").settle({"by": "twos"})
    par = answer(Solver(), FindPar(VariantPosition.of(variant, deal(variant.rules, shuffled(3))), 60))
    assert isinstance(par, Par)
    assert (tuple(counted["moves"]), counted["at_least"]) == (par.moves, par.at_least)


def test_the_help_names_the_effort_of_a_par(rampart: Rampart) -> None:
    assert f"a daily's par takes {NODES_A_PAR}" in " ".join(rampart("solve", "--help").out.split())


def test_an_effort_of_nothing_is_refused_in_one_line(rampart: Rampart) -> None:
    ended = rampart("solve", "fortress", "1", "--effort", "0")
    assert (ended.code, ended.err) == (2, "--effort must be a number of positions above 0.\n")


def test_a_time_for_shortening_that_is_none_is_refused_in_one_line(rampart: Rampart) -> None:
    ended = rampart("solve", "fortress", "1", "--shorten", "soon")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "--shorten must be a number of seconds above 0.\n"


def test_a_memory_that_is_too_small_is_refused_in_one_line(rampart: Rampart) -> None:
    ended = rampart("solve", "fortress", "1", "--memory", "1")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("--memory must be a number of mebibytes from ")


def test_a_line_that_cannot_be_read_is_named(rampart: Rampart) -> None:
    ended = rampart("solve", "fortress", "--decks", "-", "--json", stdin=f"{DECK_1}\nAS\n")
    assert ended.code == 2
    assert ended.out.count("\n") == 1
    assert ended.err.startswith("standard input line 2: A deck has 52 cards; this one has 1,")


def test_an_option_that_has_to_be_chosen_is_asked_for(rampart: Rampart) -> None:
    assert rampart("solve", "stalactites", "1").code == 2
