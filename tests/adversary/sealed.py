"""What must stay secret while an event is open, read from the database behind the server's back."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from sqlalchemy import Engine, create_engine, text
from sqlalchemy.pool import StaticPool

from engine.cards import TEXT, Card, spell
from engine.deals import Deck, read_code
from engine.games import find, variant_of
from engine.position import Position, deal, face_down_rows, restore
from engine.rules import Rules, read_options
from tests.app.play.test_secrecy import WANTED, visible_cards

SHORT_NUMBER = 12
"""A text may hold a number of so many digits by chance."""

LONG_COLUMN = 4
"""So many cards stand one after another by chance hardly ever."""

_CARD = re.compile(r"(?<![0-9A-Za-z])[A2-9TJQK][CSHD](?![0-9A-Za-z])")
_DAILIES = "SELECT 'daily ' || day AS event, game, options, deck, deal, salt, lines FROM daily WHERE NOT settled"
_HEATS = (
    "SELECT 'race ' || heat.code AS event, race.game, race.options, heat.deck, heat.deal, '' AS salt, '' AS lines"
    " FROM heat JOIN race ON race.code = heat.code WHERE heat.ended_at IS NULL"
)
_TOURNAMENTS = (
    "SELECT 'tournament ' || dealt.code || ' ' || dealt.number AS event, dealt.game, dealt.options, dealt.deck,"
    " dealt.deal, tournament.salt, '' AS lines"
    " FROM tournament_deal AS dealt JOIN tournament ON tournament.code = dealt.code"
    " WHERE tournament.closed_at IS NULL AND dealt.deck IS NOT NULL"
)
_OPEN = text(f"{_DAILIES} UNION ALL {_HEATS} UNION ALL {_TOURNAMENTS} ORDER BY event")
_PLAYED = "SELECT 1 FROM session WHERE deck = :deck AND player_id = :who"
_SESSION = text(
    "SELECT id, player_id, game, options, deck, snapshot, status, event, sealed, seq FROM session WHERE id = :id"
)


@dataclass(frozen=True)
class Event:
    """A daily, a heat or a deal of a tournament that is open."""

    event: str
    game: str
    options: str
    deck: str
    deal: str
    salt: str
    lines: str

    @cached_property
    def cards(self) -> Deck:
        """The deck."""
        return read_code(self.deck)

    @cached_property
    def rules(self) -> Rules:
        """Some rules under which it is played; how it is laid out they all agree on."""
        return find(self.game).variants(read_options(self.options))[0].rules

    @cached_property
    def dealt(self) -> Position:
        """The board before the first move."""
        return deal(self.rules, self.cards)

    @cached_property
    def hidden(self) -> frozenset[Card]:
        """The cards that lie face down at the beginning."""
        return hidden_cards(self.rules, self.dealt)

    @cached_property
    def secrets(self) -> tuple[str, ...]:
        """What no answer says."""
        number = (self.deal,) if len(self.deal) >= SHORT_NUMBER else (f'"deal":"{self.deal}"', f"deal {self.deal}")
        rest = (self.deck, spell(self.cards), self.salt, self.lines)
        return (*number, *filter(None, rest))

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The cards that lie open in each long column before the first move, from below, written one after another."""
        dealt = self.dealt.piles[: len(self.rules.columns)]
        shown = [[TEXT[card] for card in column if card not in self.hidden] for column in dealt]
        return tuple("".join(column) for column in shown if len(column) >= LONG_COLUMN)


@dataclass(frozen=True)
class Row:
    """A session as it stands in the database."""

    id: str
    player_id: str
    game: str
    options: str
    deck: str
    snapshot: str
    status: str
    event: str | None
    sealed: bool
    seq: int

    @property
    def hidden(self) -> frozenset[Card]:
        """The cards that lie face down now."""
        rules = variant_of(self.game, self.options).rules
        return hidden_cards(rules, restore(rules, self.snapshot)) if rules.face_down_rows else frozenset()


class Spy:
    """Reads a database that a server is using, statement by statement."""

    def __init__(self, url: str) -> None:
        self.engine: Engine = create_engine(url, isolation_level="AUTOCOMMIT", poolclass=StaticPool)

    def close(self) -> None:
        """Close the connection; the next statement opens another, on whatever file there is then."""
        self.engine.dispose()

    def open_events(self) -> list[Event]:
        """List the dailies, heats and deals of tournaments of which nothing may be told."""
        with self.engine.connect() as connection:
            return [_event(*row) for row in connection.execute(_OPEN)]

    def session(self, session_id: str) -> Row | None:
        """Return a session."""
        with self.engine.connect() as connection:
            row = connection.execute(_SESSION, {"id": session_id}).first()
        return Row(*row) if row else None

    def knows(self, player_id: str, event: Event) -> bool:
        """Return whether somebody plays, or has played, on the deal of an event, so may have seen its open cards."""
        return bool(self.rows(_PLAYED, deck=event.deck, who=player_id))

    def rows(self, statement: str, **values: object) -> list[tuple[object, ...]]:
        """Return the rows of a statement."""
        with self.engine.connect() as connection:
            return [tuple(row) for row in connection.execute(text(statement), values)]


def hidden_cards(rules: Rules, position: Position) -> frozenset[Card]:
    """Return the cards that lie face down."""
    return frozenset(
        position.piles[at][row] for at in range(len(rules.columns)) for row in face_down_rows(rules, position, at)
    )


def leaks(told: str, event: Event) -> Iterator[str]:
    """Return which secrets of an open event a text gives away."""
    yield from (secret for secret in event.secrets if secret in told)


def shows_board(told: str, event: Event) -> bool:
    """Return whether a text shows a column of an open event's deal."""
    cards = _cards_in(told)
    return any(column in cards for column in event.columns)


@lru_cache(maxsize=1)
def _cards_in(told: str) -> str:
    return "".join(_CARD.findall(told))


def betrayed(told: str, hidden: frozenset[Card]) -> list[str]:
    """List the cards that a text names though they lie face down."""
    return sorted(TEXT[card] for card in visible_cards(WANTED.sub("", told)) & hidden)


@lru_cache(maxsize=1 << 8)
def _event(*values: str) -> Event:
    return Event(*values)
