"""What is said of a move, of a winning line and of a board, to the word."""

import re
from pathlib import Path

import pytest

from app.play.table.preview import preview
from app.play.words.reasons import cards_sentence, move_sentence, reason, short_move
from app.play.words.sharing import replay_link
from app.play.words.summary import pile_rules, summary
from engine.deals import shuffled
from engine.games import GAMES
from engine.lessons import lessons
from engine.moves import Move, Objection
from engine.position import deal
from engine.rules import Rules
from tests.engine.positions import place
from tests.engine.variants import VARIANTS, rules_of

ROOT = Path(__file__).parents[3]
FORTRESS, STONEWALL = rules_of("fortress"), rules_of("stonewall")
CELL = rules_of("stronghold", cell="one")


@pytest.mark.parametrize(
    ("rules", "piles", "line", "said"),
    [
        (FORTRESS, {"t0": "5H AC"}, "t0-f0", "It brings a card home, and you can win from there."),
        (FORTRESS, {"t0": "5H", "t1": "6H"}, "t0-t1", "It empties a column."),
        (CELL, {"c0": "5H", "t1": "6C", "t2": "AC"}, "c0-t1 t2-f0", "It frees a cell."),
        (
            CELL,
            {"t0": "9C 5H", "t1": "6C", "t2": "AC"},
            "t0-c0 t2-f0",
            "ace of clubs, which can go home right after it.",
        ),
        (FORTRESS, {"t0": "AC 5H", "t1": "6H"}, "t0-t1 t0-f0", "ace of clubs, which can go home right after it."),
        (
            FORTRESS,
            {"t0": "AC 7S 5H", "t1": "6H", "t2": "8S"},
            "t0-t1 t0-t2 t0-f0",
            "It makes way for the ace of clubs, which can go home two moves later.",
        ),
        (FORTRESS, {"t0": "AC 5H", "t1": "6H"}, "t0-t1", "It makes way for the cards below."),
    ],
)
def test_a_hint_says_what_its_move_is_good_for(rules: Rules, piles: dict[str, str], line: str, said: str) -> None:
    assert reason(rules, place(rules, (), **piles), list(map(Move.read, line.split()))).endswith(said)


def test_a_hint_says_that_a_card_is_turned_up_only_if_one_is() -> None:
    for hidden, turned_up in ((2, True), (0, False)):
        position = place(STONEWALL, (0, 0, 0, 0, hidden, 0), t1="6C", t4="9C 2S JD 5H")
        assert (reason(STONEWALL, position, [Move.read("t4-t1")]) == "It turns up a face-down card.") is turned_up


@pytest.mark.parametrize(
    ("move", "look", "sentence", "short"),
    [
        ("t1-t2", "Look at the 8 of hearts.", "The 8 of hearts goes to column 3.", "8♥ 3"),
        (
            "t1-t2:2",
            "Look at the 9 of clubs and the card on it.",
            "The 9 of clubs goes to column 3 with the card on it.",
            "9♣ 3",
        ),
        (
            "t1-t3:3",
            "Look at the 10 of hearts and the two cards on it.",
            "The 10 of hearts goes to the empty column 4 with the two cards on it.",
            "10♥ 4",
        ),
        ("t1-c0", "Look at the 8 of hearts.", "The 8 of hearts goes to a cell.", "8♥ cell"),
        ("t1-t3", "Look at the 8 of hearts.", "The 8 of hearts goes to the empty column 4.", "8♥ 4"),
        ("t0-f1", "Look at the ace of spades.", "The ace of spades goes to the foundation.", "A♠ home"),
    ],
)
def test_a_move_is_named_by_its_lowest_card_and_its_place(move: str, look: str, sentence: str, short: str) -> None:
    position, made = place(CELL, t0="AS", t1="TH 9C 8H", t2="JS"), Move.read(move)
    assert cards_sentence(CELL, position, made) == look
    assert move_sentence(CELL, position, made) == sentence
    told = short_move(CELL, position, made)
    assert (told.words, told.red) == (short, "♥" in short)


def test_a_preview_names_the_piles_from_one_on_and_shows_nothing_of_what_lies_face_down() -> None:
    for rules in (FORTRESS, STONEWALL):
        dealt = deal(rules, shuffled(4))
        board = preview(rules, dealt)
        *columns, reserve = [pile.label for pile in board.said]
        assert columns == [
            *(f"Column {number}" for number in range(1, len(rules.columns) + 1)),
            *(f"Foundation {number}" for number in range(1, 5)),
        ]
        assert (reserve, len(board.said[-1].cards)) == ("Reserve", rules.reserve)
        shown = [card.symbol for pile in (*board.columns, *board.reserve, *board.foundations) for card in pile.cards]
        assert len(shown) == 52
        assert shown.count("back") == sum(dealt.face_down)


def test_a_game_is_watched_from_its_beginning_or_from_a_step_on() -> None:
    assert (replay_link("its-id"), replay_link("its-id", 3)) == ("/replays/its-id", "/replays/its-id?step=3")


def test_a_rule_at_a_table_has_no_colon_after_that_of_its_term() -> None:
    said = [sentence for one in VARIANTS for rule in pile_rules(one.rules) for sentence in rule.sentences]
    assert [sentence for sentence in said if sentence.count(":") > 1] == []


def test_a_summary_says_with_which_value_a_rule_holds_only_if_an_option_has_no_usual_value() -> None:
    said = {(slug, row.term): row for slug in ("stronghold", "stalactites") for row in summary(GAMES[slug])}
    cells, foundations = said["stronghold", "Cells"], said["stalactites", "Foundations"]
    assert (cells.words, [other.label for other in cells.otherwise]) == ("None", ["One cell"])
    assert foundations.words.startswith("By ones: From the card dealt there")
    assert [other.label for other in foundations.otherwise] == ["By twos"]


def test_a_column_without_cards_is_called_a_space_wherever_players_read_of_it() -> None:
    told = [str(objection.value) for objection in Objection]
    told += [text for game in GAMES.values() for lesson in lessons(game) for text in (lesson.says, lesson.rule)]
    for where in ("templates/**/*.html", "static/table/*.js", "app/play/words/*.py"):
        found = [path.read_text() for path in ROOT.glob(where)]
        assert found
        told += found
    assert [text for text in told if re.search(r"\ban? empt(?:y|ied) column", text, re.IGNORECASE)] == []
