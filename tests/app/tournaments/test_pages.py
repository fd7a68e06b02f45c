"""Tournaments by their pages and by the JSON API."""

import re
from datetime import datetime, timedelta

import pytest

from app.play.table.miniature import miniature_of_deal, miniature_of_layout
from engine.games import find
from tests.app.races.conftest import clock
from tests.app.tournaments.ground import FORTRESS, MINUTE
from tests.app.tournaments.served import (
    FORM,
    PASSWORD,
    TERMS,
    Document,
    Ground,
    document,
    fresh,
    ground,
    play,
)

__all__ = ["clock", "fresh", "ground"]


def test_a_program_plays_a_tournament_by_what_the_interface_says(ground: Ground) -> None:
    ann, ben = ground.person("Ann"), ground.person()
    code = ground.made(ann)
    assert [one["code"] for one in ben.get("/api/v1/tournaments").json()["open"]] == [code]
    assert ben.post(f"/api/v1/tournaments/{code}/next", json={}).status_code == 403
    joined = ben.post(f"/api/v1/tournaments/{code}/join", json={"name": "Ben"}).json()
    assert (joined["me"]["name"], joined["me"]["points"], joined["players"]) == ("Ben", 0, 1)
    session = play(ground, ben, code, win=True)
    assert session["deal"] is None
    shown = document(ben, code)
    assert (shown["me"]["rank"], shown["me"]["points"], shown["me"]["won"]) == (1, 3, 1)
    assert [(row["name"], row["guest"]) for row in shown["standings"]] == [("Ben", True)]
    going_on = ben.post(f"/api/v1/tournaments/{code}/next", json={}).json()
    assert document(ben, code)["me"]["session"] == going_on["id"]
    assert (shown["dealt"], shown["salt"]) == ([], None)
    ground.close(code, ben)
    closed = document(ann, code)
    assert [row["winners"] for row in closed["dealt"]] == [1, 0, 0]
    assert closed["seal"] == shown["seal"]
    assert [one["code"] for one in ann.get("/api/v1/tournaments").json()["past"]] == [code]
    assert ben.get(f"/api/v1/sessions/{session['id']}").json()["deal"] == closed["dealt"][0]["deal"]


@pytest.mark.parametrize("one_try", [False, True])
def test_giving_a_deal_up_says_whether_it_comes_again_and_promises_nothing_for_later(
    ground: Ground, one_try: bool
) -> None:
    ann = ground.person("Ann")
    code = ground.made(ann, one_try=one_try)
    ann.post(f"/tournaments/{code}/join", data={"name": ""})
    table = ann.post(f"/tournaments/{code}/next").headers["location"]
    what_follows = (
        "the deal does not come again" if one_try else "The deal comes again when you have had all the others."
    )
    for page in (ann.get(f"{table}/give-up").text, ann.get(table).text):
        assert "leave it for later" not in page
        assert what_follows in page
        # The clock of an event runs on.
        assert "You lose nothing with a new deal" not in page


def test_once_it_is_over_a_result_can_be_passed_on_and_its_deal_played_again(ground: Ground) -> None:
    ann, ben = ground.person("Ann"), ground.person()
    code = ground.made(ann)
    ben.post(f"/tournaments/{code}/join", data={"name": "Ben"})
    table = f"/sessions/{play(ground, ben, code, win=True)['id']}"
    assert 'id="share"' not in ben.get(f"/tournaments/{code}").text
    assert 'form="restart">Again' not in ben.get(table).text
    ground.close(code, ben)
    page = ben.get(f"/tournaments/{code}").text
    assert re.search(r'data-text="\u2068[^"]+\u2069: 3 points, 1 of 3 deals won, rank 1 of 1\." data-before-link', page)
    assert 'id="share"' not in ann.get(f"/tournaments/{code}").text, "she has not played"
    assert 'id="again" form="restart">Again' in ben.get(table).text
    again = ben.post(f"{table}/restart").headers["location"]
    assert ben.get(again).status_code == 200


def test_a_page_says_once_how_many_have_joined(ground: Ground) -> None:
    ann = ground.person("Ann")
    code = ground.made(ann)
    assert ann.get(f"/tournaments/{code}").text.count("Nobody has joined.") == 1
    ann.post(f"/tournaments/{code}/join", data={"name": ""})
    joined = ann.get(f"/tournaments/{code}").text
    assert "Nobody has joined." not in joined
    # The table refreshes itself while a page is open, and what stands above it does not.
    assert "has joined" not in joined
    assert "1 player. More points" in joined
    assert re.search(r"<p>\s*</p>", joined) is None
    ground.close(code, ann)
    assert "has joined" not in ann.get(f"/tournaments/{code}").text


def test_a_tournament_is_played_by_its_pages_without_scripts(ground: Ground) -> None:
    ann = ground.person("Ann")
    answer = ann.post("/tournaments", data=FORM)
    assert answer.status_code == 303, answer.text
    address = answer.headers["location"]
    ground.look_after(address.rpartition("/")[2])
    assert ann.post(f"{address}/join", data={"name": ""}).headers["location"] == address
    assert "Play the first deal" in ann.get(address).text
    table = ann.post(f"{address}/next").headers["location"]
    page = ann.get(table).text
    assert "There are no hints while this tournament is open." in page
    assert f'href="{address}"' in page
    assert ann.post(f"{table}/restart").status_code == 403
    assert "Back to your deal" in ann.get(address).text
    ann.post(f"{table}/give-up", data={"seq": "0"})
    assert f'action="{address}/next"' in ann.get(table).text
    assert "Next deal" in ann.get(address).text
    shown = ann.get("/tournaments").text
    assert "Friday" in shown
    ground.close(address.rpartition("/")[2], ann)
    over = ann.get(address).text
    assert "The deals" in over
    assert "Nobody won it" in over


def test_pages_draw_a_deal_once_its_tournament_is_over_and_only_the_layout_before(ground: Ground) -> None:
    ann = ground.person("Ann")
    code = ground.made(ann)
    addresses = ("/tournaments", f"/tournaments/{code}")
    ann.post(f"/tournaments/{code}/join", data={"name": ""})
    for page in (ann.get(address).text for address in addresses):
        assert set(_drawn(page)) == {"back", "slot"}
    ground.close(code, ann)
    deals = [miniature_of_deal(FORTRESS.rules, int(one["deal"])) for one in document(ann, code)["dealt"]]
    listed, over = (ann.get(address).text for address in addresses)
    assert deals[0] in listed
    assert [over.count(deal) for deal in deals] == [2, 1, 1]


def test_a_tournament_of_several_games_shows_the_layout_of_each_until_it_is_over(ground: Ground) -> None:
    ann = ground.person("Ann")
    games = [{"game": "fortress"}, {"game": "stonewall"}]
    code = ann.post("/api/v1/tournaments", json=TERMS | {"games": games, "starts_in": 5}).json()["code"]
    page = ann.get(f"/tournaments/{code}").text
    assert [page.count(miniature_of_layout(find(one["game"]).settle({}).rules)) for one in games] == [2, 1]


def _drawn(page: str) -> list[str]:
    """List the symbols of the small pictures of a page."""
    return re.findall(r'miniatures[^"#]*#([^"]+)"', page)


def test_whoever_has_not_begun_to_play_may_leave_and_come_back(ground: Ground) -> None:
    ann, ben = ground.person("Ann"), ground.person()
    address = ann.post("/tournaments", data=FORM).headers["location"]
    code = address.rpartition("/")[2]
    ground.look_after(code)
    # Leaving before joining changes nothing.
    assert ben.post(f"/api/v1/tournaments/{code}/leave", json={}).json()["players"] == 0
    for leave in (f"{address}/leave", f"/api/v1/tournaments/{code}/leave"):
        ben.post(f"{address}/join", data={"name": "Ben"})
        assert "Leave the tournament" in ben.get(address).text
        ben.post(leave, json={})
        assert (document(ann, code)["players"], document(ben, code)["me"]) == (0, None)
    # The name is free for others, too.
    assert ann.post(f"{address}/join", data={"name": "Ben"}).status_code == 303
    ben.post(f"{address}/join", data={"name": "Bob"})
    table = ben.post(f"{address}/next").headers["location"]
    assert "Leave the tournament" not in ben.get(address).text
    refused = ben.post(f"{address}/leave")
    assert (refused.status_code, "your results stay" in refused.text) == (422, True)
    assert ben.post(f"/api/v1/tournaments/{code}/leave", json={}).status_code == 422
    assert ben.get(table).status_code == 200
    assert document(ann, code)["players"] == 2
    assert ben.post("/tournaments/BBBBBB/leave").status_code == 404


def test_the_form_says_what_is_wrong(ground: Ground) -> None:
    ann = ground.person("Ann")
    wrong = (
        ("length", "arena 7"),
        ("length", "x"),
        ("deals", "2"),
        ("lead", "1"),
        ("name", "?"),
        ("play fortress ", None),
    )
    for field, value in wrong:
        form = {name: kept for name, kept in (FORM | {field: value}).items() if kept is not None}
        answer = ann.post("/tournaments", data=form)
        assert answer.status_code == 400, field
        assert 'role="alert"' in answer.text
    # The last was without a game, which is said where they are chosen.
    assert answer.text.index("Games, one or several") < answer.text.index("Choose at least one game.")


def test_an_account_makes_only_a_few_and_a_guest_none(ground: Ground) -> None:
    assert ground.person().post("/api/v1/tournaments", json=TERMS).status_code == 404
    ann = ground.person("Ann")
    assert "Make an account" in ground.person().get("/tournaments/new").text
    statuses = [ann.post("/api/v1/tournaments", json=TERMS | {"starts_in": 5}).status_code for _ in range(4)]
    assert statuses == [201, 201, 201, 422]


def test_a_guest_hears_before_the_tap_that_a_tournament_needs_an_account_and_is_led_there_and_back(
    ground: Ground,
) -> None:
    ann, guest = ground.person("Ann"), ground.person()
    for visitor, address in ((ann, "/tournaments/new"), (guest, "/account?next=/tournaments/new")):
        page = visitor.get("/tournaments").text
        assert f'<a class="button" href="{address}" id="make"' in page
        assert ("To make a tournament, you need an account." in page) is (visitor is guest)
    assert 'href="/account?next=/tournaments/new"' in guest.get("/tournaments/new").text
    form = guest.get("/account?next=/tournaments/new").text
    assert 'action="/account/sign-in?next=/tournaments/new"' in form
    known = {"name": "Ann", "password": PASSWORD}
    answer = guest.post("/account/sign-in?next=/tournaments/new", data=known)
    assert answer.headers["location"] == "/tournaments/new"
    assert "Name of the tournament" in guest.get("/tournaments/new").text


def test_the_standings_mark_the_row_of_who_looks_and_no_other(ground: Ground) -> None:
    ann, ben = ground.person("Ann"), ground.person()
    code = ground.made(ann)
    for visitor, name in ((ann, ""), (ben, "Ben")):
        visitor.post(f"/tournaments/{code}/join", data={"name": name})
    marked = re.compile(r'<tr class="mine" aria-current="true"><td>\d+</td><th scope="row"><bdi>(\w+)</bdi>')
    for visitor, own in ((ann, ["Ann"]), (ben, ["Ben"]), (ground.person(), [])):
        page = visitor.get(f"/tournaments/{code}").text
        assert marked.findall(page) == own
        assert page.count('aria-current="true"') == len(own)


def test_the_form_offers_lengths_deals_and_times_and_suggests_one_of_each(ground: Ground) -> None:
    ann = ground.person("Ann")
    page = ann.get("/tournaments/new").text
    offered = {name: re.findall(f'name="{name}" value="([^"]*)"', page) for name in ("length", "deals", "lead")}
    lengths = re.findall(r'value="(?:arena|deals) \d+"[^>]*><span>([^<]*)', page)
    assert lengths == ["10 minutes", "20 minutes", "40 minutes", "1 hour", "1 day", "3 days", "7 days"]
    assert re.findall(r'name="lead"[^>]*><span>([^<]*)', page) == [
        "now", "in 5 minutes", "in 15 minutes", "in 1 hour", "in 1 day",
    ]  # fmt: skip
    assert offered["deals"] == ["3", "5", "8", "10", "12", "16", "24", "36", "48"]
    assert re.findall(r'name="(?:length|deals|lead)" value="([^"]*)"[^>]* checked', page) == ["arena 20", "12", "5"]
    for length, lead in ((offered["length"][0], "0"), (offered["length"][-1], "1440")):
        made = ann.post("/tournaments", data=FORM | {"length": length, "lead": lead})
        told = document(ann, made.headers["location"].rpartition("/")[2])
        opens, closes = (datetime.fromisoformat(told[name]) for name in ("opens", "closes"))
        assert closes - opens == timedelta(minutes=int(length.partition(" ")[2]))
        assert opens.timestamp() * 1000 == ground.clock.ms + int(lead) * MINUTE


def test_a_program_that_says_no_more_makes_a_plain_tournament_that_begins_at_once(ground: Ground) -> None:
    ann = ground.person("Ann")
    told = ann.post("/api/v1/tournaments", json=TERMS | {"starts_in": 0}).json()
    assert [told[name] for name in ("one_try", "blind", "bots", "stage", "players")] == [
        False,
        False,
        False,
        "coming",
        0,
    ]
    assert datetime.fromisoformat(told["opens"]).timestamp() * 1000 == ground.clock.ms
    assert told["me"] is None
    (listed,) = ann.get("/api/v1/tournaments").json()["coming"]
    assert (listed["code"], listed["players"]) == (told["code"], 0)
    blind = ann.post(
        "/api/v1/tournaments", json=TERMS | {"blind": True, "bots": True, "one_try": True, "starts_in": 20_160}
    )
    told = blind.json()
    assert [told[name] for name in ("one_try", "blind", "bots")] == [True, True, True]
    assert datetime.fromisoformat(told["opens"]).timestamp() * 1000 == ground.clock.ms + 20_160 * MINUTE


def test_the_part_of_a_page_that_changes_is_sent_alone(ground: Ground) -> None:
    ann = ground.person("Ann")
    code = ground.made(ann)
    part = ann.get(f"/tournaments/{code.lower()}/room").text
    assert "Nobody has joined." in part
    assert "<html" not in part
    assert part.strip() in ann.get(f"/tournaments/{code}").text


WRONG: tuple[Document, ...] = (
    *({"deals": 2}, {"deals": 49}, {"minutes": 4}, {"minutes": 121}, {"form": "deals", "minutes": 59}, {"games": []}),
    *({"games": [{"game": "fortress"}] * 2}, {"starts_in": 20_161}, {"starts_in": -1}, {"name": ""}, {"form": "race"}),
)


def test_terms_out_of_bounds_are_refused_in_one_sentence(ground: Ground) -> None:
    ann = ground.person("Ann")
    for wrong in WRONG:
        answer = ann.post("/api/v1/tournaments", json=TERMS | wrong)
        assert answer.status_code == 400, wrong
        assert isinstance(answer.json()["detail"], str)
