"""What viewers of a tournament see and hear while it goes on and afterwards."""

import asyncio
import json
import re
from hashlib import sha256

import pytest

from app.core.words import time_words
from app.features.tournaments.scoreboard import Scoreboard
from app.features.tournaments.values import scoring, tournament
from app.features.tournaments.values.tournament import SCORING, Entrant, TournamentTry, TryOutcome
from tests.app.races.conftest import clock
from tests.app.tournaments.ground import MINUTE
from tests.app.tournaments.served import (
    FORM,
    Ground,
    document,
    fresh,
    ground,
    play,
)

__all__ = ["clock", "fresh", "ground"]


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
                SCORING,
                one,
                TournamentTry("", "", name, number, attempt, 0, TryOutcome(outcome), steps, minutes * MINUTE),
            )
        entrants.append(one)
    computed = [
        [str(rank), one.name, str(one.points), str(one.won), str(one.steps), time_words(one.ms)]
        for rank, one in ((place.rank, place.entrant) for place in scoring.places(entrants))
    ]
    assert told == computed
    assert f"it has {scoring.teams(SCORING, entrants)[0].points} points" in page
    assert (SCORING.first_try, SCORING.later_try, SCORING.team) == (3, 2, 5)
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
    assert tournament.SETTLING_MS < MINUTE


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
