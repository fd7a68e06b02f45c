"""Tournaments by their pages and by the JSON API."""

import asyncio
import json
import re
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.core.words import time_words
from app.features.tournaments.scoreboard import Scoreboard
from app.features.tournaments.service import tournament_rounds
from app.features.tournaments.values import scoring
from app.features.tournaments.values import tournament as model
from app.features.tournaments.values.tournament import SETTLING_MS, Entrant, TournamentTry, TryOutcome
from app.play.rows import sessions, stock
from app.play.values.shelf import Shelf
from tests.app.races.conftest import Clock, clock
from tests.app.tournaments.ground import FORTRESS, LINES, MINUTE, nearly_won
from tests.databases import transaction

__all__ = ["clock"]

Document = dict[str, Any]
PASSWORD = "a moat and a drawbridge"
TERMS = {"name": "Friday", "form": "arena", "games": [{"game": "fortress"}], "deals": 3, "minutes": 20}
FORM = {"name": "Friday", "play fortress ": "on", "length": "arena 20", "deals": "3", "lead": "0"}


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.features.tournaments.scoreboard.FRESH_SECONDS", 0.0)
    monkeypatch.setattr("app.features.tournaments.scoreboard.EVERY_SECONDS", 3600.0)
    # What is due is done when a test lets it be done.
    monkeypatch.setattr("app.features.tournaments.steward.Steward.pause_seconds", 3600.0)
    # The first request would wake whatever sleeps because nobody is here, and it would do its work within the test.
    monkeypatch.setattr("app.core.live.calm.Calm.lasts", False)


class Ground:
    """A server, its clock and its database."""

    def __init__(self, client: TestClient, clock: Clock, url: str) -> None:
        self.client, self.clock, self.url = client, clock, url
        with transaction(url) as connection:
            for number in [*LINES][:9]:
                stock.add_for_race(connection, Shelf.for_races(FORTRESS), number)

    def person(self, account: str = "") -> TestClient:
        """Bring a visitor in."""
        other = TestClient(self.client.app, follow_redirects=False, headers={"accept": "text/html"})
        other.portal = self.client.portal
        if account:
            assert other.post("/api/v1/players", json={"name": account, "password": PASSWORD}).status_code == 200
        return other

    def made(self, by: TestClient, **terms: object) -> str:
        """Make a tournament, draw its deals, and return its code."""
        answer = by.post("/api/v1/tournaments", json=TERMS | terms)
        assert answer.status_code == 201, answer.text
        code: str = answer.json()["code"]
        self.look_after(code)
        return code

    def look_after(self, code: str) -> None:
        """Do what is due."""
        with transaction(self.url) as connection:
            while tournament_rounds.settle(connection, code, self.clock.ms):
                pass

    def close(self, code: str, by: TestClient) -> None:
        """Let a tournament close."""
        self.clock.pass_by(20 * MINUTE + SETTLING_MS)
        self.look_after(code)
        assert document(by, code)["stage"] == "closed"


@pytest.fixture
def ground(client: TestClient, clock: Clock, database_url: str) -> Ground:
    return Ground(client, clock, database_url)


def document(visitor: TestClient, code: str) -> Document:
    answer = visitor.get(f"/api/v1/tournaments/{code}")
    assert answer.status_code == 200, answer.text
    found: Document = answer.json()
    return found


def play(ground: Ground, visitor: TestClient, code: str, *, win: bool) -> Document:
    """Play the next deal to its end; a win takes one move, as if all the others had been made."""
    session: Document = visitor.post(f"/api/v1/tournaments/{code}/next", json={}).json()
    address = f"/api/v1/sessions/{session['id']}"
    if not win:
        return dict(visitor.post(f"{address}/give-up", json={"seq": session["seq"]}).json())
    with transaction(ground.url) as connection:
        found = sessions.find(connection, session["id"])
        assert found is not None
        assert found.deal is not None
        assert sessions.advance(connection, found._replace(position=nearly_won(found.deal), steps=99), found.seq)
    last = str(LINES[found.deal].line[-1])
    session = visitor.post(f"{address}/moves", json={"seq": session["seq"], "move": last}).json()
    assert session["status"] == "won"
    return session


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
    assert "Won by" in over


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


def test_a_blind_tournament_answers_the_same_whatever_others_have_done(ground: Ground) -> None:
    ann, ben, cyn = ground.person("Ann"), ground.person(), ground.person()
    code = ground.made(ann, blind=True, one_try=True)
    for visitor, name in ((ben, "Ben"), (cyn, "Cyn")):
        visitor.post(f"/api/v1/tournaments/{code}/join", json={"name": name})
    addresses = (f"/tournaments/{code}", f"/tournaments/{code}/room", f"/api/v1/tournaments/{code}", "/tournaments")
    before = {
        (who, address): visitor.get(address).text for who, visitor in enumerate((ann, cyn)) for address in addresses
    }
    for won in (True, False, True):
        play(ground, ben, code, win=won)
    after = {
        (who, address): visitor.get(address).text for who, visitor in enumerate((ann, cyn)) for address in addresses
    }
    assert after == before
    assert "Ben" not in "".join(before.values())
    assert document(ben, code)["standings"][0]["name"] == "Ben"


def test_the_example_on_the_rules_page_is_what_the_code_computes(ground: Ground) -> None:
    page = ground.client.get("/tournaments/rules").text
    table = page[page.index('id="worked-example"') :]
    told = [
        re.findall(r"<t[dh][^>]*>([^<]*)</t[dh]>", row)
        for row in re.findall(r"<tr>(.*?)</tr>", table[: table.index("</table>")])[1:]
    ]
    games = {
        "Ann": [(1, 1, "won", 100, 4), (2, 1, "given-up", 0, 0), (2, 2, "won", 120, 5)],
        "Ben": [(1, 1, "won", 90, 6), (2, 1, "given-up", 0, 0), (3, 1, "won", 110, 3)],
        "Cyn": [(1, 1, "won", 102, 4), (2, 1, "given-up", 0, 0), (2, 2, "won", 122, 5)],
        "Dan": [(1, 1, "stopped", 0, 0)],
    }
    entrants = []
    for name, tries in games.items():
        one = Entrant(name, name, 0, *((None, None) if name == "Cyn" else ("lodge", "Lodge")))
        for number, attempt, outcome, steps, minutes in tries:
            one = scoring.add_points(
                one, TournamentTry("", "", name, number, attempt, 0, TryOutcome(outcome), steps, minutes * MINUTE)
            )
        entrants.append(one)
    computed = [
        [str(rank), one.name, str(one.points), str(one.won), str(one.steps), time_words(one.ms)]
        for rank, one in ((place.rank, place.entrant) for place in scoring.places(entrants))
    ]
    assert told == computed
    assert f"it has {scoring.teams(entrants)[0].points} points" in page
    assert (scoring.FIRST_TRY, scoring.LATER_TRY, scoring.TEAM) == (3, 2, 5)
    assert "worth 3 points, a win at a later try 2" in page


def test_viewers_hear_of_results_at_most_once_and_drawn(ground: Ground) -> None:
    ann, ben = ground.person("Ann"), ground.person()
    code = ground.made(ann)
    ben.post(f"/api/v1/tournaments/{code}/join", json={"name": "Ben"})
    serving = ground.client.app.state.server  # type: ignore[attr-defined]
    heard = list[tuple[str, str, str]]()

    async def publish(topic: str, kind: str, data: str) -> None:
        heard.append((topic, kind, data))

    play(ground, ben, code, win=True)
    play(ground, ben, code, win=False)
    serving.live.publish, publish_before = publish, serving.live.publish
    assert ground.client.portal is not None
    ground.client.portal.call(serving.part(Scoreboard).tell)
    ground.client.portal.call(serving.part(Scoreboard).tell)
    serving.live.publish = publish_before
    ((topic, kind, data),) = [news for news in heard if news[1] == "standings"]
    assert (topic, kind) == (f"tournament {code}", "standings")
    assert "<td>3</td>" in json.loads(data)


def test_viewers_hear_of_a_win_also_if_somebody_looked_just_before_it(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.features.tournaments.scoreboard.FRESH_SECONDS", 3600.0)
    ann, ben = ground.person("Ann"), ground.person()
    code = ground.made(ann)
    ben.post(f"/api/v1/tournaments/{code}/join", json={"name": "Ben"})
    serving, heard = ground.client.app.state.server, list[str]()  # type: ignore[attr-defined]

    async def publish(_topic: str, kind: str, data: str) -> None:
        if kind == "standings":
            heard.append(data)

    assert ground.client.portal is not None
    ground.client.portal.call(serving.part(Scoreboard).tell)
    assert "<td>3</td>" not in ann.get(f"/tournaments/{code}").text
    play(ground, ben, code, win=True)
    monkeypatch.setattr(serving.live, "publish", publish)
    ground.client.portal.call(serving.part(Scoreboard).tell)
    assert ["<td>3</td>" in json.loads(data) for data in heard] == [True]


def test_viewers_hear_by_themselves_that_somebody_came_or_went(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = ground.person("Ann"), ground.person()
    address = ann.post("/tournaments", data=FORM).headers["location"]
    code = address.rpartition("/")[2]
    serving, heard = ground.client.app.state.server, list[bool]()  # type: ignore[attr-defined]

    async def publish(_topic: str, kind: str, data: str) -> None:
        if kind == "standings":
            heard.append("Ben" in json.loads(data))

    async def told(seconds: float, _longest: float) -> None:
        """Let the scoreboard look again a few times."""
        await asyncio.sleep(0 if len(looks) < 3 else 3600)
        looks.append(seconds)

    looks = list[float]()
    monkeypatch.setattr(serving.live, "publish", publish)
    monkeypatch.setattr(serving.part(Scoreboard)._calm, "sleep", told)

    async def listen() -> None:
        looks.clear()
        async with serving.part(Scoreboard).running():
            while len(looks) < 3:
                await asyncio.sleep(0.01)

    assert ground.client.portal is not None
    api = f"/api/v1/tournaments/{code}"
    for visitor, path, body in (
        (ben, f"{address}/join", {"name": "Ben"}), (ben, f"{address}/leave", {}),
        (ben, f"{api}/join", {"name": "Ben"}), (ben, f"{api}/leave", {}),
        (ben, f"{address}/join", {"name": "Ben"}), (ann, f"{address}/remove", {"player": "Ben"}),
    ):  # fmt: skip
        form = {"json": body} if path.startswith("/api") else {"data": body}
        assert visitor.post(path, **form).status_code in {200, 303}  # type: ignore[arg-type]
        ground.client.portal.call(listen)
    assert heard == [True, False] * 3
    assert looks[0] == 3600.0


def test_the_games_that_were_won_can_be_watched_when_it_is_over_and_not_before(ground: Ground) -> None:
    ann, ben = ground.person("Ann"), ground.person()
    code = ground.made(ann)
    ben.post(f"/api/v1/tournaments/{code}/join", json={"name": "Ben"})
    won, lost = play(ground, ben, code, win=True), play(ground, ben, code, win=False)
    assert [ann.get(f"/replays/{one['id']}").status_code == 404 for one in (won, lost)] == [True, True]
    ground.close(code, ann)
    assert [ann.get(f"/replays/{one['id']}").status_code == 404 for one in (won, lost)] == [False, True]


def test_the_seal_is_the_digest_of_what_is_shown_afterwards(ground: Ground) -> None:
    ann = ground.person("Ann")
    code = ground.made(ann)
    ground.close(code, ann)
    over = document(ann, code)
    dealt = [f"{row['game']}?:{row['deal']}" for row in over["dealt"]]
    line = " ".join(["tournament", code, *dealt, over["salt"]])
    assert sha256(line.encode()).hexdigest() == over["seal"]
    assert line in ann.get(f"/tournaments/{code}").text
    assert model.SETTLING_MS < MINUTE


def test_a_team_is_shown_by_its_name_and_never_by_its_code(ground: Ground) -> None:
    ann, ben = ground.person("Ann"), ground.person()
    group = ann.post("/groups", data={"name": "The lodge"}).headers["location"].rpartition("/")[2]
    code = ground.made(ann)
    assert ben.post(f"/api/v1/tournaments/{code}/join", json={"group": group}).status_code == 403
    ann.post(f"/api/v1/tournaments/{code}/join", json={"group": group})
    play(ground, ann, code, win=True)
    told = ben.get(f"/api/v1/tournaments/{code}")
    assert told.json()["teams"][0] == {
        "rank": 1, "name": "The lodge", "points": 3, "won": 1, "steps": 100,
        "seconds": 0.0, "members": 1,
    }  # fmt: skip
    assert group not in told.text
    assert group not in ben.get(f"/tournaments/{code}").text


def test_an_unknown_code_is_not_found(ground: Ground) -> None:
    for path in ("/tournaments/ZZZZZZ", "/api/v1/tournaments/ZZZZZZ", "/tournaments/ZZZZZZ/room"):
        assert ground.client.get(path).status_code == 404
