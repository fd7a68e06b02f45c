"""The pages for programs."""

import re

import pytest
from starlette.testclient import TestClient

from app.site.pages import api_page as routes
from app.site.words.api_page import GuideSection, api_page
from engine.games import GAMES
from tests.app.reader import Reader


def test_the_guide_leads_to_a_page_for_every_group_with_all_of_its_endpoints(client: TestClient, read: Reader) -> None:
    guide = read("/api")
    paths = client.get("/api/v1/openapi.json").json()["paths"]
    groups = {verb["tags"][0] for operations in paths.values() for verb in operations.values()}
    assert {"sessions", "races", "puzzles"} < groups
    assert set(re.findall(r'href="/api/(\w+)"', guide)) == groups
    for path, operations in paths.items():
        for operation in operations.values():
            (tag,) = operation["tags"]
            assert f"</span> {path}</h2>" in read(f"/api/{tag}")


def test_a_group_that_is_none_is_not_found(client: TestClient) -> None:
    assert client.get("/api/prizes").status_code == 404


def test_the_guide_shows_how_to_begin_to_move_to_use_a_token_and_to_be_refused(read: Reader) -> None:
    guide = read("/api")
    for said in ("/api/v1/sessions", "/moves", "Bearer rpt_", '{"detail": "', "<h3>Limits</h3>", "RateLimit-Policy"):
        assert said.replace('"', "&#34;") in guide or said in guide, said


def test_what_is_said_once_has_an_anchor_and_says_what_programmers_ask(read: Reader) -> None:
    guide = read("/api")
    for anchor, said in (
        ("a-game", "is <code>stuck</code> when no legal move is left"),
        ("cards-and-piles", "<code>f0</code> takes clubs"),
        ("rules", "<code>by</code> of Stalactites has none"),
        ("analysis", "It refuses the position of a puzzle until your first attempt at the puzzle has ended."),
        ("refusals", "<code>recorded</code>"),
        ("refusals", "one word in <code>code</code>"),
        ("browsers", "what a browser sends for such a site"),
        ("limits", "on the server"),
    ):
        (below,) = re.findall(rf'<div id="{anchor}">(.*?)</div>', guide, flags=re.DOTALL)
        assert said in below
    ids = re.findall(r' id="([^"]+)"', guide)
    assert len(ids) == len(set(ids))
    assert {"example", "said", "tasks", "endpoints"} == set(re.findall(r'href="#([a-z]+)"', guide)) - {"main"}


def test_each_foundation_of_a_game_in_suit_takes_the_suit_that_the_guide_names() -> None:
    for game in GAMES.values():
        in_suit = [variant.rules.in_suit for variant in game.variants({})]
        assert in_suit == [game.slug != "stalactites"] * len(in_suit)


def test_a_page_says_what_lies_within_a_document(read: Reader) -> None:
    for group, field in (
        ("races", "racers[].you"),
        ("races", "heats[].runs[].outcome"),
        ("puzzles", "goal.home"),
        ("analysis", "moves[].verdict"),
        ("tournaments", "standings[].points"),
        ("daily", "me.rank"),
    ):
        assert f">{field}<" in read(f"/api/{group}"), field


def test_a_document_that_holds_its_like_ends() -> None:
    schemas = {"Made": {"properties": {"made": {"$ref": "#/components/schemas/Made"}}}}
    body = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Made"}}}}
    document = {
        "info": {},
        "components": {"schemas": schemas},
        "paths": {"/made": {"post": {"tags": ["made"], "requestBody": body}}},
    }
    (group,) = api_page(document, "/openapi.json").groups
    (endpoint,) = group.endpoints
    assert [field.name for field in endpoint.sent] == ["made", "made.made", "made.made.made", "made.made.made.made"]


def test_fields_are_named_with_their_types_and_references_followed() -> None:
    page = api_page(
        {
            "info": {"description": "One.\n\nTwo\nlines.\n\n## More\n\nThree."},
            "components": {
                "schemas": {
                    "Made": {
                        "required": ["seq"],
                        "properties": {
                            "seq": {"type": "integer", "description": "The seq seen."},
                            "deal": {"anyOf": [{"type": "string"}, {"type": "null"}]},
                            "piles": {"type": "array", "items": {"enum": ["a", "b"]}},
                            "runs": {"type": "array", "items": {"$ref": "#/components/schemas/Run"}},
                            "me": {"anyOf": [{"$ref": "#/components/schemas/Run"}, {"type": "null"}]},
                        },
                        "examples": [{"seq": 3}],
                    },
                    "Run": {"type": "object", "required": ["place"], "properties": {"place": {"type": "integer"}}},
                }
            },
            "paths": {
                "/made": {
                    "post": {
                        "tags": ["made"],
                        "requestBody": {
                            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Made"}}}
                        },
                        "responses": {"201": {"description": "Made."}},
                    }
                }
            },
        },
        "/openapi.json",
    )
    assert page.sections == (GuideSection("", ("One.", "Two lines.")), GuideSection("More", ("Three.",)))
    (group,) = page.groups
    (endpoint,) = group.endpoints
    assert [(field.name, field.type, field.words) for field in endpoint.sent] == [
        ("seq", "integer", "The seq seen."),
        ("deal", "string or null", "Optional. "),
        ("piles", 'list of "a", "b"', "Optional. "),
        ("runs", "list of object", "Optional. "),
        ("runs[].place", "integer", ""),
        ("me", "object or null", "Optional. "),
        ("me.place", "integer", ""),
    ]
    assert (endpoint.request, endpoint.answer) == ('POST /made\n\n{"seq": 3}', "")


def test_the_pages_and_the_document_are_drawn_once_whoever_asks(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def draw(template: str, **_: object) -> str:
        drawn.append(template)
        return "every endpoint"

    monkeypatch.setattr(routes, "draw", draw)
    for host in ("one.example", "two.example", "three.example"):
        page = client.get("/api", headers={"host": host})
        assert "every endpoint" in client.get("/api/sessions", headers={"host": host}).text
        assert f"http://{host}/api/v1/sessions" in page.text
        document = client.get("/api/v1/openapi.json", headers={"host": host})
        assert document.headers["content-type"] == "application/json"
        assert document.json()["info"]["title"] == "Rampart"
    assert len(drawn) == page.text.count('href="/api/') - page.text.count('href="/api/v1/')
    plain = client.get("/api/v1/openapi.json", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == document.json()


def test_the_usual_address_of_a_document_leads_to_ours(client: TestClient) -> None:
    answer = client.get("/openapi.json", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (308, "/api/v1/openapi.json")


@pytest.mark.parametrize(
    ("address", "accept"),
    [
        ("/api/v1/game", "*/*"),
        ("/api/v1/game", "text/html"),
        ("/api/v2/sessions", "*/*"),
        ("/v1/sessions/a/moves", "*/*"),
        ("/v1/sessions/a/moves", "application/json"),
    ],
)
def test_a_program_that_is_lost_is_told_in_json_where_to_look(client: TestClient, address: str, accept: str) -> None:
    answer = client.get(address, headers={"accept": accept})
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/json"
    place = re.findall(r"/\S+json", answer.json()["detail"])
    assert client.get(*place, follow_redirects=True).json()["info"]["title"] == "Rampart"


def test_a_program_that_takes_json_alone_is_refused_in_json_everywhere(client: TestClient) -> None:
    only = {"accept": "application/json"}
    for address in ("/swagger.json", "/chess", "/fortress/0", "/sessions/unknown", "/puzzles/unknown"):
        answer = client.get(address, headers=only)
        assert (answer.status_code, answer.headers["content-type"]) == (404, "application/json")
        assert set(answer.json()) == {"detail", "code"}


def test_people_who_are_lost_and_whoever_opens_a_link_to_no_deal_see_a_page(client: TestClient) -> None:
    browser = {"accept": "text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8"}
    assert "<h1>There is no page at this address.</h1>" in client.get("/v1/sessions/a/moves", headers=browser).text
    for address in ("/chess", "/fortress/0"):
        for accept in ("*/*", browser["accept"]):
            answer = client.get(address, headers={"accept": accept})
            assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")


def test_a_group_of_endpoints_that_is_not_there_is_a_page_for_people_and_json_for_programs(client: TestClient) -> None:
    page = client.get("/api/unknown")
    assert page.status_code == 404
    assert "<h1>There is no such group of endpoints.</h1>" in page.text
    assert (
        client.get("/api/unknown", headers={"accept": "*/*"}).json()["detail"] == "There is no such group of endpoints."
    )
    assert client.get("/api/v1/unknown").headers["content-type"] == "application/json"
