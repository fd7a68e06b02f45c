"""Players of a tournament do whatever they may in any order, and the result is what a plain count gives."""

from collections import Counter

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from sqlalchemy import create_engine

from app.core.refusals import Impossible, NotYours
from app.features.tournaments.rows import entrants
from app.features.tournaments.service import tournaments
from app.features.tournaments.values.tournament import SETTLING_MS, TournamentStage, TryOutcome
from app.play.rows import sessions
from app.play.service import secrecy
from app.play.values.session import Session
from app.site.schema import metadata
from engine.deals import shuffled
from tests.app.tournaments.ground import MINUTE, Ground

PLAYERS = tuple(f"player-00000000{number}" for number in range(4))
players = st.sampled_from(PLAYERS)


class Tournament(RuleBasedStateMachine):
    """One tournament with a few players, beside what a plain list of its games says."""

    @initialize(one_try=st.booleans(), lead=st.sampled_from([0, MINUTE]))
    def begin(self, one_try: bool, lead: int) -> None:
        """Make the tournament."""
        engine = create_engine("sqlite://")
        metadata.create_all(engine)
        self.ground = Ground(engine.connect())
        self.ground.stock(3)
        self.one_try = one_try
        self.made = self.ground.make(lead=lead, one_try=one_try, length_ms=10 * MINUTE)
        self.going_on = dict[str, Session]()
        self.tries = Counter[tuple[str, int]]()
        self.points = Counter[str]()
        self.joined = set[str]()

    @property
    def stage(self) -> TournamentStage:
        """How the tournament stands."""
        return tournaments.look(self.ground.connection, self.made.code).stage(self.ground.now)

    @rule(player=players)
    def join(self, player: str) -> None:
        """Join, or try to."""
        try:
            self.ground.join(self.made.code, player)
        except Impossible:
            assert self.stage in {TournamentStage.CLOSING, TournamentStage.CLOSED}
        else:
            self.joined.add(player)

    @rule(player=players)
    def leave(self, player: str) -> None:
        """Leave, or try to."""
        has_played = any(one == player for one, _ in self.tries)
        try:
            tournaments.leave(self.ground.connection, self.made.code, player, self.ground.now)
        except Impossible:
            assert player in self.joined
            assert has_played or self.stage in {TournamentStage.CLOSING, TournamentStage.CLOSED}
        else:
            assert not has_played
            self.joined.discard(player)

    @rule(player=players)
    def play_on(self, player: str) -> None:
        """Ask for the next deal, on one device and on another."""
        try:
            session = self.ground.next(self.made.code, player)
        except NotYours:
            assert player not in self.joined
            return
        except Impossible:
            assert self.stage is not TournamentStage.OPEN or player not in self.going_on
            return
        assert self.stage is TournamentStage.OPEN
        assert session.sealed
        assert self.ground.next(self.made.code, player).id == session.id
        known = self.going_on.get(player)
        assert known is None or known.id == session.id
        if known is None:
            self.tries[player, session.deal or 0] += 1
            assert not (self.one_try and self.tries[player, session.deal or 0] > 1)
        self.going_on[player] = session

    @precondition(lambda self: self.going_on)
    @rule(player=players, won=st.booleans())
    def finish(self, player: str, won: bool) -> None:
        """Win the game that goes on, or give it up; at any time, since nobody stops a game."""
        session = self.going_on.pop(player, None)
        if session is None:
            return
        if self.stage is TournamentStage.OPEN and won:
            self.points[player] += 3 if self.tries[player, session.deal or 0] == 1 else 2
        if won:
            self.ground.win(session)
        else:
            self.ground.give_up(session)

    @rule(minutes=st.integers(1, 4))
    def pass_by(self, minutes: int) -> None:
        """Let time pass, and look after the tournament."""
        self.ground.now += minutes * MINUTE
        self.ground.look_after(self.made.code)

    @invariant()
    def standings_are_those_of_a_plain_count(self) -> None:
        """Compare."""
        places = tournaments.standings(self.ground.connection, self.made.code).first
        assert {place.entrant.player_id: place.entrant.points for place in places} == {
            player: self.points[player] for player in self.joined
        }

    @invariant()
    def the_deals_are_secret_until_it_is_closed(self) -> None:
        """Ask for each deal, and for each game."""
        found = tournaments.look(self.ground.connection, self.made.code)
        decks = [shuffled(one.deal) for one in found.deals if one.deal]
        withheld = secrecy.open_among(self.ground.connection, decks, self.ground.now)
        assert withheld == (set() if found.closed_at else set(decks))
        for player in self.joined:
            tries = entrants.tries(self.ground.connection, self.made.code, player)
            played = sessions.find_all(self.ground.connection, [one.session_id for one in tries])
            assert {one.sealed for one in played.values()} <= {found.closed_at is None}
            assert sum(one.outcome is None for one in tries) <= (0 if found.closed_at else 1)

    def teardown(self) -> None:
        """Let everything end: no game is left without an outcome."""
        self.ground.now = self.made.closes_at + SETTLING_MS
        self.ground.look_after(self.made.code)
        assert self.stage is TournamentStage.CLOSED
        for player in self.joined:
            tries = entrants.tries(self.ground.connection, self.made.code, player)
            assert all(one.outcome in set(TryOutcome) for one in tries)
        self.standings_are_those_of_a_plain_count()
        self.ground.connection.close()


TestTournament = Tournament.TestCase
TestTournament.settings = settings(
    max_examples=20, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
