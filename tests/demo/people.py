"""The people of the demo: who they are, how well they play, and how they play a game to its end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from random import Random

from sqlalchemy import Connection

from app.core.store.ids import new_id
from app.features.races.service import house
from app.people.passwords import code_digest, draw_codes
from app.people.service import accounts
from app.people.visitors import Visit
from app.play.service import play
from app.play.values.session import Session
from engine.games import GAMES
from engine.moves import Move
from engine.rules import Variant
from tests.engine.verdicts import WINS

NAMES = ("Ada", "Bertram", "Chiara", "Dmitri", "Esther", "Farid", "Gudrun", "Hugo")
"""The first is the one as whom a developer signs in: most happens to her."""
SECOND_MS, DAY_MS = 1_000, 24 * 3_600_000

Lines = Mapping[int, Sequence[Move]]
"""Winning lines by the number of their deal."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with an account."""

    name: str
    visit: Visit
    pace_ms: int
    """How long they take for a move, on average."""
    skill: float
    """How often they win a deal that can be won."""

    @property
    def id(self) -> str:
        """The player's id."""
        return self.visit.player_id


class Use(IntEnum):
    """What a deal is for. Nobody may look at a deal of an open event, in whatever game, so these never share one."""

    DAILY = 0
    ALONE = 1
    MATCH = 2


@dataclass(frozen=True, slots=True)
class Town:
    """What the makers of the demo work with."""

    connection: Connection
    people: Sequence[Person]
    lines: Mapping[Variant, Lines]
    random: Random
    now: int
    links: list[str] = field(default_factory=list)
    """Addresses to which no page leads, because people send them to one another or come to them by a button."""

    def ago(self, days: float) -> int:
        """Return the time so many days before now."""
        return self.now - round(days * DAY_MS)

    def deals(self, variants: Sequence[Variant], use: Use) -> list[int]:
        """Return the deals for a use that can be won under each of these variants."""
        every = sorted({deal for lines in self.lines.values() for deal in lines})
        # Races and tournaments need the most.
        mine = {deal for place, deal in enumerate(every) if min(place % 4, Use.MATCH) == use}
        return sorted(mine.intersection(*(self.lines[variant] for variant in variants)))

    def win(self, person: Person, session: Session) -> int:
        """Let somebody win a game; return when."""
        return self._play(person, session, self._line(session))

    def give_up(self, person: Person, session: Session) -> int:
        """Let somebody play a part of a game, take a move back, and give up; return when."""
        line = self._line(session)
        now = self._play(person, session, line[: self.random.randint(5, len(line) // 2)]) + SECOND_MS
        seq = play.look(self.connection, session.id, person.id).session.seq
        seq = play.undo(self.connection, session.id, person.visit, seq, now).session.seq
        play.give_up(self.connection, session.id, person.visit, seq, now + SECOND_MS)
        return now + SECOND_MS

    def begin(self, person: Person, session: Session) -> int:
        """Let somebody make some moves and leave the game open; return when."""
        line = self._line(session)
        return self._play(person, session, line[: self.random.randint(3, len(line) // 3)])

    def play_as_skilled(self, person: Person, session: Session) -> int:
        """Let somebody win or give up, as they are wont to; return when."""
        return (self.win if self.random.random() < person.skill else self.give_up)(person, session)

    def _line(self, session: Session) -> Sequence[Move]:
        assert session.deal is not None
        return self.lines[session.variant][session.deal]

    def _play(self, person: Person, session: Session, line: Sequence[Move]) -> int:
        now, seq = session.changed_at, session.seq
        for move in line:
            now += round(person.pace_ms * self.random.uniform(0.3, 1.7))
            seq = play.move(self.connection, session.id, person.visit, seq, move, now).session.seq
        return now


def known_lines() -> dict[Variant, Lines]:
    """Return winning lines by variant and deal: nobody has to wait for a solver."""
    known = {variant: dict(games) for variant, games in house.games().items()}
    for win in WINS:
        known.setdefault(GAMES[win.slug].settle(win.options), {}).setdefault(int(win.deal), win.line)
    return {variant: dict(lines) for variant, lines in known.items()}


def settle_in(connection: Connection, password: str, made_at: int, random: Random) -> list[Person]:
    """Make the accounts, with the hash of the password that all share, one day after another."""
    return list(map(partial(_account, connection, password, random), NAMES, range(made_at, made_at + 10**12, DAY_MS)))


def _account(connection: Connection, password: str, random: Random, name: str, now: int) -> Person:
    digests = [code_digest(code) for code in draw_codes()]
    visit = accounts.claim(connection, Visit(new_id(now)), name, password, digests, now)
    return Person(name, visit, random.randint(700, 2_500), random.uniform(0.5, 0.9))
