"""A server in the middle of its day: a daily, a race and a tournament in Stonewall are open, and people play."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import product
from typing import Any

from sqlalchemy import Connection

from app.features.daily.service import daily
from app.features.daily.service.calendar import opens_at
from app.features.daily.service.daily import FoundDeal, UndealtDaily
from app.features.races.service import races
from app.features.races.values.race import COUNTDOWN_MS
from app.features.tournaments.service import tournament_rounds, tournaments
from app.features.tournaments.values.tournament import Form
from app.play.rows import stock as rows
from app.play.service import stock
from app.play.values.shelf import Shelf
from engine.deals import deck_code, shuffled
from engine.games import find
from engine.moves import Move
from tests.adversary.house import Answer, House, Person
from tests.adversary.sealed import Event, Spy
from tests.app.addresses import USUAL
from tests.app.tournaments.factories import tournament_terms
from tests.engine.verdicts import WINS

DAY = date(2026, 11, 20)
NUMBER = 7_301_946_558_201_734_419
"""The deal of the day's Stonewall: as long as those that are drawn."""
PASSWORD = "a moat and a drawbridge"
MONTH = 30 * 24 * 3_600_000
UNKNOWN = "0000000000000000"
DEALS = 3
"""How many deals the tournament has."""


def choose(connection: Connection, slug: str, number: int, day: date, now: int) -> None:
    """Choose the deal of a daily as the background does, with a par that nobody has checked."""
    wanted = UndealtDaily(day, find(slug), number)
    lines = dict.fromkeys(wanted.variants, (Move("t0", "t1"),) * 52)
    assert daily.choose(connection, b"secret", wanted, FoundDeal(number, lines, dict.fromkeys(lines, 52), "known"), now)


@dataclass
class Town:
    """Everybody and everything there is, by names."""

    house: House
    spy: Spy
    people: dict[str, Person] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)

    def person(self, name: str, account: str = "") -> Person:
        """Bring a visitor in; an account is a month old."""
        new = self.people[name] = Person(self.house, headers={"accept": "text/html"})
        if account:
            now, self.house.clock.ms = self.house.clock.ms, opens_at(DAY) - MONTH
            given(new.post("/players", name=account, password=PASSWORD))
            self.house.clock.ms = now
        return new


def given(answer: Answer) -> Any:
    """Return the document of an answer that is none of a refusal."""
    assert 200 <= answer.status < 300, (answer.method, answer.address, answer.status, answer.text[:300])
    return answer.document


def found(house: House, spy: Spy) -> Town:
    """Found the town."""
    town = Town(house, spy)
    house.write(choose, "stonewall", NUMBER, DAY, house.clock.ms - MONTH // 30)
    fortress = next(win for win in WINS if win.slug == "fortress")
    house.write(choose, "fortress", int(fortress.deal), DAY, house.clock.ms)
    _owner(town)
    _solver(town, [str(move) for move in fortress.line])
    gave_up = town.person("who gave up")
    town.sessions["given up in the daily"] = _begun_daily(gave_up, "stonewall")["id"]
    _act(gave_up, town.sessions["given up in the daily"], "give-up")
    _races(town)
    _tournament(town)
    town.person("guest").post("/sessions", game="fortress", deal=4)
    town.person("stranger")
    operator = town.person("operator")
    operator.headers["authorization"] = "Basic b3BlcmF0b3I6Z3Vlc3NlZA=="
    town.events = spy.open_events()
    assert len(town.events) == 4 + DEALS
    return town


def _owner(town: Town) -> None:
    owner = town.person("owner", "Wilhelmina")
    town.codes["group"] = owner.form("/groups", name="The lodge").header("location").split("/")[2]
    playing = given(owner.post("/sessions", game="stonewall", deal=77))
    town.sessions["playing"] = playing["id"]
    for purpose in ("watch", "play"):
        owner.form(f"/sessions/{playing['id']}/company/{purpose}")
    invitations = town.spy.rows("SELECT purpose, token FROM invitation")
    town.tokens |= {str(purpose): str(token) for purpose, token in invitations}
    for name in ("shared", "unshared"):
        ended = given(owner.post("/sessions", game="fortress", deal=4))
        town.sessions[name] = ended["id"]
        _act(owner, ended["id"], "give-up")
    owner.form(f"/sessions/{town.sessions['shared']}/share")
    town.sessions["in the daily"] = _begun_daily(owner, "stonewall")["id"]


def _solver(town: Town, line: list[str]) -> None:
    solver = town.person("who solved", "Ethelbert")
    session = _begun_daily(solver, "fortress")
    for seq, move in enumerate(line):
        town.house.clock.ms += 700 + 91 * seq % 800
        given(solver.post(f"/sessions/{session['id']}/moves", seq=seq, move=move))
    town.sessions["solved in the daily"] = session["id"]
    other = _begun_daily(solver, "stonewall")
    _act(solver, other["id"], "give-up")


def _races(town: Town) -> None:
    for name, game in (("race", "stonewall"), ("other race", "fortress")):
        host, second = town.person(f"host of the {name}"), town.person(f"racer of the {name}")
        code = given(host.post("/races", game=game, name="Ottokar"))["code"]
        given(second.post(f"/races/{code}/join", name="Kunigunde"))
        for racer in (host, second):
            given(racer.post(f"/races/{code}/ready"))
        town.codes[name] = code
    town.house.clock.ms += COUNTDOWN_MS
    for name in ("race", "other race"):
        code = town.codes[name]
        town.house.write(races.settle, code=code, now=town.house.clock.ms)
        town.sessions[f"in the {name}"] = given(town.people[f"racer of the {name}"].get(f"/api/v1/races/{code}"))[
            "session"
        ]


def _tournament(town: Town) -> None:
    game, now = find("stonewall").settle({}), town.house.clock.ms
    terms = tournament_terms(
        form=Form.DEALS, variants=(game,), deals=DEALS, length_ms=MONTH // 10, one_try=True, blind=True
    )

    def made(connection: Connection) -> str:
        for _ in range(DEALS + stock.KEPT_FOR_RACES):
            rows.add_for_race(connection, Shelf.for_races(game), stock.secret_deal())
        code = tournaments.add(connection, terms, now, now).code
        while tournament_rounds.settle(connection, code, now):
            pass
        return code

    code = town.codes["tournament"] = town.house.write(made)
    player = town.person("player of the tournament")
    given(player.post(f"/tournaments/{code}/join", name="Lancelot"))
    town.sessions["in the tournament"] = given(player.post(f"/tournaments/{code}/next"))["id"]


def _begun_daily(person: Person, slug: str) -> Any:
    return given(person.post(f"/daily/{DAY}/{slug}/start", options={}))


def _act(person: Person, session_id: str, verb: str) -> None:
    given(person.post(f"/sessions/{session_id}/{verb}", seq=given(person.get(f"/api/v1/sessions/{session_id}"))["seq"]))


def fillings(town: Town, path: str) -> Iterator[Mapping[str, str]]:
    """Return values for the fields of a route's path, in all combinations that matter."""
    values: dict[str, list[str]] = {
        "session_id": [*town.sessions.values(), UNKNOWN],
        "code": _codes(town, path),
        "token": [*town.tokens.values(), UNKNOWN],
        "number": [str(NUMBER), "4"],
        "slug": ["stonewall", "fortress"],
        "puzzle_id": [USUAL["puzzle_id"], "abcdefgh"],
        "day": [DAY.isoformat(), "2026-11-21"],
        "period": ["all", "2026-11", calendar_week()],
        "purpose": ["watch", "play"],
    }
    if "custom/{code}" in path:
        values["code"] = [deck_code(shuffled(NUMBER)), deck_code(shuffled(4))]
    fields = [name for name in values if f"{{{name}}}" in path]
    for chosen in product(*(values[name] for name in fields)):
        yield dict(zip(fields, chosen, strict=True))


def _codes(town: Town, path: str) -> list[str]:
    if path.startswith("/groups"):
        return [town.codes["group"]]
    if "/tournaments" in path:
        return [town.codes["tournament"]]
    return [town.codes["race"], town.codes["other race"]]


def calendar_week() -> str:
    """Return the week of the day, as standings name it."""
    year, week, _ = DAY.isocalendar()
    return f"{year}-W{week:02}"
