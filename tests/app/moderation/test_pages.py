"""The moderators' page and the players' side of it, by forms as without scripts."""

import re
from html import unescape
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from app.features.moderation.tables import decision
from app.people.tables import account
from tests.app.daily.conftest import DAY, FORTRESS, Arrive, Host
from tests.app.daily.test_operator import race_through
from tests.app.site.test_operator import password
from tests.databases import transaction

__all__ = ["password"]

NOW_OR_LATER = 10**14
PAGE = "/operator/moderation"
NASTY = "<script>alert(1)</script>\"'&"


def waiting(client: TestClient, operator: tuple[str, str], part: str) -> str:
    """Return a part of the page."""
    page = client.get(PAGE, auth=operator)
    assert page.status_code == 200
    found = re.search(rf'aria-labelledby="{part}">(.*?)</section>', page.text, re.DOTALL)
    assert found
    return found[1]


def fields(markup: str) -> dict[str, str]:
    """Return the hidden fields of the first form."""
    return {name: unescape(value) for name, value in re.findall(r'hidden" name="(\w+)" value="([^"]*)"', markup)}


def decide(client: TestClient, operator: tuple[str, str], action: str, **form: str) -> str:
    answer = client.post(f"{PAGE}/{action}", data=form, auth=operator)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


@pytest.mark.parametrize("action", ["dismiss", "rename", "retitle", "hide", "show", "clear", "undo", "answer"])
def test_nobody_else_decides_anything(password: tuple[str, str], client: TestClient, action: str) -> None:
    assert client.post(f"{PAGE}/{action}", data={}).status_code == 401
    elsewhere = {"sec-fetch-site": "cross-site"}
    assert client.post(f"{PAGE}/{action}", data={}, auth=password, headers=elsewhere).status_code == 403


def test_without_a_password_there_is_no_such_page(client: TestClient) -> None:
    assert client.get(PAGE).status_code == client.post(f"{PAGE}/undo", data={}).status_code == 404


def test_a_name_is_reported_renamed_appealed_against_and_given_back(
    password: tuple[str, str], arrive: Arrive, client: TestClient
) -> None:
    ann, bob = arrive("Rude Word"), arrive("Bob")
    bob.client.post("/report", data={"name": "Rude Word", "reason": "offends"})
    shown = waiting(client, password, "names")
    assert "Rude Word" in shown
    assert "reported by 1 player: it offends people; last on" in shown
    form = fields(shown) | {"reason": NASTY}
    assert decide(client, password, "rename", **form) == f"{PAGE}?done=yes"
    assert decide(client, password, "rename", **form) == f"{PAGE}?done=already"
    assert "already" in client.get(f"{PAGE}?done=already", auth=password).text
    assert "No names are waiting." in waiting(client, password, "names")
    shown = ann.client.get("/account").text
    assert "changed your name from <bdi>Rude Word</bdi> to <bdi>Player " in shown
    appeal = re.search(r'action="(/account/decisions/\w+)"', shown)
    assert appeal
    for text, status in (("", 400), ("x" * 1001, 400), ("\0", 400), (NASTY, 303), ("Again", 422)):
        assert ann.client.post(appeal[1], data={"text": text}).status_code == status
    assert bob.client.post(appeal[1], data={"text": "Not mine"}).status_code == 404
    assert client.post(appeal[1], data={"text": "A guest"}).status_code == 404
    for page in (
        ann.client.get("/account").text,
        waiting(client, password, "appeals"),
        waiting(client, password, "log"),
    ):
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert" in page
    form = fields(waiting(client, password, "appeals")) | {"verdict": "grant", "reason": "You are right."}
    assert decide(client, password, "answer", **form) == f"{PAGE}?done=yes"
    shown = ann.client.get("/account").text
    assert "<h1><bdi>Rude Word</bdi></h1>" in shown
    assert "They answered: You are right." in shown
    assert ann.client.get("/account/export").json()["decisions"][0]["before"] == "Rude Word"


def test_a_tournament_gets_a_neutral_name_and_its_own_again(
    password: tuple[str, str], arrive: Arrive, client: TestClient
) -> None:
    ann = arrive("Ann")
    terms = {"name": NASTY[:9], "form": "arena", "games": [{"game": "fortress"}], "deals": 3, "minutes": 20}
    assert ann.client.post("/api/v1/tournaments", json=terms).status_code == 400
    made = ann.client.post("/api/v1/tournaments", json=terms | {"name": "Rude Word"}).json()

    def called() -> str:
        return str(client.get(f"/api/v1/tournaments/{made['code']}").json()["name"])

    form = fields(waiting(client, password, "titles"))
    assert form == {"venue": f"tournament {made['code']}", "seen": "Rude Word"}
    assert decide(client, password, "retitle", **form | {"reason": NASTY}) == f"{PAGE}?done=yes"
    assert called() == f"Tournament {made['code']}"
    assert decide(client, password, "retitle", **form) == f"{PAGE}?done=already"
    assert "Give a neutral name" not in waiting(client, password, "titles")
    assert f'is now called <a href="/tournaments/{made["code"]}"' in waiting(client, password, "log")
    told = ann.client.get("/account").text
    assert "changed the name of your tournament <bdi>Rude Word</bdi>" in told
    assert NASTY not in told
    (decided,) = re.findall(r'name="decision" value="(\w+)"', waiting(client, password, "log"))
    assert decide(client, password, "undo", decision=decided) == f"{PAGE}?done=yes"
    assert called() == "Rude Word"
    assert client.post(f"{PAGE}/retitle", data={"venue": "tournament BBBBBB"}, auth=password).status_code == 404


def test_a_held_result_is_judged_and_judged_again(
    password: tuple[str, str], arrive: Arrive, client: TestClient
) -> None:
    quick, ann = arrive("Quick"), arrive("Ann")
    held = race_through(quick)
    ann.win(FORTRESS, detours=3)

    def board() -> list[str]:
        return [row["name"] for row in ann.board()["rows"]]

    assert fields(waiting(client, password, "held")) == {"session": held}
    assert decide(client, password, "hide", session=held, reason="A program") == f"{PAGE}?done=yes"
    assert "No results are waiting." in waiting(client, password, "held")
    assert "off the boards. You still see it. They said: A program" in quick.client.get("/account").text
    assert board() == ["Ann"]
    undo = re.findall(r'name="decision" value="(\w+)"', waiting(client, password, "log"))
    assert decide(client, password, "undo", decision=undo[0]) == f"{PAGE}?done=yes"
    assert decide(client, password, "undo", decision=undo[0]) == f"{PAGE}?done=already"
    assert fields(waiting(client, password, "held")) == {"session": held}
    assert decide(client, password, "show", session=f"https://here/replays/{held}/") == f"{PAGE}?done=yes"
    assert decide(client, password, "show", session=held) == f"{PAGE}?done=already"
    assert board() == ["Quick", "Ann"]
    assert decide(client, password, "hide", session=held) == f"{PAGE}?done=yes"
    shown = re.findall(r'name="decision" value="(\w+)"', waiting(client, password, "log"))
    refused = client.post(f"{PAGE}/undo", data={"decision": shown[1]}, auth=password)
    assert refused.status_code == 422
    assert board() == ["Ann"]
    assert decide(client, password, "undo", decision=shown[0]) == f"{PAGE}?done=yes"
    assert board() == ["Quick", "Ann"]
    assert f"/daily/{DAY}" not in waiting(client, password, "appeals")


def test_what_is_no_result_is_refused_in_a_sentence(password: tuple[str, str], client: TestClient) -> None:
    for action, form, status in (
        ("hide", {"session": "nothing"}, 404),
        ("hide", {}, 404),
        ("undo", {"decision": "nothing"}, 404),
        ("answer", {"appeal": "nothing"}, 404),
        ("dismiss", {"player": "x"}, 400),
        ("rename", {"player": "x", "seen": "x", "name": "\u202e"}, 400),
        ("hide", {"session": "x", "reason": "x" * 201}, 400),
    ):
        assert client.post(f"{PAGE}/{action}", data=form, auth=password).status_code == status, (action, form)
    assert decide(client, password, "clear", session="nothing") == f"{PAGE}?done=already"


def test_names_of_tournaments_and_groups_are_reported_and_judged_on_pages(
    password: tuple[str, str], arrive: Arrive, client: TestClient, host: Host
) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    terms = {"name": "Rude Word", "form": "arena", "games": [{"game": "fortress"}], "deals": 3, "minutes": 20}
    code = ann.client.post("/api/v1/tournaments", json=terms).json()["code"]
    link = ann.client.post("/groups", data={"name": "Rude Group"}).headers["location"]
    # Whoever has been in a group for longest looks after it, and is told.
    host.clock.pass_by(1)
    bob.client.post(f"{link}/join")
    venues = {f"tournament {code}": f"/tournaments/{code}", f"group {link[8:]}": link}
    for venue, address in venues.items():
        form = f"/report?venue={quote(venue)}"
        assert f'href="{form}"' in bob.client.get(address).text
        assert f'name="venue" value="{venue}"' in bob.client.get(form).text
        assert "Rude" in bob.client.get(form).text
        assert bob.client.post("/report", data={"venue": venue, "reason": "offends"}).status_code == 303
    for bad in ("race BCDFGH", "tournament", "x BCDFGH", "tournament BCDFG\0", "group ÄÄÄÄÄÄ"):
        assert bob.client.get("/report", params={"venue": bad}).status_code == 400
    assert bob.client.get("/report?venue=group%20BCDFGHJKMN").status_code == 404
    shown = waiting(client, password, "reported-titles")
    assert shown.count("reported by 1 player: it offends people") == len(venues)
    later = str(NOW_OR_LATER)
    assert decide(client, password, "dismiss", venue=f"tournament {code}", until=later) == f"{PAGE}?done=yes"
    assert decide(client, password, "retitle", venue=f"group {link[8:]}", seen="Rude Group") == f"{PAGE}?done=yes"
    log = waiting(client, password, "log")
    assert "of a tournament may stay" in log
    assert "The group <bdi>Rude Group</bdi> is now called <bdi>Group " in log
    assert "changed the name of your group <bdi>Rude Group</bdi>" in ann.client.get("/account").text


def test_a_page_of_ten_thousand_decisions_shows_the_last_hundred(
    password: tuple[str, str], arrive: Arrive, client: TestClient, database_url: str
) -> None:
    arrive("Ann")
    with transaction(database_url) as connection:
        player = connection.execute(account.select()).one().player_id
        row = {
            "moderator": "operator", "kind": "dismiss", "player_id": player, "before": "", "after": "", "reason": "",
        }  # fmt: skip
        many = [row | {"id": f"{number:016}", "at": number} for number in range(10_000)]
        connection.execute(decision.insert(), many)
    assert waiting(client, password, "log").count("<article") == 100
