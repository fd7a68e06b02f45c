"""A simulated population: players of several strengths who play whole games, so that there are logs to study.

None of them is a real person. Somebody who takes time makes the move that looks best, and somebody in a hurry makes
any. `python -m tests.population FILE GAMES` fills a new SQLite database with their games of October 2025.
"""

import sys
from dataclasses import dataclass
from random import Random

from sqlalchemy import Connection, make_url

from app.core.store.ids import new_id
from app.core.store.migrate import migrate
from app.core.store.sqlite import writing_engine
from app.features.open_data.values import Month
from app.people.rows import players
from app.play.rows import entries, sessions
from app.play.service.stock import shipped_deals
from app.play.values.session import Entry, Session
from app.play.values.shelf import Band, Shelf
from bench.beginners import worth
from engine.deals import Deck, shuffled
from engine.games import variant_of
from engine.moves import Move, apply, legal_moves
from engine.position import Position, unordered_key
from engine.record import Deed, Do, Record, begin
from engine.rules import Rules, Variant
from tests.factories import a_player, a_session

LONGEST, MOST_UNDOS = 400, 40
QUICK_MS, SLOW_MS = (300, 2_000), (2_000, 20_000)
VARIANTS = tuple(
    variant_of(*named)
    for named in (("fortress", ""), ("stalactites", "by=ones"), ("six-by-four", "cells=four"), ("stonewall", ""))
)


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game, and when each entry was made, in milliseconds since its start."""

    variant: Variant
    number: int
    deeds: list[tuple[Deed, int]]
    record: Record

    @property
    def deck(self) -> Deck:
        """The cards that were dealt."""
        return shuffled(self.number)


def play(variant: Variant, number: int, care: float, random: Random) -> Game:
    """Let somebody play a deal to its end; `care` from 0 to 1 is how often they take their time."""
    record, at, deeds = begin(variant.rules, shuffled(number)), 0, list[tuple[Deed, int]]()
    seen = {unordered_key(variant.rules, record.position)}
    while not record.status.finished:
        slow = random.random() < care
        at += random.randint(*(SLOW_MS if slow else QUICK_MS))
        deed = _next(variant.rules, record, seen, slow, random) if len(deeds) < LONGEST else Deed(Do.GIVE_UP)
        record.enter(deed)
        seen.add(unordered_key(variant.rules, record.position))
        deeds.append((deed, at))
    return Game(variant, number, deeds, record)


def store(connection: Connection, game: Game, player_id: str, ended_at: int) -> Session:
    """Store a game as if it had ended at that time."""
    started_at = ended_at - game.deeds[-1][1]
    record = game.record
    session = a_session(
        id=new_id(started_at), player_id=player_id, variant=game.variant, deal=game.number, deck=game.deck,
        position=record.position, seq=len(game.deeds), status=record.status, steps=record.steps, undos=record.undos,
        undoable=len(record.done), redoable=len(record.undone), played_ms=game.deeds[-1][1], started_at=started_at,
        changed_at=ended_at,
    )  # fmt: skip
    sessions.add(connection, session)
    log = [Entry(seq, one.do, one.move, one.auto, started_at + at) for seq, (one, at) in enumerate(game.deeds)]
    entries.append(connection, session.id, log)
    return session


def add_players(connection: Connection, player_ids: list[str]) -> None:
    """Add players who have done nothing yet."""
    for player_id in player_ids:
        players.add(connection, a_player(player_id))


def populate(connection: Connection, many: int, games: int, ended_from: int, ended_until: int, seed: str) -> None:
    """Add players of several strengths, and games of theirs that ended within a time."""
    random = Random(seed)
    people = [(new_id(ended_from + 4 * number), 0.5 + random.random() / 2) for number in range(many)]
    add_players(connection, [player_id for player_id, _ in people])
    for _ in range(games):
        player_id, care = random.choice(people)
        variant = random.choice(VARIANTS)
        gentle = shipped_deals()[Shelf.of(variant)][Band.GENTLE]
        number = random.choice((random.choice(gentle), random.randint(1, 999_999_999)))
        store(connection, play(variant, number, care, random), player_id, random.randrange(ended_from, ended_until))


def _next(rules: Rules, record: Record, seen: set[tuple[object, ...]], slow: bool, random: Random) -> Deed:
    choices: list[tuple[Move, Position]] = [
        (move, after)
        for move in legal_moves(rules, record.position)
        if unordered_key(rules, after := apply(rules, record.position, move)) not in seen
    ]
    if not choices:
        return Deed(Do.UNDO) if record.done and record.undos < MOST_UNDOS else Deed(Do.GIVE_UP)
    if not slow:
        return Deed(Do.MOVE, random.choice(choices)[0])
    best = max(worth(rules, after) for _, after in choices)
    return Deed(Do.MOVE, random.choice([move for move, after in choices if worth(rules, after) == best]))


def main() -> None:
    """Fill a database."""
    url, month = f"sqlite:///{sys.argv[1]}", Month(2025, 10)
    migrate(url)
    with writing_engine(make_url(url)).begin() as connection:
        populate(connection, 60, int(sys.argv[2]), month.begins_at, month.ends_at, "a simulated month")


if __name__ == "__main__":
    main()
