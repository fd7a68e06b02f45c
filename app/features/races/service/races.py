"""Races: make one, join, be ready, leave, and do what only the host may."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from app.core.bounds import LISTED_RACERS_OF_AN_ADDRESS, MOST_EVER_IN_A_RACE
from app.core.refusals import Impossible, NotFound, NotYours
from app.features.races.rows import races, requests
from app.features.races.service import heats
from app.features.races.values import door, idling
from app.features.races.values import race as racing
from app.features.races.values.door import AT_THE_DOOR_OF_AN_ADDRESS, MOST_AT_THE_DOOR
from app.features.races.values.event import InRace
from app.features.races.values.race import MOST, Race, Racer, RaceRun, RaceStage, RaceTerms, RunOutcome
from app.people.codes import free_code
from app.people.names import skeleton
from app.people.rows import barred
from app.people.service import players
from app.people.service.naming import shown_name
from app.people.venues import Venue
from app.play.values.session import Session
from engine.position import cards_home

SET_ASIDE = (
    "Something went wrong with this race, so it ends here; you can finish the games you began, and make a new race."
)
TROUBLED = "Something went wrong with this race just now; the server will try again in a moment."
STILL_RACED = (
    "This round must end first; it ends when everybody is done, or by itself if nobody still racing makes a move while "
    "others wait."
)

_FULL = f"This race is full: it has {MOST} racers."

Change = Callable[[Race], Race]


@dataclass(frozen=True, slots=True)
class RaceEntrant:
    """Somebody who comes into a race. Without a name, they get the name of their account, or a number."""

    player_id: str
    name: str = ""
    whence: str = ""
    """The mark of the network that they come from."""


def make(connection: Connection, entrant: RaceEntrant, terms: RaceTerms, now: int) -> Race:
    """Make a room, with its maker as the host.

    Raises:
        Malformed, Impossible: the name is not allowed, or is somebody else's.
    """
    if _is_bot(connection, entrant, now):
        # Programs race one another, and people who come into their rooms.
        terms = replace(terms, bots=True)
    code = free_code(lambda code: races.find(connection, code))
    room = Race(code, terms, host_id=entrant.player_id, made_at=now)
    race = racing.settle(_let_join(connection, room, entrant, now), now)
    races.add(connection, race)
    return race


def pair(connection: Connection, entrants: tuple[RaceEntrant, RaceEntrant], terms: RaceTerms, now: int) -> Race:
    """Make a room for two paired players; both are ready, so the countdown begins."""
    first, second = entrants
    code = _named_or_not(first, lambda entrant: make(connection, entrant, terms, now)).code
    _named_or_not(second, lambda entrant: join(connection, code, entrant, now))
    be_ready(connection, code, first.player_id, now)
    return be_ready(connection, code, second.player_id, now)


def _named_or_not(entrant: RaceEntrant, enter: Callable[[RaceEntrant], Race]) -> Race:
    """Let somebody into a room, without the name that they typed if that is somebody else's by now."""
    try:
        return enter(entrant)
    except Impossible:
        return enter(replace(entrant, name=""))


def join(connection: Connection, code: str, entrant: RaceEntrant, now: int) -> Race:
    """Come into a room, for the first time or again, or to its door if it takes nobody in any more without asking.

    Raises:
        NotFound, Malformed, Impossible: there is no such race, it is for people and the entrant is a bot, the host has
            removed them, the name is not allowed or is taken, the room is full, it has had as many racers as it may
            ever have, or too many wait at its door.
    """
    bot = _is_bot(connection, entrant, now)

    def change(race: Race) -> Race:
        if bot and not race.terms.bots:
            raise Impossible("This race is for people only; its host did not let bots in.")
        if barred.is_barred(connection, Venue(InRace.kind, race.code), entrant.player_id):
            raise Impossible("The host has removed you from this race; make one of your own.")
        return _let_join(connection, race, entrant, now)

    joined = _change(connection, code, change, now)
    requests.answer(connection, entrant.player_id, joined.code)
    return joined


def let_in(connection: Connection, code: str, player_id: str | None, name: str, now: int) -> Race:
    """Let the one of that name in who waits at the door.

    Raises:
        NotFound, NotYours, Impossible: there is no such race, the player does not lead it, nobody by that name waits,
            or the room is full.
    """

    def change(race: Race) -> Race:
        _check_leads(race, player_id, now)
        waiting = next((one for one in door.at_the_door(race, now) if one.name == name), None)
        if waiting is None:
            raise NotFound("Nobody by that name asks to come in any more.")
        if len(race.present) >= MOST:
            raise Impossible(_FULL)
        return door.let_in(race, waiting.player_id, now)

    return _change(connection, code, change, now)


def be_ready(connection: Connection, code: str, player_id: str | None, now: int) -> Race:
    """Note that a racer is ready; once all are, the countdown begins.

    Raises:
        NotFound, NotYours, Impossible: there is no such race, the player is not in it, a heat is being raced.
    """

    def change(race: Race) -> Race:
        racer = _present(race, player_id)
        if race.heat:
            raise Impossible(STILL_RACED)
        return racing.be_ready(race, racer.player_id)

    return _change(connection, code, change, now)


def leave(connection: Connection, code: str, player_id: str | None, now: int) -> Race:
    """Leave a room, even one in which something went wrong; raise `NotFound` or `NotYours`."""
    race = _there(races.find_to_change(connection, code.upper()))
    leaving = _present(race, player_id).player_id
    if _trouble(race):
        left = racing.leave(race, leaving, now)
        races.change(connection, race, left)
        return left
    return _apply(connection, race, lambda race: racing.leave(race, leaving, now), now)


def dismiss(connection: Connection, code: str, player_id: str | None, name: str, now: int) -> Race:
    """Remove the racer of that name, who forfeits an unfinished run.

    The host can remove anybody who has raced no heat there yet, and whoever leads the room can turn away somebody at
    its door; neither can come back. Idle racers can, and whoever leads the room can remove them, too.

    Raises:
        NotFound, NotYours, Impossible: there is no such race or racer, the player does not lead it, or the racer is
            neither new, at the door nor idle.
    """

    def change(race: Race) -> Race:
        _check_leads(race, player_id, now)
        waiting = door.at_the_door(race, now)
        named = {racer.player_id for racer in (*race.present, *waiting) if racer.name == name}
        if not named:
            raise NotFound("Nobody by that name is in this race.")
        gone = next(iter(named & idling.removable(race, player_id or "", now)), None)
        if gone is None:
            raise Impossible(
                "You can remove a racer who has been away for a minute and a half, or has done nothing for ten "
                "minutes; the host can also remove those who have not raced here yet."
            )
        if gone not in idling.idle(race, now):
            barred.bar(connection, Venue(InRace.kind, race.code), gone)
        return racing.leave(race, gone, now)

    return _change(connection, code, change, now)


def begin(connection: Connection, code: str, player_id: str | None, now: int) -> Race:
    """Begin the countdown without those who are not ready.

    Raises:
        NotFound, NotYours, Impossible: only the host may do this, and only when enough are ready.
    """

    def change(race: Race) -> Race:
        _check_leads(race, player_id, now)
        if race.heat:
            raise Impossible(STILL_RACED)
        if not idling.may_begin(race, now):
            raise Impossible("A round begins when at least two are ready and no other is being raced.")
        return racing.begin(race, now)

    return _change(connection, code, change, now)


def deal_any(connection: Connection, code: str, player_id: str | None, now: int) -> Race:
    """Begin a heat that waits for a proved deal with any deal at all.

    Raises:
        NotFound, NotYours, Impossible: only the host may do this, and only while the race looks for a deal.
    """

    def change(race: Race) -> Race:
        _check_leads(race, player_id, now)
        if race.stage is not RaceStage.SEEKING:
            raise Impossible("You can choose any deal only while the race looks for one that is proved winnable.")
        return race

    race = _change(connection, code, change, now)
    return heats.run(connection, race, heats.draw_any(), now) if race.stage is RaceStage.SEEKING else race


def stop(connection: Connection, code: str, player_id: str | None, now: int) -> Race:
    """End a heat that somebody has won; the others are placed by their cards home.

    Raises:
        NotFound, NotYours, Impossible: only the host may do this, and only when somebody has won.
    """

    def change(race: Race) -> Race:
        _check_leads(race, player_id, now)
        if not race.heat or not any(run.outcome is RunOutcome.WON for run in race.heat.runs):
            raise Impossible(
                "You can end a round early once somebody has won it; until then, the host can remove idle racers."
            )
        return racing.stop(race, now)

    return _change(connection, code, change, now)


def look(connection: Connection, code: str) -> Race:
    """Return a race as it is now; raise `NotFound`."""
    return _with_heats(connection, _there(races.find(connection, code.upper())))


def settle(connection: Connection, code: str, now: int) -> Race:
    """Carry out whatever is due in a race."""
    return _change(connection, code, lambda race: race, now)


def settle_due(connection: Connection, code: str, now: int) -> Race | None:
    """Carry out whatever is due in a race; return None if nothing is due any more."""
    race = races.find_to_change(connection, code)
    if race is None or race.set_aside_at is not None or not racing.is_due(race, now):
        return None
    return _apply(connection, race, lambda same: same, now)


def update(connection: Connection, session: Session, code: str) -> None:
    """Update a race after one of its sessions has changed. A race that has been set aside stops nobody from playing."""
    if session.status.finished:
        with suppress(Impossible):
            settle(connection, code, session.changed_at)


def _change(connection: Connection, code: str, change: Change, now: int) -> Race:
    """Change a race that is not in trouble, and carry out whatever is then due; raise `NotFound` or `Impossible`."""
    race = _there(races.find_to_change(connection, code.upper()))
    if trouble := _trouble(race):
        raise Impossible(trouble)
    return _apply(connection, race, change, now)


def _trouble(race: Race) -> str:
    """Return a sentence that says what is wrong with a race; it is usually empty.

    Only the referee tries again: visitors must not be able to start work that fails or takes long.
    """
    if race.set_aside_at is not None:
        return SET_ASIDE
    return TROUBLED if race.failures else ""


def _apply(connection: Connection, race: Race, change: Change, now: int) -> Race:
    old = _with_heats(connection, race)
    new = racing.settle(change(racing.resume(old, now)), now)
    races.change(connection, old, new)
    if old.heat:
        heats.follow(connection, old, new)
    if not racing.wants_deal(new, now):
        return new
    drawn = heats.draw(connection, new.terms, now)
    if drawn:
        return heats.run(connection, new, drawn, now)
    seeking = racing.seek(new, now)
    races.change(connection, new, seeking)
    return seeking


def _let_join(connection: Connection, race: Race, entrant: RaceEntrant, now: int) -> Race:
    known = race.racer(entrant.player_id)
    race = _with_a_place(race, entrant)
    if known is None and len(race.racers) >= MOST_EVER_IN_A_RACE:
        raise Impossible(f"This race has had {MOST_EVER_IN_A_RACE} racers and takes no more; make a new one.")
    if len(race.present) - (known in race.present) >= MOST:
        raise Impossible(_FULL)
    if known is None and not door.is_open(race):
        _check_the_door(race, entrant, now)
    name = _name(connection, race, entrant)
    came = known or Racer(entrant.player_id, name, now, now)
    return door.enter(race, replace(came, name=name, seen_at=now, whence=entrant.whence), now)


def _check_the_door(race: Race, entrant: RaceEntrant, now: int) -> None:
    """Check that somebody may wait at the door: there is somebody to open it, and not too many wait there."""
    waiting = door.at_the_door(race, now)
    if not race.present:
        raise Impossible("Everybody has left this race; make one of your own.")
    if entrant.whence and sum(one.whence == entrant.whence for one in waiting) >= AT_THE_DOOR_OF_AN_ADDRESS:
        raise Impossible(
            f"{AT_THE_DOOR_OF_AN_ADDRESS} others from your network already ask to come in; try again in a few minutes."
        )
    if len(waiting) >= MOST_AT_THE_DOOR:
        raise Impossible(f"{MOST_AT_THE_DOOR} others already ask to come in; try again in a few minutes.")


def _with_a_place(race: Race, entrant: RaceEntrant) -> Race:
    """Return a listed room with a place for somebody new; places there are for those who race.

    If the room is full, the place is that of somebody who is not ready: the latest from where most of those come from.
    """
    newcomers = [one for one in race.present if not one.raced and one.player_id != entrant.player_id]
    if not race.terms.listed or race.racer(entrant.player_id) in race.present:
        return race
    crowd = Counter(one.whence for one in newcomers)
    if entrant.whence and crowd[entrant.whence] >= LISTED_RACERS_OF_AN_ADDRESS:
        raise Impossible(
            f"{LISTED_RACERS_OF_AN_ADDRESS} racers from your network wait here already, which is the most in a listed "
            "race; make a race that is not listed."
        )
    idle = [one for one in newcomers if not one.ready and one.player_id != race.host_id]
    if len(race.present) < MOST or not idle:
        return race
    gives_way = max(idle, key=lambda one: (crowd[one.whence], one.joined_at, one.player_id))
    return replace(race, racers=tuple(one for one in race.racers if one is not gives_way))


def _name(connection: Connection, race: Race, entrant: RaceEntrant) -> str:
    """Return the name for an entrant, which must not look like anybody else's in the room."""
    taken = {skeleton(racer.name) for racer in race.racers if racer.player_id != entrant.player_id}
    known = race.racer(entrant.player_id)
    numbered = (f"Racer {number}" for number in range(1, len(race.racers) + 3))
    named = known.name if known else ""
    return shown_name(connection, entrant.player_id, entrant.name, named, taken.__contains__, numbered)


def _is_bot(connection: Connection, entrant: RaceEntrant, now: int) -> bool:
    """Return whether an entrant is a program; nobody can change that until this transaction ends."""
    return players.hold(connection, entrant.player_id, now).bot


def _with_heats(connection: Connection, race: Race) -> Race:
    """Add the heats of the last match, except to a race that was set aside: they may be what is wrong with it."""
    last = [] if race.set_aside_at is not None else races.heats_of_last_match(connection, race.code)
    if not last:
        return race
    runs: dict[int, list[RaceRun]] = {heat.number: [] for heat in last}
    for number, run, board in races.runs_since(connection, race, last[0].number):
        home = run.home if run.outcome else cards_home(race.terms.variant.rules, board)
        runs[number].append(replace(run, home=home))
    return replace(race, heats=tuple(replace(heat, runs=tuple(runs[heat.number])) for heat in last))


def _there(race: Race | None) -> Race:
    if race is None:
        raise NotFound("There is no race with that code.")
    return race


def _present(race: Race, player_id: str | None) -> Racer:
    racer = race.racer(player_id)
    if racer is None or racer.left:
        raise NotYours("Join the race first.")
    return racer


def _check_leads(race: Race, player_id: str | None, now: int) -> None:
    if not idling.leads(race, _present(race, player_id).player_id, now):
        raise NotYours("Only the race’s host can do that, or anybody while the host is idle.")
