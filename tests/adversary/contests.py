"""What the attacking players try with tournaments, puzzles, the queue of those who want to race, and the clock."""

from hypothesis import strategies as st
from hypothesis.stateful import rule

from app.model.clock import due_ms
from app.model.tournament import FEWEST_DEALS
from app.services import calendar
from tests.adversary.watched import DAILIES, NAMES, Watched
from tests.closing import close_days

HOUR_MS, DAY_MS = 3_600_000, 24 * 3_600_000
PASSWORD = "a moat and a drawbridge"
WHO, ANY = st.integers(0, len(NAMES) - 1), st.integers(0, 10**6)


class Contests(Watched):
    """A server and several players who meet in contests."""

    @rule(who=WHO, n=ANY, verb=st.sampled_from(["seek", "seek", "still", "stop"]))
    def queue(self, who: int, n: int, verb: str) -> None:
        """Ask for somebody to race, go on waiting, or stop."""
        me, game = self.people[who], DAILIES[n % 3]
        match verb:
            case "seek":
                answer = me.post("/pairing", game=game)
            case "still":
                answer = me.get("/api/v1/pairing")
            case _:
                answer = me.post("/pairing/stop")
        if answer.status == 200 and (code := answer.document.get("race")) and code not in self.rooms:
            self.rooms.append(code)
            there = self.spy.rows("SELECT player_id FROM racer WHERE code = :code", code=code)
            assert len(there) == 2, "Nobody is paired with nobody."

    @rule(who=WHO, n=ANY, verb=st.sampled_from(["make", "join", "start", "leave", "look"]))
    def tournament(self, who: int, n: int, verb: str) -> None:
        """Do anything in a tournament."""
        me = self.people[who]
        if verb == "make" or not self.contests:
            terms = {"deals": FEWEST_DEALS, "minutes": 5, "starts_in": n % 3, "games": [{"game": DAILIES[n % 3]}]}
            me.post("/players", name=NAMES[who], password=PASSWORD)
            made = me.post("/tournaments", name="The lists", form="arena", **terms)
            if made.status == 201:
                self.contests.append(made.document["code"])
            return
        code = self.contests[n % len(self.contests)]
        if verb == "look":
            me.get(f"/api/v1/tournaments/{code}")
            me.get(f"/tournaments/{code}")
        elif verb == "start":
            me.form(f"/tournaments/{code}/next")
        else:
            me.post(f"/tournaments/{code}/{verb}")

    @rule(who=WHO, n=ANY)
    def puzzle(self, who: int, n: int) -> None:
        """Ask for a puzzle and try it."""
        me = self.people[who]
        found = me.get(f"/api/v1/puzzles/next?game={DAILIES[n % 3]}")
        if found.status == 200:
            me.post(f"/puzzles/{found.document['id']}/attempts", moves=[])

    @rule(who=WHO, by=st.sampled_from([DAY_MS, HOUR_MS, -HOUR_MS, -DAY_MS]))
    def clock_leaps(self, who: int, by: int) -> None:
        """Set the clock on the wall for a moment: nothing closes meanwhile, and nothing of an open day is told."""
        me, settled = self.people[who], "SELECT day, game FROM daily WHERE settled"
        before = self.spy.rows(settled)
        self.house.clock.leap = by
        try:
            self.house.write(lambda connection: close_days(connection, due_ms()))
            self.referee()
            for day in (calendar.today(self.house.clock.ms), calendar.today(self.house.clock.ms + by)):
                me.get(f"/api/v1/daily/{day}/{DAILIES[0]}")
            if self.tables:
                me.get(f"/api/v1/sessions/{self.tables[-1]}")
        finally:
            self.house.clock.leap = 0
        after = {row for row in self.spy.rows(settled) if row not in before}
        begun = calendar.first_open(self.house.clock.ms).isoformat()
        assert not [day for day, _ in after if str(day) >= begun], "A day closed within a leap."
