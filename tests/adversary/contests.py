"""What the attacking players try with tournaments, puzzles, the queue of those who want to race, and the clock."""

from operator import attrgetter

from sqlalchemy import Connection

from app.core.clock import due_ms, today
from app.features.daily.service import calendar
from app.features.tournaments.values.tournament import FEWEST_DEALS
from app.play.rows import questions
from app.play.rows import stock as rows
from app.play.service import stock
from app.play.values.shelf import Shelf
from engine.games import find
from engine.moves import legal_moves
from tests.adversary.house import Person
from tests.adversary.steps import one_of, rule, whole
from tests.adversary.watched import DAILIES, NAMES, SESSION, Watched
from tests.adversary.ways import JUDGED
from tests.closing import close_days

HOUR_MS, DAY_MS = 3_600_000, 24 * 3_600_000
TOURNAMENT_VERBS = ("join", "play", "play", "play", "leave", "remove", "look")
PUZZLING = ("first", "way", "way", "wrong", "wrong", "none", "broken")
MOST_QUESTIONS = 8
"""How often somebody asks again how a try at a puzzle stands."""
_PAIRED = (
    'SELECT racer.player_id, racer."left" FROM racer JOIN player ON player.id = racer.player_id'
    " WHERE racer.code = :code"
)
PASSWORD = "a moat and a drawbridge"
WHO, ANY = whole(len(NAMES)), whole(10**6)


class Contests(Watched):
    """A server and several players who meet in contests."""

    def enter(self, who: int) -> Person:
        """Return somebody with an account: the one they are signed in to, or a new one."""
        me = self.people[who]
        if me.player_id not in self.accounts() and not self.claim(who):
            # This browser is signed in no more.
            self.lost.add(me.player_id)
            me.cookies.clear()
            self.claim(who)
        return me

    def claim(self, who: int) -> bool:
        """Ask for an account by a name that nobody had, as a deleted one's name rests; return whether it was made."""
        name = f"{NAMES[who]} {next(self.numbers)}"
        made = self.people[who].post("/players", name=name, password=PASSWORD)
        if made.status == 200:
            self.named[who] = name
        return made.status == 200

    def note_gone(self, before: str, me: Person) -> None:
        """Note that nobody is the player any more who sat at this browser before."""
        if before and me.player_id != before and before not in self.accounts():
            self.gone.add(before)

    def accounts(self) -> set[str]:
        """Return the players with accounts."""
        return {str(row[0]) for row in self.spy.rows("SELECT player_id FROM account")}

    @rule(who=WHO, verb=one_of(["up", "up", "up", "in", "in", "out", "everywhere", "recover", "remove", "name"]))
    def account(self, who: int, verb: str) -> None:
        """Sign up, in or out, or be gone."""
        me, name = self.people[who], self.named.get(who, NAMES[who])
        before = me.player_id
        match verb:
            case "up":
                self.claim(who)
            case "in":
                me.post("/login", name=name, password=PASSWORD)
                self.note_gone(before, me)
            case "out":
                me.form("/account/sign-out")
            case "everywhere":
                me.form("/account/sign-out-everywhere")
            case "recover":
                me.form("/account/recover", name=name, code="0000", password=PASSWORD)
            case "remove":
                if me.form("/account/delete", password=PASSWORD).status == 303:
                    self.gone.add(before)
                    self.reached["accounts deleted"] += 1
            case _:
                me.form("/account/name", name=name.upper())

    @rule(who=WHO, n=ANY, verb=one_of(["seek", "seek", "still", "still", "stop", "seek and go"]))
    def queue(self, who: int, n: int, verb: str) -> None:
        """Ask for somebody to race, go on waiting, stop, or be gone while waiting."""
        me, game = self.people[who], DAILIES[n % 2]
        if verb == "still":
            answer = me.get("/api/v1/pairing")
        elif verb == "stop":
            answer = me.post("/pairing/stop")
        else:
            answer = (me if n % 5 else self.enter(who)).post("/pairing", game=game)
        if answer.status == 200 and (code := answer.document.get("race")) and code not in self.rooms:
            self.rooms.append(code)
            self.reached["pairs"] += 1
            there = self.spy.rows(_PAIRED, code=code)
            assert len(there) == 2, f"Nobody is paired with nobody: {code} holds {there}."
            assert me.player_id in {player for player, _ in there}, "Whoever is told of a pair is in it."
            here = {one.player_id for one in self.people} | self.lost
            away = [player for player, left in there if player not in here or player in self.gone or left]
            assert not away, f"{away} of {there} cannot race; gone: {self.gone & {*away}}."
        if verb == "seek and go":
            self.account(who, ("out", "remove")[n % 2])

    @rule(weight=2, who=WHO, n=ANY)
    def make_tournament(self, who: int, n: int) -> None:
        """Make a tournament, and sometimes find deals for it."""
        game = find(DAILIES[n % 3])
        terms = {"deals": FEWEST_DEALS, "starts_in": n % 3, "games": [{"game": game.slug}], "one_try": n % 2 == 0}
        form = {"form": "arena", "minutes": 5} if n % 5 else {"form": "deals", "minutes": 60, "blind": True}
        made = self.enter(who).post("/tournaments", name="The lists", **form, **terms)
        assert made.status in {201, 401, 404, 422}, made.text
        if made.status == 201:
            self.contests.append(made.document["code"])
            self.reached["tournaments made"] += 1
        if n % 4:
            self.keep_for_races(Shelf.for_races(game.settle({})), FEWEST_DEALS + stock.KEPT_FOR_RACES)
            self.referee()

    @rule(weight=12, when=attrgetter("contests"), who=WHO, n=ANY, verb=one_of(TOURNAMENT_VERBS))
    def tournament(self, who: int, n: int, verb: str) -> None:
        """Do anything in one of the last tournaments."""
        me, code = self.people[who], self.contests[-3:][n % len(self.contests[-3:])]
        match verb:
            case "look":
                me.get(f"/api/v1/tournaments/{code}")
                me.get(f"/tournaments/{code}")
            case "remove":
                me.post(f"/tournaments/{code}/remove", player=NAMES[n % len(NAMES)])
            case "play":
                me.post(f"/tournaments/{code}/join")
                began = me.form(f"/tournaments/{code}/next")
                if at := SESSION.match(began.header("location")):
                    self._end_game(me, at[1], n)
            case _:
                me.post(f"/tournaments/{code}/{verb}")

    def _end_game(self, me: Person, session: str, n: int) -> None:
        """Win a game where we know how, give it up, or leave it as it stands."""
        row = self.spy.session(session)
        if row and n % 3 == 0:
            me.form(f"/sessions/{session}/give-up", seq=row.seq)
        elif row and n % 17 == 1:
            self.win(me, session)

    def keep_for_races(self, shelf: Shelf, count: int) -> None:
        """Put deals on a shelf for races as the background does: solved ones as long as there are any."""
        variant = shelf.variants[0]

        def put(connection: Connection) -> None:
            for number in self.ways.some(variant, count):
                rows.add_for_race(connection, shelf, number)

        self.house.write(put)

    def win(self, me: Person, session: str) -> None:
        """Play a game to its end by the way that a solver has found; a deal that nobody solved is left alone."""
        deal = self.spy.rows("SELECT deal FROM session WHERE id = :id", id=session)
        seq = 0
        for move in self.ways.way(str(deal[0][0]) if deal else ""):
            made = me.post(f"/sessions/{session}/moves", seq=seq, move=str(move))
            # What has gone home by itself cannot be moved any more.
            if made.status == 409:
                return
            if made.status in {401, 403, 404}:
                return
            seq = made.document["seq"] if made.status == 200 else seq
            if made.status == 200 and made.document["status"] == "won":
                self.reached["games won"] += 1
                return

    @rule(weight=3, who=WHO, n=ANY, how=one_of(PUZZLING))
    def puzzle(self, who: int, n: int, how: str) -> None:
        """Try a puzzle: with the first moves that are legal, by its known way, or with nonsense."""
        me, puzzle = self.people[who], self.ways.puzzle(DAILIES[n % 2], n)
        first = [str(move) for move in legal_moves(puzzle.variant.rules, puzzle.position)]
        way = list(map(str, puzzle.way))
        tried = {"first": first[n % len(first) :][:1], "way": way, "wrong": self.ways.wrong(puzzle), "none": []}
        moves = tried.get(how, ["t0-t0"])
        for _ in range(MOST_QUESTIONS):
            told = me.post(f"/puzzles/{puzzle.id}/attempts", moves=moves)
            assert told.status in {200, 400, 403, 422}, told.text
            if told.status != 200 or told.document["outcome"] != "open" or not self.solvers_answer():
                break
        if told.status == 200:
            assert how != "wrong" or not moves or told.document["outcome"] in {"lost", "open"}
            assert how != "way" or told.document["outcome"] in {"solved", "open"}, "A known way solves its puzzle."
        me.get(f"/api/v1/puzzles/next?game={DAILIES[n % 2]}")

    def solvers_answer(self) -> int:
        """Answer every question about a position, as solvers do; return how many."""
        asked = self.spy.rows("SELECT key, game, options, subject FROM question WHERE kind = :kind", kind=JUDGED)
        for key, game, options, position in asked:
            said = self.ways.judged(str(game), str(options), str(position))
            self.house.write(questions.store_answer, key=str(key), answered=said, now=self.house.clock.ms)
        return len(asked)

    def pass_by(self, ms: int) -> None:
        """Let time pass, or set the clock back, and do what is due."""
        self.house.clock.ms += ms
        self.reached[f"time set {'forward' if ms > 0 else 'back'}"] += 1
        self.house.write(close_days, self.house.clock.ms)
        self.days_begin()
        self.referee()
        self.refresh()

    @rule(who=WHO, by=one_of([DAY_MS, HOUR_MS, -HOUR_MS, -DAY_MS]))
    def clock_leaps(self, who: int, by: int) -> None:
        """Set the clock on the wall for a moment: nothing closes meanwhile, and nothing of an open day is told."""
        me, settled = self.people[who], "SELECT day, game FROM daily WHERE settled"
        before = self.spy.rows(settled)
        self.reached[f"leaps {'forward' if by > 0 else 'back'}"] += 1
        self.house.clock.leap = by
        try:
            self.house.write(lambda connection: close_days(connection, due_ms()))
            self.referee()
            for day in (today(self.house.clock.ms), today(self.house.clock.ms + by)):
                me.get(f"/api/v1/daily/{day}/{DAILIES[0]}")
            if self.tables:
                me.get(f"/api/v1/sessions/{self.tables[-1]}")
        finally:
            self.house.clock.leap = 0
        after = {row for row in self.spy.rows(settled) if row not in before}
        begun = calendar.first_open(self.house.clock.ms).isoformat()
        assert not [day for day, _ in after if str(day) >= begun], "A day closed within a leap."
