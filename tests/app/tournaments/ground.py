"""A tournament ground on a connection: deals that are known to be won, players, and a clock that stands still."""

from dataclasses import dataclass, field, replace
from functools import lru_cache

from sqlalchemy import Connection

from app.features.tournaments.service import tournament_games, tournament_rounds, tournaments
from app.features.tournaments.service.tournaments import JoinRequest
from app.features.tournaments.values import tournament
from app.features.tournaments.values.tournament import Tournament
from app.people.service import players
from app.people.visitors import Visit
from app.play.rows import sessions, stock
from app.play.service import play
from app.play.service.stock import KEPT_FOR_RACES
from app.play.values.session import Session
from app.play.values.shelf import Shelf
from engine.games import find
from engine.moves import apply
from engine.position import Position, deal
from tests.app.tournaments.factories import tournament_terms
from tests.engine.verdicts import WINS

FORTRESS = find("fortress").settle({})
MINUTE = 60_000
LINES = {int(win.deal): win for win in WINS if win.slug == "fortress" and win.deal.isdigit()}
TERMS = tournament_terms()


@lru_cache
def nearly_won(number: int) -> Position:
    """Return the board before the last move of the recorded win of a deal."""
    win = LINES[number]
    position = deal(win.rules, win.deck)
    for move in win.line[:-1]:
        position = apply(win.rules, position, move)
    return position


@dataclass
class Ground:
    """Everything that a test of tournaments does by the services."""

    connection: Connection
    now: int = 1_800_000_000_000
    codes: list[str] = field(default_factory=list)

    def stock(self, many: int) -> None:
        """Put so many deals there for tournaments, beside those that are kept for races."""
        kept = [*LINES][: many + KEPT_FOR_RACES]
        assert len(kept) == many + KEPT_FOR_RACES
        for number in kept:
            stock.add_for_race(self.connection, Shelf.for_races(FORTRESS), number)

    def make(self, lead: int = 0, **terms: object) -> Tournament:
        """Make a tournament of somebody's that begins after so many milliseconds, and look after it once."""
        opens_at = self.now + lead
        made = tournaments.add(self.connection, replace(TERMS, **terms), opens_at, self.now)  # type: ignore[arg-type]
        self.look_after(made.code)
        return tournaments.look(self.connection, made.code)

    def look_after(self, code: str) -> None:
        """Do what is due, until nothing is."""
        for _ in range(200):
            if tournament_rounds.settle(self.connection, code, self.now) is None:
                return
        raise AssertionError("There is always something due.")

    def join(self, code: str, player_id: str, name: str = "", group: str = "") -> tournament.Entrant:
        """Join a tournament."""
        players.ensure(self.connection, player_id, self.now)
        return tournaments.join(self.connection, code, Visit(player_id), JoinRequest(name, group), self.now)

    def next(self, code: str, player_id: str) -> Session:
        """Begin the next deal, or come back to the one that goes on."""
        return tournament_games.play(self.connection, code, player_id, self.now)

    def give_up(self, session: Session) -> None:
        """End a game without winning it."""
        play.give_up(self.connection, session.id, Visit(session.player_id), session.seq, self.now)

    def win(self, session: Session, generation: int = 0) -> Session:
        """Make the last move of a recorded win, as if all the others had been made."""
        assert session.deal is not None
        won = LINES[session.deal]
        assert sessions.advance(
            self.connection, session._replace(position=nearly_won(session.deal), steps=20), session.seq
        )
        visit = Visit(session.player_id, generation)
        turn = play.move(self.connection, session.id, visit, session.seq, won.line[-1], self.now)
        assert turn.session.status == "won"
        return turn.session
