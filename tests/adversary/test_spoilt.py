"""Stored text that nobody can read: only the page about its own row fails, and nobody else notices."""

from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial

import pytest
from sqlalchemy import Column, Connection, Engine, LargeBinary, String, Table, create_engine, event, text
from sqlalchemy.pool import StaticPool

from app.core.store import unreadable
from app.core.store.unreadable import UnreadableRow
from app.features.daily.rows import stories
from app.features.daily.service import closing
from app.features.deals.service import bands
from app.features.races.service import rounds
from app.features.study import rows as certificates
from app.features.tournaments.service import tournament_rounds
from app.play.rows import judging as verdicts
from app.play.rows import questions, stock
from app.play.service import judging
from app.play.solving.jobs import LEASE_MS
from app.play.values.question import Question, QuestionKind, QuestionSubject
from app.play.values.shelf import Band, Shelf
from app.site.rows import stored_texts
from app.site.schema import metadata
from app.site.service import checks, operating
from engine.cards import spell
from engine.deals import shuffled
from engine.games import find, variant_of
from engine.position import deal, snapshot
from tests.adversary.house import House
from tests.adversary.sealed import Spy
from tests.adversary.town import DAY, MONTH, NUMBER, Town, found, given
from tests.lengths import short_and_long

SPOILT = "spoilt"
PASSWORD = "a password for the operator"
PAGES = (
    *("/", "/puzzles", "/daily", f"/daily/{DAY}", "/races", "/rooms", "/tournaments", "/standings/all", "/learn"),
    *("/statistics", "/history", "/fortress", "/fortress/12345", "/ratings", "/ratings?game=stonewall"),
    *(f"/daily/{DAY}/stalactites", "/certificates/fortress?deal=9", "/analysis/fortress?deal=9"),
)
DOCUMENTS = ("/puzzles/next?game=fortress", "/rooms", "/ratings/fortress", "/tournaments", "/standings/all")
MINE = ("/", "/history", "/statistics", "/friends", "/groups", "/daily", "/puzzles", "/account")
OF_THE_OPERATOR = ("/operator", "/operator/moderation", "/metrics")
_TEXTS = (String, LargeBinary)
NOTHING_OLD = 3650
"""In how many days nothing here is old."""


@dataclass(frozen=True)
class Place:
    """A text column of a row."""

    table: Table
    column: Column[str]
    key: tuple[object, ...]

    def __str__(self) -> str:
        """Name the place."""
        return f"{self.table.name}.{self.column.name} of {self.key}"


@pytest.fixture
def database_url(database_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Add an operator."""
    monkeypatch.setenv("RAMPART_OPERATOR_PASSWORD", PASSWORD)
    return database_url


@pytest.fixture
def town(house: House, database_url: str) -> Iterator[Town]:
    """Found a town in which every queue has something in it."""
    spy = Spy(database_url)
    made = found(house, spy)
    credentials = b64encode(f"operator:{PASSWORD}".encode()).decode()
    made.people["operator"].headers["authorization"] = f"Basic {credentials}"
    house.write(fill, player_id=made.people["owner"].player_id, now=house.clock.ms)
    yield made
    spy.close()


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    """Open the file as somebody who may break every rule."""
    made = create_engine(database_url, poolclass=StaticPool, isolation_level="AUTOCOMMIT")
    lawless = "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA busy_timeout = 5000"
    event.listen(made, "connect", lambda driver, _: driver.executescript(lawless))
    yield made
    made.dispose()


def fill(connection: Connection, player_id: str, now: int) -> None:
    """Add to the queues what a morning of play leaves out."""
    fortress, shelf = variant_of("fortress", ""), Shelf(find("fortress"), "")
    for name, number in (("0", 9), ("1", 10)):
        at = snapshot(fortress.rules, deal(fortress.rules, shuffled(number)))
        questions.add(
            connection,
            Question(name * 32, QuestionKind.JUDGE, QuestionSubject(fortress, at), player_id, now, now + MONTH),
        )
        verdicts.add(connection, verdicts.WaitingDeal(name * 32, fortress, shuffled(number), 0), now)
        stock.add(connection, shelf, number, Band.STEADY)
        stock.add_for_race(connection, shelf, number)
    stock.add_wish(connection, shelf, Band.STEADY, now + MONTH)


def places(engine: Engine, visited: str) -> list[Place]:
    """List the text columns of all tables that have a row, in their first row and in their last.

    Rows of the session that is visited are left out: its pages may fail. So are names of rows: with another name, a row
    is not spoilt but gone.
    """
    listed = list[Place]()
    with engine.connect() as connection:
        for table in metadata.sorted_tables:
            key = ", ".join(column.name for column in table.primary_key)
            keys = [tuple(row) for row in connection.execute(text(f"SELECT {key} FROM {table.name} ORDER BY {key}"))]
            keys = [one for one in keys if visited not in one]
            texts = [one for one in table.columns if isinstance(getattr(one.type, "impl", one.type), _TEXTS)]
            columns = [one for one in texts if not one.foreign_keys and {one} != set(table.primary_key)]
            listed += [Place(table, one, which) for which in dict.fromkeys(keys[:1] + keys[-1:]) for one in columns]
    return listed


@contextmanager
def spoilt(engine: Engine, place: Place, by: str = ":spoilt") -> Iterator[None]:
    """Spoil a text for a while, by what an expression says."""
    names = [column.name for column in place.table.primary_key]
    its = " AND ".join(f"{name} = :{name}" for name in names)
    before = dict(zip(names, map(str, place.key), strict=True))
    after = before | ({place.column.name: SPOILT} if place.column.name in names else {})
    table, column = place.table.name, f'"{place.column.name}"'
    with engine.connect() as connection:
        value = connection.execute(text(f"SELECT {column} FROM {table} WHERE {its}"), before).scalar()
        connection.execute(text(f"UPDATE {table} SET {column} = {by} WHERE {its}"), before | {"spoilt": SPOILT})
        yield
        if after != before:
            # Meanwhile somebody may have got the key that is free.
            connection.execute(text(f"DELETE FROM {table} WHERE {its}"), before)
        connection.execute(text(f"UPDATE {table} SET {column} = :spoilt WHERE {its}"), after | {"spoilt": value})


def visits(town: Town) -> dict[str, int]:
    """Visit what is about no single row; return each address with the status of the answer."""
    stranger, owner, operator = (town.people[name] for name in ("stranger", "owner", "operator"))
    asks: dict[str, Callable[[], int]] = {
        **{page: partial(_status, stranger.get, page) for page in PAGES},
        **{f"/api/v1{page}": partial(_status, stranger.get, f"/api/v1{page}") for page in DOCUMENTS},
        **{f"the owner's {page}": partial(_status, owner.get, page) for page in MINE},
        **{page: partial(_status, operator.get, page) for page in OF_THE_OPERATOR},
        "hints": partial(_status, stranger.form, f"/sessions/{town.sessions['of the stranger']}/hints", seq=0),
        "analysis": partial(_status, stranger.post, "/analysis", game="fortress", options={}, deal="9", moves=[]),
        "a new game": partial(_status, stranger.post, "/sessions", game="fortress", deal=9),
    }
    return {name: ask() for name, ask in asks.items()}


def _status(ask: Callable[..., object], *what: object, **fields: object) -> int:
    try:
        answer = ask(*what, **fields)
    except UnreadableRow:
        return 500
    return int(getattr(answer, "status", 0))


def works(now: int) -> dict[str, Callable[[Connection], object]]:
    """Return what jobs do over many rows."""
    shelf = Shelf(find("fortress"), "")
    return {
        "the referee's round": partial(rounds.page, now=now),
        "the steward's round": tournament_rounds.first,
        "closing": partial(closing.due, now=now + MONTH),
        "lost games": lambda connection: judging.walk_on(connection, now + MONTH),
        "verdicts": lambda connection: verdicts.take(connection, now + MONTH, now + MONTH + LEASE_MS),
        "questions": lambda connection: questions.take(connection, now, now + LEASE_MS),
        "certificates": lambda connection: certificates.take(connection, now, now + LEASE_MS),
        "stories": lambda connection: stories.take(connection, now, now + LEASE_MS),
        "bands": lambda connection: bands.walk_on(connection, "", now),
        "a deal in stock": lambda connection: stock.take(
            connection, Shelf(find("fortress"), ""), Band.STEADY, "nobody"
        ),
        "a deal for a race": lambda connection: stock.take_for_race(connection, shelf),
        "wishes": lambda connection: stock.wishes(connection, now),
        "packing": lambda connection: operating.pack_logs(connection, "", now + 2 * MONTH),
        "the abandoned": lambda connection: operating.forget_abandoned(connection, NOTHING_OLD, "", now),
    }


def failing(house: House) -> set[str]:
    """Do what jobs do, but change nothing; name what fails."""
    failed = set()
    for name, work in works(house.clock.ms).items():
        # Whoever takes from a queue fails once, and then passes over the row.
        with suppress(UnreadableRow):
            house.write(_undone, work=work)
        try:
            house.write(_undone, work=work)
        except UnreadableRow:
            failed.add(name)
    return failed


def _undone(connection: Connection, work: Callable[[Connection], object]) -> None:
    attempt = connection.begin_nested()
    try:
        work(connection)
    finally:
        attempt.rollback()


@short_and_long(0.04)
def test_text_that_cannot_be_read_fails_only_the_page_about_its_row(
    town: Town, engine: Engine, monkeypatch: pytest.MonkeyPatch, share: float
) -> None:
    town.sessions["of the stranger"] = given(town.people["stranger"].post("/sessions", game="fortress", deal=777))["id"]
    usual, every = visits(town), places(engine, town.sessions["of the stranger"])
    assert set(usual.values()) <= {200, 201, 303}
    assert not failing(town.house)
    tried = every[:: round(1 / share)]
    assert len(tried) > 120 * share
    for place in tried:
        noted = dict[tuple[str, tuple[object, ...]], None]()
        monkeypatch.setattr(unreadable, "_noted", noted)
        with spoilt(engine, place):
            # What a process keeps for a while is as old as that.
            town.house.clock.ms += 11_000
            assert visits(town) == usual, place
            assert not failing(town.house), place
            if noted and place.table in stored_texts.TABLES:
                assert place.table.name in {name for name, _ in noted}, place
                assert town.house.read(checks.check_table, table=place.table), place


@pytest.mark.parametrize("named", ["tournament.name", "race.options", "daily.lines"])
def test_a_byte_that_no_text_has_fails_only_the_page_about_its_row(town: Town, engine: Engine, named: str) -> None:
    town.sessions["of the stranger"] = given(town.people["stranger"].post("/sessions", game="fortress", deal=777))["id"]
    usual = visits(town)
    place = next(one for one in places(engine, "") if str(one).startswith(f"{named} "))
    with spoilt(engine, place, "CAST(x'41ff' AS TEXT)"):
        town.house.clock.ms += 11_000
        assert visits(town) == usual
        assert not failing(town.house)


def test_an_open_event_that_cannot_be_read_keeps_its_secret(town: Town, engine: Engine) -> None:
    stranger = town.people["stranger"]
    heat, dealt = (
        town.spy.rows(f"SELECT {column} FROM {table} ORDER BY 1 LIMIT 1")[0][0]
        for table, column in (("heat", "code || ' ' || number"), ("tournament_deal", "code || ' ' || number"))
    )
    rows = {
        metadata.tables["daily"]: ((DAY.isoformat(), "stonewall"), str(NUMBER)),
        metadata.tables["heat"]: (tuple(str(heat).split()), ""),
        metadata.tables["tournament_deal"]: (tuple(str(dealt).split()), ""),
    }
    for table, (key, known) in rows.items():
        where = " AND ".join(f"{column.name} = '{value}'" for column, value in zip(table.primary_key, key, strict=True))
        number = known or str(town.spy.rows(f"SELECT deal FROM {table.name} WHERE {where}")[0][0])
        deck = shuffled(int(number))
        # Two columns change places: the deal is another one, and yet near.
        near = (*deck[:20], deck[21], deck[20], *deck[22:])
        for name in ("deck", "deal", "game"):
            if name not in table.columns:
                continue
            with spoilt(engine, Place(table, table.c[name], key)):
                for cards in (deck, near):
                    asked = stranger.post("/analysis", game="stonewall", options={}, deck=spell(cards), moves=[])
                    assert asked.status == 403, (table.name, name)


def test_a_row_that_cannot_be_read_is_an_error_of_the_server_and_is_logged_once(
    town: Town, engine: Engine, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unreadable, "_noted", {})
    key, operator = (DAY.isoformat(), "fortress"), town.people["operator"]
    with spoilt(engine, Place(metadata.tables["daily"], metadata.tables["daily"].c.deck, key)):
        for _ in range(2):
            with pytest.raises(UnreadableRow):
                town.people["stranger"].get(f"/daily/{DAY}/fortress")
        told = [record.more for record in caplog.records if record.message == "A stored row cannot be read."]  # type: ignore[attr-defined]
        assert told == [{"table": "daily", "key": f"{DAY} fortress"}]
        assert 'rampart_unreadable_rows{table="daily"} 1' in operator.get("/metrics").text
