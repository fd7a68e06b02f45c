"""What the attacking players try in heats on which they have staked their ratings."""

from app.features.races.values.race import COUNTDOWN_MS
from app.play.values.shelf import Shelf
from engine.games import find
from tests.adversary.contests import ANY, PASSWORD, WHO, Contests
from tests.adversary.house import Person
from tests.adversary.steps import COIN, one_of, rule
from tests.adversary.ways import SOLVED

_RUNNING = (
    "SELECT run.player_id, run.session_id, run.code, heat.deal FROM run JOIN heat ON heat.code = run.code"
    " AND heat.number = run.number WHERE heat.ended_at IS NULL AND run.outcome IS NULL ORDER BY run.session_id"
)
ENDINGS = ("win", "give-up", "give-up", "leave", "delete", "sign-out", "sign-in", "claim", "away", "away")


class Heats(Contests):
    """Players with accounts who race each other."""

    @rule(weight=2, who=WHO, n=ANY, guest=COIN)
    def meet(self, who: int, n: int, guest: bool) -> None:
        """Bring three people into a heat: two have accounts, and the third now and then."""
        game = find(SOLVED[n % len(SOLVED)])
        trio = [(who + place) % len(self.people) for place in range(3)]
        host, second = (self.enter(one) for one in trio[:2])
        third = [self.people[trio[2]]] if guest else []
        self.keep_for_races(Shelf.for_races(game.settle({})), 1)
        made = host.post("/races", game=game.slug, winnable=True, limit=(60, 600)[n % 2], best_of=(1, 3)[n % 2])
        if made.status != 201:
            return
        self.rooms.append(code := made.document["code"])
        for one in (second, *third):
            one.post(f"/races/{code}/join")
        for one in (host, second, *third):
            one.post(f"/races/{code}/ready")
        self.house.clock.ms += COUNTDOWN_MS
        self.referee()
        staked = "SELECT 1 FROM run WHERE code = :code AND rating IS NOT NULL"
        self.reached["rated heats begun"] += len(self.spy.rows(staked, code=code)) > 1

    @rule(weight=6, n=ANY, how=one_of(ENDINGS))
    def in_mid_heat(self, n: int, how: str) -> None:
        """Win, give up or leave a heat, or become somebody else in it, or nobody."""
        by_id = {one.player_id: one for one in self.people if one.player_id}
        racing = [row for row in self.spy.rows(_RUNNING) if row[0] in by_id]
        if not racing:
            return
        player, session, code, _ = map(str, racing[n % len(racing)])
        self._do(by_id[player], session, code, how)
        self.referee()

    def _do(self, me: Person, session: str, code: str, how: str) -> None:
        who, before = self.people.index(me), me.player_id
        row = self.spy.session(session)
        match how:
            case "win":
                self.win(me, session)
            case "give-up":
                me.form(f"/sessions/{session}/give-up", seq=row.seq if row else 0)
            case "leave":
                me.post(f"/races/{code}/leave")
            case "delete":
                self.account(who, "remove")
                self.reached["deletions in mid heat"] += before in self.gone
            case "sign-out":
                self.reached["signings out in mid heat"] += me.form("/account/sign-out").status == 303
            case "sign-in" if name := self.named.get(who):
                known = me.post("/login", name=name, password=PASSWORD)
                self.reached["signings in in mid heat"] += known.status == 200
                self.note_gone(before, me)
            case "claim":
                self.reached["claims in mid heat"] += self.claim(who)
            case _:
                # Nobody moves for longer than a heat waits for.
                for _ in range(3):
                    self.pass_by(60_000)
