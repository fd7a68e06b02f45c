"""Moves as people write them, and the verbs that may stand in their place."""

import random

import pytest

from app.core.refusals import Impossible
from app.play.values.written import ONE_AT_A_TIME, Written, meant, read_verb, read_written
from engine.cards import TEXT
from engine.games import GAMES
from engine.moves import InvalidMove, Move, after, legal_moves
from engine.position import Position, deal, layout
from engine.rules import Rules
from tests.app.play.table import Table, is_page, notice
from tests.app.play.verbs import REFUSED
from tests.chromium.variants import ONE_OF_EACH_GAME, SHORTEST
from tests.ear.playing import by_names
from tests.engine.positions import place
from tests.engine.verdicts import Verdict


def _read(text: str, rules: Rules, position: Position) -> Move:
    written = read_written(text)
    return meant(written, rules, position) if isinstance(written, Written) else written


@pytest.mark.parametrize("win", SHORTEST, ids=str)
def test_every_legal_move_of_a_game_can_be_written_by_the_names_of_cards(win: Verdict) -> None:
    position = deal(win.rules, win.deck)
    for made in win.line:
        for move in legal_moves(win.rules, position):
            assert _read(by_names(win.rules, position, move), win.rules, position) == move
        position = after(win.rules, position, made)


@pytest.mark.parametrize("win", ONE_OF_EACH_GAME, ids=str)
def test_a_card_alone_is_moved_where_it_can_go_if_that_is_one_place(win: Verdict) -> None:
    position = deal(win.rules, win.deck)
    for move in legal_moves(win.rules, position):
        ways = {each.target for each in legal_moves(win.rules, position) if each.source == move.source}
        text = by_names(win.rules, position, move).split()[0]
        if len(ways) == 1:
            assert _read(text, win.rules, position) == move
        elif len({target[0] for target in ways}) > 1:
            with pytest.raises(Impossible, match="several places"):
                _read(text, win.rules, position)


FORTRESS = GAMES["fortress"].settle({}).rules
WIN = next(win for win in SHORTEST if win.slug == "fortress")
HIDDEN = next(win for win in SHORTEST if win.slug == "stonewall")


@pytest.mark.parametrize(
    ("text", "move"),
    [("4 6", "t3-t5"), ("t3 t5", "t3-t5"), ("T3  to  T5", "t3-t5"), ("t3-t5:4", "t3-t5:4"), ("4 f0", "t3-f0")],
)
def test_piles_are_written_as_the_record_does_and_columns_by_their_numbers(text: str, move: str) -> None:
    assert str(_read(text, FORTRESS, deal(FORTRESS, WIN.deck))) == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "0 4",
        "4 0",
        "7x 8s",
        "11h 8s",
        "7h 8s 9d",
        "7h-8s",
        "t3-t5:0",
        "t999 t1",
        "f4 t1",
        "²h 8s",
        "7h " * 400,
    ],
)
def test_what_is_no_move_is_refused_with_how_to_write_one(text: str) -> None:
    with pytest.raises(InvalidMove, match=r"^Write a move like "):
        read_written(text)


def test_home_is_the_foundation_of_the_cards_suit_where_suits_have_one() -> None:
    position = deal(FORTRESS, WIN.deck)
    for pile in position.piles:
        if pile and TEXT[pile[-1]][0] != "A":
            move = _read(f"{TEXT[pile[-1]].lower()} home", FORTRESS, position)
            assert "CSHD"[int(move.target[1:])] == TEXT[pile[-1]][1]


def test_a_face_down_card_has_no_place() -> None:
    position = deal(HIDDEN.rules, HIDDEN.deck)
    with pytest.raises(Impossible, match=r"lies face down\.$"):
        _read(f"{_hidden(position)} t1", HIDDEN.rules, position)


def _hidden(position: Position) -> str:
    return TEXT[position.piles[0][0]].lower()


def test_an_empty_pile_is_never_one_that_holds_cards() -> None:
    with_cells = next(win for win in SHORTEST if win.slug == "six-by-four" and win.options["cells"] == "four")
    position = deal(with_cells.rules, with_cells.deck)
    for column in layout(with_cells.rules).columns:
        pile = position.piles[column]
        for written in ("empty", "space"):
            with pytest.raises(Impossible, match=r"^No column is empty\.$"):
                _read(f"{TEXT[pile[-1]]} {written}", with_cells.rules, position)
    for column in range(4):
        position = after(with_cells.rules, position, Move(f"t{column}", f"c{column}"))
    with pytest.raises(Impossible, match=r"^No cell is empty\.$"):
        _read("5 cell", with_cells.rules, position)


@pytest.mark.parametrize("written", ["ac empty", "AC to space", "ac e"])
def test_a_space_is_written_by_its_name_or_as_what_is_empty(written: str) -> None:
    assert str(_read(written, FORTRESS, place(FORTRESS, (), t0="5H AC", t1="9D"))) == "t0-t2"


def test_home_is_one_of_different_foundations_only_if_that_is_said() -> None:
    win = next(win for win in SHORTEST if win.slug == "stalactites")
    ids, chance, asked = layout(win.rules).ids, random.Random(5), 0
    for _ in range(8):
        position = deal(win.rules, tuple(chance.sample(win.deck, len(win.deck))))
        while moves := legal_moves(win.rules, position):
            for move in moves:
                ways = [way.target for way in moves if way.source == move.source and way.target[0] == "f"]
                if len(ways) < 2 or move.target != ways[0]:
                    continue
                asked += 1
                card = TEXT[position.piles[ids.index(move.source)][-1]]
                with pytest.raises(Impossible, match=r"^Several foundations take that"):
                    _read(f"{card} home", win.rules, position)
                assert _read(f"{card} {ways[1]}", win.rules, position).target == ways[1]
            position = after(win.rules, position, chance.choice(moves))
    assert asked


def test_a_table_takes_a_written_move_and_refuses_one_with_its_reason(table: Table) -> None:
    assert table.submit("moves", seq=0, move="2 f3").status_code == 303
    assert table.stands == (1, "playing")
    refused = table.submit("moves", seq=1, move="1 2")
    assert (refused.status_code, is_page(refused)) == (422, True)
    assert notice(refused).endswith(".")
    nonsense = table.submit("moves", seq=1, move="where 7h")
    assert nonsense.status_code == 400


def test_without_the_script_verbs_are_written_too(table: Table) -> None:
    for written, seq in (
        ("t1-f3", 1),
        ("t1-t7", 2),
        ("undo 2", 4),
        ("Redo", 5),
        ("redo", 6),
        ("undo", 7),
        ("undo 9999", 8),
    ):
        assert table.submit("moves", seq=table.stands[0], move=written).status_code == 303
        assert table.stands == (seq, "playing"), written
    assert notice(table.submit("moves", seq=8, move="undo 2")) == "There is nothing to undo."
    assert table.submit("moves", seq=0, move="undo 2").status_code == 409
    for written in ("redo 2", "finish 3", "hint 4", "undo 0", "undo 10000"):
        assert table.submit("moves", seq=8, move=written).status_code == 400, written
    hint = table.submit("moves", seq=8, move="hint")
    assert (hint.status_code, hint.headers["location"]) == (307, f"{table.address}/hints")


@pytest.mark.parametrize(("written", "answer"), REFUSED.items())
def test_a_verb_with_more_than_it_takes_is_refused_in_its_own_sentence(written: str, answer: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        read_verb(written)
    assert str(refused.value) == answer


def test_without_the_script_the_page_says_what_a_verb_takes(table: Table) -> None:
    for written, answer in {"finish 2": REFUSED["finish 2"], "redo 2": ONE_AT_A_TIME}.items():
        refused = table.submit("moves", seq=0, move=written)
        assert (refused.status_code, is_page(refused)) == (400, True)
        assert answer in refused.text
    assert table.stands == (0, "playing")
