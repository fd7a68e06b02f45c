"""The answers to the table's script: the piles that changed, or why not."""

import re

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from app.core.bounds import LARGEST_BODY
from app.play.table.piles import pile_markup
from engine.cards import card
from engine.position import layout
from tests.app.play.table import BY_SCRIPT, VERBS, Table, is_page, notice
from tests.engine.variants import rules_of


def test_a_move_brings_the_changed_piles_and_the_status_out_of_band(table: Table) -> None:
    answer = table.fragment("moves", seq=0, move="t1-f3")
    assert answer.status_code == 200
    assert not is_page(answer)
    assert _piles(answer) == {"t1", "f3"}
    assert answer.text.count("hx-swap-oob") == answer.text.count("<section") + 4
    status = re.search(r'<div id="status"[^>]*>', answer.text)
    assert status
    assert 'data-seq="1" data-status="playing" data-last="t1-f3"' in status[0]
    assert 'name="seq" id="seq" value="1"' in answer.text
    assert 'name="seq" id="typed-seq" value="1"' in answer.text
    assert notice(answer) == ""
    assert table.stands == (1, "playing")


def test_the_piles_of_a_fragment_are_those_of_the_page(table: Table) -> None:
    sections = re.findall(r"<section .*?</section>", table.fragment("moves", seq=0, move="t1-f3").text, re.DOTALL)
    page = table.page().replace(" last", "")
    assert len(sections) == 2
    assert all(section.replace(' hx-swap-oob="outerMorph"', "") in page for section in sections)


@pytest.mark.parametrize(
    ("by", "cards", "told", "said"),
    [
        ("ones", "9C", ' data-next="10" data-home="1"', "next rank 10, 1 of 13 home"),
        ("twos", "9C", ' data-next="J" data-home="1"', "next rank jack, 1 of 13 home"),
        ("twos", "8S TH QC", ' data-next="A" data-home="3"', "next rank ace, 3 of 13 home"),
        ("twos", "AC 3C 5C 7C 9C JC KC 2C 4C 6C 8C TC QC", ' data-home="13"', "complete"),
    ],
)
def test_a_foundation_that_begins_anywhere_says_what_it_takes_next(by: str, cards: str, told: str, said: str) -> None:
    rules = rules_of("stalactites", by=by)
    drawn = pile_markup(rules, layout(rules).foundations.start, tuple(map(card, cards.split())))
    assert f'data-name="Foundation 1"{told}>' in drawn
    assert f"foundation 1, {said}" in drawn


def test_a_foundation_that_begins_at_the_ace_says_nothing_of_it() -> None:
    rules = rules_of("fortress")
    assert "data-home" not in pile_markup(rules, layout(rules).foundations.start, (card("AC"),))


def test_undo_and_redo_bring_the_same_piles_back_and_forth(table: Table) -> None:
    table.fragment("moves", seq=0, move="t1-f3")
    for seq, verb in ((1, "undo"), (2, "redo")):
        answer = table.fragment(verb, seq=seq)
        assert (answer.status_code, _piles(answer)) == (200, {"t1", "f3"})


def test_giving_up_changes_no_pile(table: Table) -> None:
    answer = table.fragment("give-up", seq=0)
    assert _piles(answer) == set()
    assert 'data-status="given-up"' in answer.text
    assert 'data-legal=""' in answer.text


@pytest.mark.parametrize(("typed", "status"), [("2 4", 200), (" 2  4 ", 200), ("t1-t3:1", 200), ("9 9", 422)])
def test_a_typed_move_may_name_two_columns_counted_from_one(table: Table, typed: str, status: int) -> None:
    answer = table.fragment("moves", seq=0, move=typed)
    assert answer.status_code == status
    if status == 200:
        assert 'data-last="t1-t3"' in answer.text


@pytest.mark.parametrize("form", [{}, {"move": ""}, {"move": "t1f3"}, {"move": "0 4"}, {"move": "t1-f3", "seq": "x"}])
def test_a_malformed_move_is_400_with_its_sentence(table: Table, form: dict[str, str]) -> None:
    answer = table.fragment("moves", **{"seq": "0", **form})
    assert answer.status_code == 400
    assert not is_page(answer)
    assert notice(answer).endswith(".")
    assert table.stands == (0, "playing")


@pytest.mark.parametrize("seq", ["", "-1", "0x1", "1.0", "9" * 10, "٥", " 0"])
@pytest.mark.parametrize("verb", VERBS)
def test_a_seq_that_is_no_number_is_400(table: Table, verb: str, seq: str) -> None:
    answer = table.fragment(verb, seq=seq, move="t1-f3")
    assert answer.status_code == 400
    assert "seq" in notice(answer)


@pytest.mark.parametrize(
    ("verb", "form", "sentence"),
    [
        ("moves", {"move": "t0-t1"}, "Columns build up or down by one rank, in suit."),
        ("moves", {"move": "t0-c0"}, "This game has no such pile."),
        ("undo", {}, "There is nothing to undo."),
        ("redo", {}, "There is nothing to redo."),
    ],
)
def test_what_is_not_possible_is_422_with_its_sentence(
    table: Table, verb: str, form: dict[str, str], sentence: str
) -> None:
    answer = table.fragment(verb, seq=0, **form)
    assert (answer.status_code, notice(answer), _piles(answer)) == (422, sentence, set())
    assert table.stands == (0, "playing")


@pytest.mark.parametrize("verb", VERBS)
def test_a_stale_action_is_409_with_the_whole_board_and_what_is_recorded(table: Table, verb: str) -> None:
    table.fragment("moves", seq=0, move="t1-f3")
    table.fragment("undo", seq=1)
    for seq, recorded in ((0, "t1-f3"), (1, ""), (7, "")):
        answer = table.fragment(verb, seq=seq, move="t1-t3")
        assert answer.status_code == 409
        assert not is_page(answer)
        assert f'data-recorded="{recorded}"' in answer.text
        assert _piles(answer) == {*(f"t{at}" for at in range(10)), *(f"f{at}" for at in range(4))}
        assert 'id="status" class="status-line" data-seq="2"' in answer.text
        assert notice(answer) == "The board has changed since then; this is how it stands now."
    assert table.stands == (2, "playing")


def test_only_a_stale_answer_tells_what_is_recorded(table: Table) -> None:
    for seq, move in ((0, "t1-f3"), (1, "t0-t1"), (1, "x")):
        assert "data-recorded" not in table.fragment("moves", seq=seq, move=move).text


@pytest.mark.parametrize("verb", VERBS)
def test_another_players_table_and_none_at_all_are_refused_before_the_seq_is_looked_at(
    table: Table, theirs: Table, verb: str
) -> None:
    foreign = table.client.post(f"{theirs.address}/{verb}", data={"seq": 7, "move": "t1-f3"}, headers=BY_SCRIPT)
    assert (foreign.status_code, notice(foreign)) == (403, "This game belongs to another player.")
    absent = table.client.post(f"/sessions/nothing/{verb}", data={"seq": 7, "move": "t1-f3"}, headers=BY_SCRIPT)
    assert (absent.status_code, notice(absent)) == (404, "There is no such game here.")
    malformed = table.client.post(f"{theirs.address}/{verb}", data={"seq": "x"}, headers=BY_SCRIPT)
    assert malformed.status_code == 400
    assert theirs.stands == (0, "playing")


def test_a_finished_game_is_422_but_409_first(table: Table) -> None:
    table.fragment("give-up", seq=0)
    for verb in VERBS:
        late = table.fragment(verb, seq=1, move="t1-f3")
        assert (late.status_code, notice(late)) == (422, "This game is over.")
        assert table.fragment(verb, seq=0, move="t1-f3").status_code == 409


def test_too_large_and_of_the_wrong_type_are_said_in_a_fragment(table: Table) -> None:
    large = table.fragment("moves", seq=0, move="x" * LARGEST_BODY)
    assert (large.status_code, is_page(large)) == (413, False)
    typed = {**BY_SCRIPT, "content-type": "application/json"}
    wrong = table.client.post(f"{table.address}/moves", content=b'{"seq": 0}', headers=typed)
    assert (wrong.status_code, is_page(wrong)) == (415, False)
    assert notice(wrong).endswith(".")


def test_what_comes_from_another_site_is_403_in_a_fragment(table: Table) -> None:
    elsewhere = {**BY_SCRIPT, "sec-fetch-site": "cross-site"}
    answer = table.submit("moves", elsewhere, seq=0, move="t1-f3")
    assert (answer.status_code, is_page(answer)) == (403, False)
    assert table.stands == (0, "playing")


def test_automatic_moves_come_with_the_move_that_caused_them(client: TestClient, table: Table) -> None:
    client.post("/settings", data={"automatic": "all"})
    answer = table.fragment("moves", seq=0, move="t1-t3")
    assert _piles(answer) == {"t1", "t3", "f3"}
    assert 'data-seq="3"' in answer.text
    undone = table.fragment("undo", seq=3)
    assert _piles(undone) == {"t1", "t3", "f3"}


def _piles(answer: Response) -> set[str]:
    return set(re.findall(r'<section id="pile-([a-z]\d+)"', answer.text))
