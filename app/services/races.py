"""What can be done in a race: make one, join, be ready, leave, and what its host may do."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from secrets import choice, randbelow

from sqlalchemy import Connection

from app import racing
from app.names import read_name, skeleton
from app.racing import FEWEST, MOST, Heat, Outcome, Race, Racer, Run, Stage, Terms
from app.refusals import Impossible, NotFound, NotYours, Withheld
from app.services import players, sessions, stock
from app.services.rulebook import read_options, rules_of
from app.services.secrecy import check_open
from app.services.stock import Band
from app.store import accounts, races
from app.store.sessions import Session
from engine.deals import deck_code, random_deal, shuffled
from engine.games import find
from engine.likeness import likeness
from engine.position import layout, restore
from engine.record import Status

LETTERS = "BCDFGHJKMNPRSTVWXZ"
"""What codes are made of: none of these looks like another or like a digit, and no code is a word."""
EVENT = "race"

Change = Callable[[Race], Race]


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who comes, and by which name; without one by the account's, or by a number."""

    player_id: str
    name: str = ""


def make(connection: Connection, entrant: Entrant, terms: Terms, now: int) -> Race:
    """Make a room, with whoever makes it as its host.

    Raises:
        Malformed: the name can be none.
    """
    players.ensure(connection, entrant.player_id, now)
    code = _draw_code()
    while races.find(connection, code):
        code = _draw_code()
    room = Race(code, terms, host_id=entrant.player_id, made_at=now)
    race = racing.settle(_joined(connection, room, entrant, now), now)
    races.add(connection, race)
    return race


def join(connection: Connection, code: str, entrant: Entrant, now: int) -> Race:
    """Come into a room, for the first time or again.

    Raises:
        NotFound, Malformed, Impossible: there is no such race, the name can be none or is taken, the room is full.
    """
    players.ensure(connection, entrant.player_id, now)
    return _change(connection, code, lambda race: _joined(connection, race, entrant, now), now)


def be_ready(connection: Connection, code: str, player_id: str | None, now: int) -> Race:
    """Say that one is ready; the last to say so begins the countdown.

    Raises:
        NotFound, NotYours, Impossible: there is no such race, the player is not in it, a heat is being raced.
    """

    def change(race: Race) -> Race:
        racer = _present(race, player_id)
        if race.heat:
            raise Impossible("The heat that is being raced must be over first.")
        return racing.be_ready(race, racer.player_id)

    return _change(connection, code, change, now)


def leave(connection: Connection, code: str, player_id: str | None, now: int) -> Race:
    """Leave a room; raise `NotFound` or `NotYours`."""
    return _change(connection, code, lambda race: racing.leave(race, _present(race, player_id).player_id, now), now)


def begin(connection: Connection, code: str, player_id: str | None, now: int) -> Race:
    """Begin the countdown without those who are not ready.

    Raises:
        NotFound, NotYours, Impossible: only the host may, and only when enough are ready.
    """

    def change(race: Race) -> Race:
        _host(race, player_id)
        if race.stage is not Stage.GATHERING or len(race.ready) < FEWEST:
            raise Impossible("A heat begins when at least two are ready and none is being raced.")
        return racing.begin(race, now)

    return _change(connection, code, change, now)


def stop(connection: Connection, code: str, player_id: str | None, now: int) -> Race:
    """End a heat that somebody has won; the others are placed by their cards home.

    Raises:
        NotFound, NotYours, Impossible: only the host may, and only when somebody has won.
    """

    def change(race: Race) -> Race:
        _host(race, player_id)
        if not race.heat or not any(run.outcome is Outcome.WON for run in race.heat.runs):
            raise Impossible("A heat can be ended early once somebody has won it.")
        return racing.stop(race, now)

    return _change(connection, code, change, now)


def look(connection: Connection, code: str) -> Race:
    """Give a race as it stands; raise `NotFound`."""
    return _with_heats(connection, _there(races.find(connection, code.upper())))


def settle(connection: Connection, code: str, now: int) -> Race:
    """Let happen in a race what is due."""
    return _change(connection, code, lambda race: race, now)


def settle_due(connection: Connection, code: str, now: int) -> Race | None:
    """Let happen in a race what is due; None if somebody else has seen to it."""
    race = races.find_to_change(connection, code)
    return settle(connection, code, now) if race and racing.is_due(race, now) else None


def played(connection: Connection, session: Session) -> None:
    """Let a race know that one of its sessions has changed."""
    if Status(session.status).finished:
        settle(connection, code_of(session.event), session.changed_at)


def code_of(event: str | None) -> str:
    """Give the code of the race that an event is; empty if it is none."""
    kind, _, code = (event or "").partition(" ")
    return code if kind == EVENT else ""


def cards_home(session: Session) -> int:
    """Count the cards on the foundations of a session's board."""
    return _home(session.game, session.options, session.snapshot)


def _change(connection: Connection, code: str, change: Change, now: int) -> Race:
    """Change a race, and let happen what is due then."""
    old = _with_heats(connection, _there(races.find_to_change(connection, code.upper())))
    new = racing.settle(change(old), now)
    races.change(connection, old, new)
    if old.heat and new.heat is None:
        races.unseal(connection, f"{EVENT} {new.code}")
    if new.starts_at is not None and new.starts_at <= now:
        return _run_heat(connection, new, now)
    return new


def _run_heat(connection: Connection, race: Race, now: int) -> Race:
    """Draw a deal and give it to all who are ready."""
    game, options = find(race.terms.game), read_options(race.terms.options)
    deal, proved = _draw_deal(connection, race.terms, now)
    runs = []
    for racer in race.ready:
        session = sessions.start_sealed(connection, racer.player_id, game, options, deal, f"{EVENT} {race.code}", now)
        runs.append(Run(racer.player_id, session.id, session.status, home=cards_home(session), changed_at=now))
    match = racing.next_match(race)
    earlier = race.heats if race.heats and race.heats[-1].match == match else ()
    number = race.heats[-1].number + 1 if race.heats else 1
    heat = Heat(number, match, str(deal), proved, now, runs=tuple(runs))
    deck = shuffled(deal)
    races.add_heat(connection, race.code, heat, deck_code(deck), likeness(game.rules, deck))
    begun = racing.settle(replace(race, starts_at=None, heats=(*earlier, heat)), now)
    races.change(connection, race, begun)
    return begun


def _draw_deal(connection: Connection, terms: Terms, now: int) -> tuple[int, bool]:
    """Draw a deal that no open event is played on; say also whether it is proved winnable."""
    while True:
        proved = _proved_deal(connection, terms) if terms.winnable else None
        deal = proved or random_deal(randbelow)
        with suppress(Withheld):
            check_open(connection, find(terms.game), shuffled(deal), now)
            return deal, proved is not None


def _proved_deal(connection: Connection, terms: Terms) -> int | None:
    wanted = (Band.STEADY, Band.GENTLE, Band.STERN)
    return stock.take(connection, find(terms.game), read_options(terms.options), wanted)


def _joined(connection: Connection, race: Race, entrant: Entrant, now: int) -> Race:
    known = race.racer(entrant.player_id)
    if len(race.present) - (known in race.present) >= MOST:
        raise Impossible(f"This race is full: {MOST} are in it.")
    name = _name(connection, race, entrant)
    if known is None:
        return replace(race, racers=(*race.racers, Racer(entrant.player_id, name, now, now)))
    racers = (replace(one, name=name, seen_at=now, left=False) if one is known else one for one in race.racers)
    return replace(race, racers=tuple(racers))


def _name(connection: Connection, race: Race, entrant: Entrant) -> str:
    """Settle by which name somebody races; nobody else in the room has one that looks like it."""
    taken = {skeleton(racer.name) for racer in race.racers if racer.player_id != entrant.player_id}
    if entrant.name.strip():
        name = read_name(entrant.name)
        if skeleton(name) in taken:
            raise Impossible("Somebody in this race has that name, or one that looks like it.")
        return name
    known, account = race.racer(entrant.player_id), accounts.find(connection, entrant.player_id)
    named = known.name if known else account.name if account else ""
    if named and skeleton(named) not in taken:
        return named
    numbered = (f"Racer {number}" for number in range(1, len(race.racers) + 3))
    return next(name for name in numbered if skeleton(name) not in taken)


def _with_heats(connection: Connection, race: Race) -> Race:
    heats = races.heats_of_last_match(connection, race.code)
    if not heats:
        return race
    runs: dict[int, list[Run]] = {heat.number: [] for heat in heats}
    for number, run, board in races.runs_since(connection, race.code, heats[0].number):
        home = run.home if run.outcome else _home(race.terms.game, race.terms.options, board)
        runs[number].append(replace(run, home=home))
    return replace(race, heats=tuple(replace(heat, runs=tuple(runs[heat.number])) for heat in heats))


def _home(game: str, options: str, board: str) -> int:
    rules = rules_of(game, options)
    piles = restore(rules, board).piles
    return sum(len(piles[at]) for at in layout(rules).foundations)


def _there(race: Race | None) -> Race:
    if race is None:
        raise NotFound("There is no race of that code.")
    return race


def _present(race: Race, player_id: str | None) -> Racer:
    racer = race.racer(player_id)
    if racer is None or racer.left:
        raise NotYours("Join the race first.")
    return racer


def _host(race: Race, player_id: str | None) -> None:
    if _present(race, player_id).player_id != race.host_id:
        raise NotYours("Only the race’s host can do that.")


def _draw_code() -> str:
    return "".join(choice(LETTERS) for _ in range(6))
