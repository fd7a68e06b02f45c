"""What must hold whatever players do: every answer is read, every step looked at, and at last all is played again."""

import io
import re
from collections.abc import Callable
from contextlib import ExitStack, redirect_stdout
from datetime import timedelta
from hashlib import sha256
from itertools import count
from typing import ClassVar

from sqlalchemy import Connection

from app.core.clock import due_ms, now_ms, today
from app.features.daily.rows import dailies
from app.features.races.rows import races as store
from app.features.races.service import races, rounds
from app.features.tournaments.service import tournament_rounds
from app.site.commands.check import check
from engine.games import find
from tests.adversary.house import MORNING, Answer, House, Person
from tests.adversary.promises import BROKEN, WHERE_NOBODY_GONE_IS
from tests.adversary.reached import Reached
from tests.adversary.sealed import Event, Row, Spy, betrayed, leaks, shows_board
from tests.adversary.steps import Machine
from tests.adversary.town import choose
from tests.adversary.ways import Ways

NAMES = ("Ottokar", "Kunigunde", "Ethelbert", "Wilhelmina", "Sieglinde")
DAILIES = ("stonewall", "fortress", "six-by-four")
SESSION = re.compile(r"/(?:sessions|replays)/([0-9a-z]{16})")


class Watched(Machine):
    """A server and several players, with the checks of everything they get to see."""

    house: ClassVar[House]
    spy: ClassVar[Spy]
    url: ClassVar[str]
    emptied: ClassVar[Callable[[], None]]
    reached: ClassVar[Reached]

    def __init__(self) -> None:
        type(self).emptied()
        self._stack = ExitStack()
        self.house.clock.ms = MORNING
        self._stack.enter_context(self.house.opened())
        self.people = [Person(self.house, self._heard, headers={"accept": "text/html"}) for _ in NAMES]
        self.tables: list[str] = []
        self.rooms: list[str] = []
        self.groups: list[str] = []
        self.contests: list[str] = []
        self.named: dict[int, str] = {}
        """The name of everybody's last account."""
        self.gone: set[str] = set()
        """The players whom nobody can be any more."""
        self.lost: set[str] = set()
        """The players whose browser has forgotten them; to the server they are still there."""
        self.numbers = count()
        self.ways = Ways()
        self.forgers: set[int] = set()
        self.events: list[Event] = []
        self.days_begin()

    def _heard(self, person: Person, answer: Answer) -> None:
        """Check an answer for secrets."""
        before = self.events
        self.refresh()
        self.reached[f"answer {answer.status}"] += 1
        place = f"{answer.method} {answer.address}: {answer.status}"
        assert answer.status < 500, place
        self._note(answer)
        told = answer.told
        for event in self.events:
            if event in before:
                assert not [one for one in leaks(told, event) if one not in answer.address], (place, event.event)
                assert not shows_board(told, event) or self._knows(person, event), (place, event.event)
        row = self.spy.session(at[1]) if (at := SESSION.search(answer.address)) else None
        if row and (row.status in {"playing", "stuck"} or (row.sealed and "/replay" not in answer.address)):
            assert not betrayed(told, row.hidden), place
        if "/daily/" in answer.address:
            self._check_names(person, answer, place)

    def _check_names(self, person: Person, answer: Answer, place: str) -> None:
        day, game = answer.address.partition("/daily/")[2].partition("?")[0].split("/")[:2]
        solved = self.spy.rows(
            "SELECT 1 FROM attempt WHERE day = :day AND game = :game AND player_id = :who AND solved",
            day=day, game=game, who=person.player_id,
        )  # fmt: skip
        if not solved and any(event.event == f"daily {day}" and event.game == game for event in self.events):
            others = [name for name, other in zip(NAMES, self.people, strict=True) if other is not person]
            assert not [name for name in others if name in answer.text], place

    def inspect(self) -> None:
        """Look for rows that contradict one another."""
        for promise, broken in BROKEN.items():
            found = self.spy.rows(broken)
            assert not found, f"{promise} But: {found[:3]}"
        for statement in WHERE_NOBODY_GONE_IS:
            assert not self.gone & {str(player) for (player,) in self.spy.rows(statement)}, statement

    def close(self) -> None:
        """Let the server go."""
        self._stack.close()

    def inspect_all(self) -> None:
        """Compare everything stored with the logs."""
        self.reached.count_stored(self.spy)
        with redirect_stdout(io.StringIO()) as told:
            assert not check(self.url), told.getvalue()

    def row(self, n: int) -> Row:
        row = self.spy.session(self.tables[n % len(self.tables)])
        assert row
        return row

    def seated(self, row: Row, me: Person) -> bool:
        statement = "SELECT 1 FROM seat WHERE session_id = :id AND player_id = :who"
        return bool(self.spy.rows(statement, id=row.id, who=me.player_id))

    def _knows(self, person: Person, event: Event) -> bool:
        """Return whether somebody may have seen the open cards of an event: by playing it, or by having typed them."""
        if self.people.index(person) in self.forgers:
            return True
        return self.spy.knows(person.player_id, event)

    def _note(self, answer: Answer) -> None:
        if answer.status == 303 and (at := SESSION.match(answer.header("location"))) and at[1] not in self.tables:
            self.tables.append(at[1])

    def refresh(self) -> None:
        self.events = self.spy.open_events()

    def begun(self) -> list[Event]:
        """List the open events that have begun: before that, nobody knows what a deal could be near to."""
        now = self.house.clock.ms
        begun = today(now).isoformat()
        coming = self.spy.rows("SELECT code FROM tournament WHERE drawn_at IS NULL OR opens_at > :now", now=now)
        waiting = {f"tournament {code}" for (code,) in coming}

        def has_begun(event: Event) -> bool:
            kind, name = event.event.split()[:2]
            return name <= begun if kind == "daily" else f"{kind} {name}" not in waiting

        return [event for event in self.events if has_begun(event)]

    def days_begin(self) -> None:
        """Choose the deals of today and tomorrow."""
        now = self.house.clock.ms
        days = [today(now), today(now) + timedelta(1)]

        def choose_missing(connection: Connection) -> None:
            known = dailies.list_known(connection, days)
            for day in days:
                for slug in DAILIES:
                    if (day, find(slug)) not in known:
                        number = int.from_bytes(sha256(f"{day} {slug} {id(self)}".encode()).digest()[:8])
                        choose(connection, slug, number, day, now)

        self.house.write(choose_missing)
        self.refresh()

    def referee(self) -> None:
        """Run whatever is due in tournaments and races."""
        for (code,) in self.spy.rows("SELECT code FROM tournament WHERE due_at <= :now", now=due_ms()):
            while self.house.write(tournament_rounds.settle, code=str(code), now=due_ms()):
                continue
        for _ in range(2 * len(self.rooms)):
            now = now_ms()
            page = self.house.read(rounds.page, now=now)
            self.house.write(store.put_off, races=page.waiting)
            if not page.due:
                return
            self.house.write(races.settle_due, code=page.due[0].code, now=now)
