"""Several players against one server, at random: whatever they try, and however the clock goes, its promises hold.

A step is a request or something that happens by itself. Every answer is read for what it should not tell; after every
step the database is looked into; at the end of a run everything that is kept must follow from the logs.
"""

from collections.abc import Callable
from datetime import timedelta
from operator import attrgetter
from random import Random

from app.core.clock import today
from app.play.service import stock
from app.play.values.shelf import Band
from app.site.service.operating import PACKED_AFTER_DAYS, pack_logs
from engine.cards import spell
from engine.deals import Deck, deck_code, random_deal, read_code
from engine.moves import apply, legal_moves
from engine.position import deal
from engine.rules import read_options
from tests.adversary.contests import ANY, WHO
from tests.adversary.heats import Heats
from tests.adversary.house import House
from tests.adversary.reached import Reached
from tests.adversary.sealed import Event, Spy
from tests.adversary.steps import COIN, one_of, rule
from tests.adversary.watched import DAILIES, NAMES
from tests.engine.test_descent import built_around
from tests.engine.variants import VARIANTS

HALF = 26
"""The server gives no help with a deal that shares so many places with that of an open event."""
HELP = ("hints", "outlook", "review")
VERBS = ("undo", "redo", "give-up", "finish", "restart", "branch", "share", "withdraw", *HELP)
RACE_VERBS = ("join", "ready", "ready", "begin", "stop", "leave", "dismiss", "deal-any", "react")
READS = (
    *("/sessions/{}", "/sessions/{}/advice", "/sessions/{}/turn", "/sessions/{}/review", "/sessions/{}/replay"),
    *("/sessions/{}/company", "/sessions/{}/share", "/sessions/{}/events", "/api/v1/sessions/{}/export"),
    *("/replays/{}", "/replays/{}?step=3", "/replays/{}/moves.txt", "/replays/{}/export.json"),
)
PAGES = ("/", "/daily", "/history", "/statistics", "/account", "/account/export", "/races", "/standings", "/groups")
TABLES, ROOMS, EVENTS = attrgetter("tables"), attrgetter("rooms"), attrgetter("events")
PASSING = (1_000, 6_000, 61_000, 6 * 60_000, 3_600_000, 9 * 3_600_000, 27 * 3_600_000, -5_000, -3_600_000)


def exchanged(deck: Deck, _: Event, random: Random) -> Deck:
    """Return a deck with two cards exchanged."""
    one, other = random.sample(range(len(deck)), 2)
    changed = list(deck)
    changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)


def turned(deck: Deck, event: Event, random: Random) -> Deck:
    """Return a deck that differs only in its face-down cards."""
    below = sorted(event.hidden)
    others = dict(zip(below, random.sample(below, len(below)), strict=True))
    return tuple(others.get(card, card) for card in deck)


def renamed(deck: Deck, _: Event, __: Random) -> Deck:
    """Return a deck with black suits and red ones exchanged among themselves: the same game by other names."""
    return tuple((card + 26) % 52 for card in deck)


def built(deck: Deck, event: Event, random: Random) -> Deck:
    """Return a deck around a position that a few moves lead to."""
    position = deal(event.rules, deck)
    for _ in range(random.randrange(5, 20)):
        if moves := legal_moves(event.rules, position):
            position = apply(event.rules, position, random.choice(moves))
    return built_around(event.rules, position, random)


class Attack(Heats):
    """Everything that players may try; made for a server by `attack`."""

    # What is done

    @rule(who=WHO, n=ANY, deals=one_of(["winnable", "gentle", "hard", "any"]))
    def begin_new(self, who: int, n: int, deals: str) -> None:
        """Ask for a new deal as a game's page does, with the options chosen or left out."""
        variant = VARIANTS[n % len(VARIANTS)]
        fields = dict(variant.options) if n % 2 else {}
        answer = self.people[who].form(f"/{variant.game.slug}/new", deals=deals, **fields)
        assert answer.status in {200, 303, 422, 429}, answer.status

    @rule(who=WHO, n=ANY, by_hand=COIN)
    def begin(self, who: int, n: int, by_hand: bool) -> None:
        """Begin on a number, or on the deck of somebody's game."""
        variant = VARIANTS[n % len(VARIANTS)]
        dealt: dict[str, object] = {"deal": n + 1}
        if by_hand and self.tables:
            row = self.row(n)
            self.forgers.add(who)
            dealt = {"deck": spell(read_code(row.deck))}
            answer = self.people[who].post("/sessions", game=row.game, options=dict(variant.options), **dealt)
            if any(event.deck == row.deck for event in self.events):
                assert answer.status >= 400
        else:
            answer = self.people[who].post("/sessions", game=variant.game.slug, options=dict(variant.options), **dealt)
        if answer.status == 201:
            self.tables.append(answer.document["id"])

    @rule(when=TABLES, who=WHO, n=ANY, homeward=COIN)
    def play(self, who: int, n: int, homeward: bool) -> None:
        """Make a move in one's own game."""
        me = self.people[who]
        mine = [each for each in self.tables if (row := self.spy.session(each)) and row.player_id == me.player_id]
        if not mine:
            return
        table = mine[n % len(mine)]
        listed = me.get(f"/api/v1/sessions/{table}/moves")
        if listed.status == 200 and (legal := listed.document["moves"]):
            home = [move for move in legal if "-f" in move]
            move = home[0] if homeward and home else legal[n % len(legal)]
            made = me.post(f"/sessions/{table}/moves", seq=listed.document["seq"], move=move)
            assert made.status in {200, 422}, made.text

    @rule(when=TABLES, who=WHO, n=ANY, verb=one_of(VERBS))
    def act(self, who: int, n: int, verb: str) -> None:
        """Do anything at anybody's table; only those who sit there may."""
        me, row = self.people[who], self.row(n)
        answer = me.form(f"/sessions/{row.id}/{verb}", seq=row.seq, stop=n % 9, sight="all" if n % 2 else "fair")
        if row.player_id != me.player_id and not self.seated(row, me):
            assert answer.status >= 400, (verb, answer.status)
        if verb in {*HELP, "restart", "branch"} and answer.status < 400:
            assert not row.sealed, verb
            # Nobody knows the deal of a day to come, and refusing what is near would tell of it.
            near = [event for event in self.begun() if verb in HELP and _nearness(event.deck, row.deck) >= 26]
            assert not near, (verb, "helps with a near copy")

    @rule(when=TABLES, who=WHO, n=ANY, page=one_of(READS))
    def look(self, who: int, n: int, page: str) -> None:
        """Look at anybody's table."""
        headers = {"accept": "text/event-stream"} if page.endswith("/events") else {}
        self.people[who].get(page.format(self.tables[n % len(self.tables)]), **headers)

    @rule(who=WHO, page=one_of(PAGES))
    def look_around(self, who: int, page: str) -> None:
        """Look at a page."""
        self.people[who].get(page)

    @rule(when=TABLES, who=WHO, n=ANY)
    def race_a_ghost(self, who: int, n: int) -> None:
        """Race a finished game."""
        row = self.row(n)
        answer = self.people[who].form(f"/replays/{row.id}/race")
        assert not (row.sealed and answer.status < 400)

    @rule(when=EVENTS, who=WHO, n=ANY, change=one_of([exchanged, renamed, turned, built, None]))
    def forge(self, who: int, n: int, change: Callable[[Deck, Event, Random], Deck] | None) -> None:
        """Type a deal that is an open event's, or nearly, and ask for help with it."""
        me, event = self.people[who], self.events[n % len(self.events)]
        deck = change(event.cards, event, Random(n)) if change else event.cards
        same = change not in {exchanged, built} or event.hidden >= {*_difference(deck, event.cards)}
        self.forgers.add(who)
        link, query = f"/{event.game}/custom/{deck_code(deck)}", event.options or "by=ones"
        told = {"game": event.game, "deck": spell(deck), "options": read_options(query) if event.options else {}}
        answers = (me.get(link), me.form(f"{link}?{query}"), me.post("/sessions", **told))
        assert not same or {answer.status for answer in answers} <= {401, 403, 422}, [(one.status) for one in answers]
        assert me.post("/analysis", **told, moves=[]).status >= 400 or event not in self.begun()
        for answer in answers[1:] if event in self.begun() else ():
            table = f"/sessions/{answer.document['id']}" if answer.status == 201 else answer.header("location")
            for verb in ("hints", "outlook") if table else ():
                assert me.form(f"{table}/{verb}", seq=0, sight="all").status >= 400, verb

    @rule(who=WHO, n=ANY)
    def start_daily(self, who: int, n: int) -> None:
        """Press Start."""
        day = today(self.house.clock.ms) - timedelta(n % 7 == 0)
        begun = self.people[who].form(f"/daily/{day}/{DAILIES[n % 3]}/start", by="ones")
        assert begun.status in {303, 401, 403, 404, 422}, begun.status

    @rule(who=WHO, n=ANY, of=one_of(["", "/leaderboard", "/leaderboard?board=solved"]))
    def look_at_daily(self, who: int, n: int, of: str) -> None:
        """Look at a daily and its boards."""
        day = today(self.house.clock.ms) - timedelta(n % 3)
        prefix = "/api/v1" if n % 2 else ""
        self.people[who].get(f"{prefix}/daily/{day}/{DAILIES[n % 3]}{of}")

    @rule(who=WHO, n=ANY, winnable=COIN)
    def make_room(self, who: int, n: int, winnable: bool) -> None:
        """Make a race."""
        variant = VARIANTS[n % len(VARIANTS)]
        made = self.people[who].post(
            "/races",
            game=variant.game.slug,
            options=dict(variant.options),
            winnable=winnable,
            best_of=(1, 3, 5)[n % 3],
            limit=(None, 60, 600)[n % 3],
        )
        if made.status == 201:
            self.rooms.append(made.document["code"])

    @rule(
        when=ROOMS,
        who=WHO,
        n=ANY,
        verb=one_of(RACE_VERBS),
    )
    def race(self, who: int, n: int, verb: str) -> None:
        """Do anything in a race."""
        me, code = self.people[who], self.rooms[n % len(self.rooms)]
        if verb == "ready":
            me.post(f"/races/{code}/join", name="")
        me.form(f"/races/{code}/{verb}", name="", racer=f"Racer {n % len(NAMES)}")
        seen = me.get(f"/api/v1/races/{code}")
        if seen.status == 200 and (session := seen.document["session"]) and session not in self.tables:
            self.tables.append(session)

    @rule(
        when=ROOMS, who=WHO, n=ANY, page=one_of(["/races/{}", "/races/{}/room", "/races/{}/strip", "/races/{}/events"])
    )
    def look_at_race(self, who: int, n: int, page: str) -> None:
        """Look at a race."""
        headers = {"accept": "text/event-stream"} if page.endswith("/events") else {}
        self.people[who].get(page.format(self.rooms[n % len(self.rooms)]), **headers)

    @rule(when=TABLES, who=WHO, n=ANY, purpose=one_of(["watch", "play"]), close=COIN)
    def invite(self, who: int, n: int, purpose: str, close: bool) -> None:
        """Open or close a link to a table."""
        me, row = self.people[who], self.row(n)
        answer = me.form(f"/sessions/{row.id}/company/{purpose}{'/close' if close else ''}")
        assert answer.status >= 400 or (row.player_id == me.player_id and (close or not row.sealed))

    @rule(who=WHO, n=ANY, sit=COIN)
    def follow_link(self, who: int, n: int, sit: bool) -> None:
        """Follow a link that somebody handed out, perhaps one that is closed by now."""
        tokens = self.spy.rows("SELECT token, purpose FROM invitation ORDER BY token")
        if tokens:
            token, purpose = tokens[n % len(tokens)]
            if sit and purpose == "play":
                self.people[who].form(f"/tables/{token}", name="")
            else:
                self.people[who].get(f"/{'watch' if purpose == 'watch' else 'tables'}/{token}")

    @rule(who=WHO, n=ANY, verb=one_of(["make", "join", "leave", "look"]))
    def group(self, who: int, n: int, verb: str) -> None:
        """Be in groups."""
        me = self.people[who]
        if verb == "make":
            made = me.form("/groups", name="The lodge")
            if made.status == 303:
                self.groups.append(made.header("location").split("/")[2])
        elif self.groups:
            code = self.groups[n % len(self.groups)]
            me.get(f"/groups/{code}") if verb == "look" else me.form(f"/groups/{code}/{verb}")

    # What happens by itself

    @rule(weight=3, by=one_of(PASSING))
    def time_passes(self, by: int) -> None:
        """Let time pass, or set the clock back, and run due work."""
        self.pass_by(by)

    @rule(weight=1)
    def logs_are_packed(self) -> None:
        """Pack every log there is, as the server does with those that nobody has added to for long."""
        much_later = self.house.clock.ms + 2 * PACKED_AFTER_DAYS * 24 * 3_600_000
        after: str | None = ""
        while after is not None:
            after = self.house.write(pack_logs, after=after, now=much_later)

    @rule(n=ANY, full=COIN)
    def stock_changes(self, n: int, full: bool) -> None:
        """Find deals for a shelf, or take them all."""
        shelves = list(stock.shelves())
        found = {random_deal(Random(n + place).randrange): Band(band) for place, band in enumerate(Band)}
        if full:
            self.house.write(stock.add, shelves[n % len(shelves)], found)
        else:
            self.house.write(lambda connection: connection.exec_driver_sql("DELETE FROM stock"))


def _nearness(one: str, other: str) -> int:
    """Count the places at which two deck codes have the same card."""
    return sum(one[at : at + 2] == other[at : at + 2] for at in range(0, len(one), 2))


def _difference(one: Deck, other: Deck) -> set[int]:
    return {mine for mine, theirs in zip(one, other, strict=True) if mine != theirs}


def attack(house: House, spy: Spy, url: str, emptied: Callable[[], None]) -> type[Attack]:
    """Return the machine that attacks a server."""
    return type(
        "AttackOnce",
        (Attack,),
        {"house": house, "spy": spy, "url": url, "emptied": staticmethod(emptied), "reached": Reached()},
    )
