"""Playing by the JSON API: moves, undo, redo, giving up, starting again, taking along."""

import pytest
from starlette.testclient import TestClient

from app.play.values.export import Export
from app.site.service.verify import Sound, verify
from engine.cards import TEXT
from engine.deals import shuffled
from tests.app.play.api.conftest import Api, Document, given, refused
from tests.engine.verdicts import WINS, win

WON = min(WINS, key=lambda win: len(win.line))


@pytest.fixture
def fortress(api: Api) -> Document:
    """Begin Fortress on deal 4, where t1-f3, t1-t3 and t3-t1 are legal."""
    return api.begin("fortress", deal=4)


def test_a_move_takes_the_card_over_and_counts(api: Api, fortress: Document) -> None:
    ace = fortress["piles"]["t1"][-1]
    session = api.do(fortress, "moves", move="t1-f3")
    assert (session["seq"], session["steps"], session["undos"], session["status"]) == (1, 1, 0, "playing")
    piles = {**fortress["piles"], "t1": fortress["piles"]["t1"][:-1], "f3": [ace]}
    assert session == {**fortress, "seq": 1, "steps": 1, "piles": piles}
    assert given(api.get(f"/{session['id']}")) == session


def test_a_move_of_several_cards_takes_them_in_their_order(api: Api) -> None:
    won = win("stonewall", {}, "32005")
    several = next(move for move in won.line if move.count > 1)
    before = api.play(api.begin("stonewall", deal=won.deal), won.line[: won.line.index(several)])
    after = api.do(before, "moves", move=str(several))
    lifted = before["piles"][several.source][-several.count :]
    assert after["piles"][several.target] == before["piles"][several.target] + lifted
    assert (after["seq"], after["steps"]) == (before["seq"] + 1, before["steps"] + 1)


def test_a_card_uncovered_turns_up(api: Api) -> None:
    won = win("stonewall", {}, "32005")
    session = api.begin("stonewall", deal=won.deal)
    hidden = _face_down(session)
    for move in won.line:
        session = api.do(session, "moves", move=str(move))
        if _face_down(session) < hidden:
            break
    turned = session["piles"][move.source][-1]
    assert turned in [TEXT[card] for card in shuffled(int(won.deal))[:36]]
    assert _face_down(session) == hidden - 1
    assert _face_down(api.do(session, "undo")) == hidden


def test_one_card_may_be_counted_and_is_written_without_its_count(api: Api, fortress: Document) -> None:
    session = api.do(fortress, "moves", move="t1-t3:1")
    assert refused(api.post(f"/{session['id']}/moves", seq=0, move="t3-t1"), 409)
    assert api.post(f"/{session['id']}/moves", seq=0, move="t3-t1").json()["recorded"] == "t1-t3"
    session = api.do(session, "give-up")
    assert [entry["move"] for entry in given(api.get(f"/{session['id']}/export"))["entries"]] == ["t1-t3", None]


def test_undo_and_redo_are_entries_but_no_steps(api: Api, fortress: Document) -> None:
    moved = api.do(fortress, "moves", move="t1-f3")
    undone = api.do(moved, "undo")
    assert undone == {**fortress, "seq": 2, "steps": 1, "undos": 1}
    redone = api.do(undone, "redo")
    assert redone == {**moved, "seq": 3, "steps": 1, "undos": 1}
    again = api.do(redone, "undo")
    assert (again["seq"], again["steps"], again["undos"]) == (4, 1, 2)


def test_another_move_ends_what_could_be_redone(api: Api, fortress: Document) -> None:
    undone = api.do(api.do(fortress, "moves", move="t1-f3"), "undo")
    moved = api.do(undone, "moves", move="t3-t1")
    assert refused(api.act(moved, "redo"), 422) == "There is nothing to redo."


def test_nothing_to_undo_or_redo_is_said(api: Api, fortress: Document) -> None:
    assert refused(api.act(fortress, "undo"), 422) == "There is nothing to undo."
    assert refused(api.act(fortress, "redo"), 422) == "There is nothing to redo."
    undone = api.do(api.do(fortress, "moves", move="t1-f3"), "undo")
    assert refused(api.act(undone, "undo"), 422) == "There is nothing to undo."


def test_automatic_moves_count_as_steps_and_go_back_with_the_move_that_caused_them(
    client: TestClient, api: Api, fortress: Document
) -> None:
    client.post("/settings", data={"automatic": "all"})
    moved = api.do(fortress, "moves", move="t1-t3")
    assert (moved["seq"], moved["steps"], moved["piles"]["f3"]) == (3, 3, ["AD", "2D"])
    undone = api.do(moved, "undo")
    assert undone == {**fortress, "seq": 4, "steps": 3, "undos": 1}
    redone = api.do(undone, "redo")
    assert redone == {**moved, "seq": 5, "undos": 1}
    api.do(redone, "give-up")
    log = given(api.get(f"/{moved['id']}/export"))["entries"]
    assert [(entry["do"], entry["move"], entry["auto"]) for entry in log] == [
        ("move", "t1-t3", False),
        ("move", "t3-f3", True),
        ("move", "t3-f3", True),
        ("undo", None, False),
        ("redo", None, False),
        ("give-up", None, False),
    ]


def test_the_players_choice_of_automatic_moves_is_that_players_alone(client: TestClient, stranger: TestClient) -> None:
    client.post("/settings", data={"automatic": "all"})
    theirs = Api(stranger)
    assert theirs.do(theirs.begin("fortress", deal=4), "moves", move="t1-t3")["seq"] == 1


def test_a_game_with_no_move_left_is_stuck_and_an_undo_frees_it(api: Api) -> None:
    session = api.begin("stalactites", deal=2, options={"by": "ones"})
    while session["status"] == "playing":
        moves = given(api.get(f"/{session['id']}/moves"))["moves"]
        session = api.do(session, "moves", move=min(moves, key=lambda move: "-c" not in move))
    assert session["status"] == "stuck"
    assert api.do(session, "undo")["status"] == "playing"


@pytest.fixture(params=["won", "given-up"])
def finished(request: pytest.FixtureRequest, api: Api) -> Document:
    """Return a session that is over."""
    session = api.begin(WON.slug, deal=WON.deal, options=WON.options)
    session = api.play(session, WON.line) if request.param == "won" else api.do(session, "give-up")
    assert session["status"] == request.param
    return session


def test_nothing_can_be_done_in_a_finished_game(api: Api, finished: Document) -> None:
    assert given(api.get(f"/{finished['id']}/moves")) == {"seq": finished["seq"], "moves": []}
    for verb in ("undo", "redo", "give-up"):
        assert refused(api.act(finished, verb), 422) == "This game is over."
    assert refused(api.act(finished, "moves", move="t0-t1"), 422) == "This game is over."
    assert given(api.get(f"/{finished['id']}")) == finished


def test_a_restart_is_a_new_session_on_the_same_deal_and_the_old_one_stays(api: Api) -> None:
    old = api.do(api.begin("stronghold", deal=5, options={"cell": "one"}), "moves", move="t0-t3")
    fresh = given(api.post(f"/{old['id']}/restart"), 201)
    assert fresh["id"] != old["id"]
    assert fresh == {**api.begin("stronghold", deal=5, options={"cell": "one"}), "id": fresh["id"]}
    assert given(api.get(f"/{old['id']}")) == old
    assert api.do(old, "undo")["seq"] == 2


def test_a_finished_game_and_a_hand_made_one_can_be_restarted(api: Api, finished: Document) -> None:
    fresh = given(api.post(f"/{finished['id']}/restart"), 201)
    assert (fresh["status"], fresh["seq"]) == ("playing", 0)
    made = api.begin("fortress", deck=" ".join(TEXT[card] for card in reversed(range(52))))
    assert given(api.post(f"/{made['id']}/restart"), 201)["piles"] == made["piles"]


def test_an_export_says_what_was_played_and_is_sound(api: Api, finished: Document) -> None:
    answer = api.get(f"/{finished['id']}/export")
    exported = given(answer)
    assert set(exported) == {"rampart", "rules", "game", "options", "deal", "deck", "entries", "status"}
    assert (exported["rampart"], exported["rules"], exported["deal"]) == (1, 1, WON.deal)
    assert exported["deck"] == " ".join(TEXT[card] for card in WON.deck)
    assert [entry["seq"] for entry in exported["entries"]] == list(range(finished["seq"]))
    assert all(set(entry) == {"seq", "at", "do", "move", "auto"} for entry in exported["entries"])
    verdict = verify(Export.model_validate_json(answer.content))
    assert isinstance(verdict, Sound)
    assert verdict.record.status == exported["status"] == finished["status"]


def test_an_unfinished_game_can_be_exported_unless_cards_lie_face_down(api: Api) -> None:
    assert given(api.get(f"/{api.begin('fortress', deal=4)['id']}/export"))["status"] == "playing"
    stonewall = api.begin("stonewall", deal=4)
    assert refused(api.get(f"/{stonewall['id']}/export"), 403)
    api.do(stonewall, "give-up")
    assert given(api.get(f"/{stonewall['id']}/export"))["deal"] == "4"


def _face_down(session: Document) -> int:
    return sum(cards.count("??") for cards in session["piles"].values())
