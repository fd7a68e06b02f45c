"""`rampart deal`."""

import json

import pytest

from engine.boards import read_board
from engine.deals import shuffled
from engine.games import find
from engine.position import deal
from tests.cli.conftest import Rampart


def test_a_deal_in_json_is_the_contract_word_for_word(rampart: Rampart) -> None:
    ended = rampart("deal", "stronghold", "1", "--json", "--option", "cell=one")
    assert ended.code == 0
    assert ended.err == ""
    assert json.loads(ended.out) == {
        "game": "stronghold",
        "options": {"cell": "one"},
        "deal": "1",
        "deck": (
            "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C 4C 5C "
            "TS QH 4H AC 4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H"
        ),
        "piles": {
            "t0": ["JD", "KD", "2S", "4C", "3S", "6D", "6S"],
            "t1": ["2D", "KC", "KS", "5C", "TD", "8S", "9C"],
            "t2": ["9H", "9S", "9D", "TS", "4S", "8D", "2H"],
            "t3": ["JC", "5S", "QD", "QH", "TH", "QS", "6H"],
            "t4": ["5D", "AD", "JS", "4H", "8H", "6C"],
            "t5": ["7H", "QC", "AS", "AC", "2C", "3D"],
            "t6": ["7C", "KH", "AH", "4D", "JH", "8C"],
            "t7": ["5H", "3H", "3C", "7S", "7D", "TC"],
            **{pile: [] for pile in ("f0", "f1", "f2", "f3", "c0")},
        },
    }


def test_one_line_of_json_is_written(rampart: Rampart) -> None:
    assert rampart("deal", "fortress", "99999999999999999999", "--json").out.count("\n") == 1


def test_face_down_cards_are_not_named_among_the_piles(rampart: Rampart) -> None:
    piles = json.loads(rampart("deal", "stonewall", "1", "--json").out)["piles"]
    assert piles["t0"] == ["??", "7C", "??", "9D", "??", "4D"]
    assert piles["r15"] == ["6H"]


def test_stalactites_is_dealt_without_the_choice_that_is_made_in_view_of_the_deal(rampart: Rampart) -> None:
    unchosen, *chosen = (
        json.loads(rampart("deal", "stalactites", "1", "--json", *option).out)
        for option in ((), ("--option", "by=ones"), ("--option", "by=twos"))
    )
    assert unchosen["options"] == {}
    assert unchosen["piles"]["f0"] == ["6S"]
    assert [deal["options"] for deal in chosen] == [{"by": "ones"}, {"by": "twos"}]
    assert chosen[0]["piles"] == chosen[1]["piles"] == unchosen["piles"]


def test_people_see_the_diagram_and_the_board_text(rampart: Rampart) -> None:
    game = find("stonewall")
    shown = rampart("deal", "stonewall", "1").out
    title, _, rest = shown.partition("\n\n")
    diagram, _, board = rest.rpartition("\nFoundations:")
    assert title == "Stonewall 1"
    assert " t0   t1 " in diagram
    rules = game.rules
    assert read_board(rules, f"Foundations:{board}") == deal(rules, shuffled(1))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nosuch", "1"), "There is no game called “nosuch” here; the games are"),
        (("stonewall", "0"), "A deal number is a whole number from 1 to"),
        (("stonewall", "-1"), "A deal number is a whole number from 1 to"),
        (("stonewall", "01"), "A deal number is a whole number from 1 to"),
        (("stonewall", "100000000000000000000"), "A deal number is a whole number from 1 to"),
        (("stonewall", "one"), "A deal number is a whole number from 1 to"),
        (("stonewall", "1", "--option", "cell=one"), "Stonewall has no option “cell”; it has none."),
        (("stronghold", "1", "--option", "cell"), "“cell” is not an option; write one like cell=one."),
        (("stronghold", "1", "--option", "cell=two"), "The option “cell” of Stronghold is none or one."),
        (("stalactites", "1", "--option", "by=threes"), "The option “by” of Stalactites is ones or twos."),
        (
            ("stronghold", "1", "--option", "cell=one", "--option", "cell=none"),
            "The option “cell” has two values.",
        ),
    ],
)
def test_what_cannot_be_dealt_is_refused_in_one_line(
    rampart: Rampart, arguments: tuple[str, ...], sentence: str
) -> None:
    ended = rampart("deal", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(sentence)
    assert ended.err.count("\n") == 1
