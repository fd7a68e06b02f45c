"""Lines that were left by an undo and another move: they stay, and can be taken up again."""

import re
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from app.play.service.lines import lines_left
from app.play.service.log import cards_home_along
from app.play.values.session import Entry
from engine.deals import shuffled
from engine.moves import Move, legal_moves
from engine.position import cards_home
from engine.record import Deed, Do, begin
from engine.variations import of_record
from tests.app.play.table import Table, notice
from tests.engine.variants import VARIANTS


def left_at(table: Table) -> dict[str, tuple[str, str]]:
    """Read the lines off their page: where each begins, and its first move and its length in words."""
    page = table.client.get(f"{table.address}/lines")
    assert page.status_code == 200, page.text
    found = re.findall(r'name="line" value="(\d+)">\s*<p>([^<]*) <span class="note">([^<]*)</span>', page.text)
    return {begins: (unescape(words), length) for begins, words, length in found}


def played(table: Table, *texts: str) -> None:
    """Make moves, or undo."""
    for text in texts:
        verb, form = ("undo", {}) if text == "undo" else ("moves", {"move": text})
        assert table.submit(verb, seq=table.stands[0], **form).status_code == 303


@pytest.fixture
def branched(table: Table) -> Table:
    """Two moves made and taken back, and another made and taken back."""
    played(table, "t1-f3", "t1-t7", "undo", "undo", "t1-t3", "undo")
    return table


def test_a_line_that_was_left_can_be_taken_up_again_and_undone_move_by_move(branched: Table) -> None:
    assert [length for _, length in left_at(branched).values()] == ["2 moves"]
    assert branched.submit("lines", seq=6, line=0).status_code == 303
    assert branched.stands == (8, "playing")
    exported = branched.client.get(f"/api/v1{branched.address}/export").json()
    assert [entry["move"] for entry in exported["entries"]][-2:] == ["t1-f3", "t1-t7"]
    assert not left_at(branched)
    played(branched, "undo", "undo")
    assert list(left_at(branched)) == ["4"]
    assert branched.submit("redo", seq=10).status_code == 303
    assert branched.stands == (11, "playing")


def test_what_redo_leads_to_is_no_line_that_was_left(table: Table) -> None:
    played(table, "t1-f3", "undo")
    assert not left_at(table)
    assert "There are no such moves" in table.client.get(f"{table.address}/lines").text


@pytest.mark.parametrize(("seq", "line", "status"), [(6, 1, 422), (6, 4, 422), (6, 99, 422), (5, 0, 409), (6, "", 400)])
def test_what_is_no_line_here_is_refused(branched: Table, seq: int, line: int | str, status: int) -> None:
    assert branched.fragment("lines", seq=seq, line=line).status_code == status
    assert branched.stands == (6, "playing")


def test_without_a_script_a_refusal_is_told_at_the_table(branched: Table) -> None:
    refused = branched.submit("lines", seq=6, line=99)
    assert (refused.status_code, notice(refused)) == (422, "You took back no such moves where the game stands now.")


@pytest.mark.parametrize(("most", "status"), [(7, 422), (8, 303)])
def test_a_line_is_taken_up_only_if_the_game_does_not_grow_too_long(
    branched: Table, monkeypatch: pytest.MonkeyPatch, most: int, status: int
) -> None:
    monkeypatch.setattr("app.play.service.play.LONGEST_LOG", most)
    assert branched.submit("lines", seq=6, line=0).status_code == status


def test_nobody_else_sees_or_takes_up_a_line(branched: Table, stranger: TestClient) -> None:
    assert stranger.get(f"{branched.address}/lines").status_code == 403
    assert stranger.post(f"{branched.address}/lines", data={"seq": 6, "line": 0}).status_code == 403
    assert stranger.get("/sessions/nothing/lines").status_code == 404


def test_a_game_that_is_over_takes_up_no_line(branched: Table) -> None:
    branched.submit("give-up", seq=6)
    assert branched.fragment("lines", seq=7, line=0).status_code == 422


@settings(max_examples=60)
@given(st.data())
def test_the_lines_left_are_the_branches_of_everything_that_was_tried(data: st.DataObject) -> None:
    rules = data.draw(st.sampled_from(VARIANTS)).rules
    deck = shuffled(data.draw(st.integers(1, 50)))
    record, log, homes = begin(rules, deck), list[Entry](), list[int]()
    for _ in range(data.draw(st.integers(0, 30))):
        deeds = [Deed(Do.MOVE, move) for move in legal_moves(rules, record.position)[:3]]
        deeds += [Deed(Do.UNDO)] * 2 * bool(record.done) + [Deed(Do.REDO)] * bool(record.undone)
        if not deeds:
            break
        deed = data.draw(st.sampled_from(deeds))
        log.append(Entry(len(log), deed.do, deed.move, False, 0))
        record.enter(deed)
        homes.append(cards_home(rules, record.position))
    tree, stood = of_record(entry.deed for entry in log)
    assert [*cards_home_along(log, cards_home(rules, begin(rules, deck).position))] == homes
    branches = {tree.moves[child - 1] for child in tree.following[stood[-1]]}
    next_again = _next_again(log)
    assert {line.moves[0] for line in lines_left(log)} == branches - next_again
    paths = {tuple(tree.path(number)) for number in range(len(tree.moves) + 1)}
    for line in lines_left(log):
        assert (*tree.path(stood[-1]), *line.moves) in paths
        assert log[line.begins].move == line.moves[0]


def _next_again(log: list[Entry]) -> set[Move]:
    """Return the move that redo would make, if there is one."""
    done, undone = list[Move](), list[Move]()
    for entry in log:
        if entry.do is Do.UNDO:
            undone.append(done.pop())
        elif entry.do is Do.REDO:
            done.append(undone.pop())
        elif entry.move is not None:
            done.append(entry.move)
            undone.clear()
    return set(undone[-1:])
