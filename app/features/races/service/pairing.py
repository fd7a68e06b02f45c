"""Find somebody to race: keep a queue, pair players, and offer other games to those who would wait alone.

Servers share only the database. A server that gets a request looks at who is waiting, and holds those rows while it
pairs. So if two players ask at once, on two servers, one gets the room, and the other finds it by asking again.
"""

from dataclasses import dataclass, replace

from sqlalchemy import Connection

from app.core.refusals import NotFound
from app.features.races.rows import ghosts, waiting
from app.features.races.service import house, races
from app.features.races.service.house import HouseStrength
from app.features.races.service.races import RaceEntrant
from app.features.races.values.pairing import GONE_MS, WaitingPlayer, nearest
from app.features.races.values.race import RaceTerms
from app.features.ratings import rows as strengths
from app.features.ratings import service as ratings
from app.features.ratings.values.rating import START, Rating
from app.people.service import players
from app.people.service.naming import shown_name
from app.play.service import secrecy, stock
from app.play.values.session import Session
from app.play.values.shelf import Shelf
from engine.rules import Variant

LIMIT_MS = 60 * 60_000
"""How long a heat of two paired players may last."""
NOT_WAITING = "You are no longer waiting for anybody; ask again."
_SHARED = 50
"""How many of the last shared wins are searched for a ghost."""
_NEAREST = 5
"""How many of them, the nearest by rating, are checked for whether they can be raced now."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A game to race while waiting."""

    variant: Variant
    session: Session | None
    """A win that its player has shared; None for the house."""
    name: str
    """The name of its player; empty without an account, and for the house."""
    pace_ms: int
    """How many milliseconds the house takes for a move; 0 for a shared win."""


def seek(connection: Connection, entrant: RaceEntrant, variant: Variant, now: int) -> WaitingPlayer:
    """Begin to wait for somebody to race, or go on waiting; pair the player at once if somebody near enough waits.

    Raises:
        Malformed, Impossible: the name is not allowed, or is somebody else's.
    """
    player = players.ensure(connection, entrant.player_id, now)
    name = shown_name(connection, player.id, entrant.name, "", lambda _: False, ()) if entrant.name.strip() else ""
    waiting.remove_gone(connection, now - GONE_MS, now + GONE_MS)
    others = waiting.lock(connection, variant)
    known = waiting.find(connection, player.id)
    if known and known.code and _goes_on(connection, known.code, player.id):
        return known
    rating = ratings.rating_of(connection, player.id, variant.game)
    since = known.since if known and known.variant == variant and not known.code else now
    # Nobody becomes a bot, or deletes the account, between the look and the waiting.
    bot = players.hold(connection, player.id, now).bot
    mine = WaitingPlayer(player.id, variant, name, bot, rating.rating if rating else None, since, now)
    (waiting.keep if known else waiting.add)(connection, mine)
    return _pair(connection, mine, others, now)


def still(connection: Connection, player_id: str | None, now: int) -> WaitingPlayer:
    """Note that somebody still waits, and pair them if somebody is near enough.

    Raises:
        NotFound: they are not waiting, or gave no sign of life for too long.
    """
    known = waiting.find(connection, player_id) if player_id else None
    if known is None:
        raise NotFound(NOT_WAITING)
    others = waiting.lock(connection, known.variant)
    # Read again: somebody may have found them meanwhile, and if very many wait, `others` does not list all.
    mine = waiting.find(connection, known.player_id)
    if mine is None or (mine.code is None and abs(now - mine.seen_at) > GONE_MS):
        raise NotFound(NOT_WAITING)
    if mine.code:
        return mine
    mine = replace(mine, seen_at=now)
    waiting.keep(connection, mine)
    return _pair(connection, mine, others, now)


def stop(connection: Connection, player_id: str | None) -> None:
    """Stop waiting; a race already found stays."""
    if player_id:
        waiting.remove(connection, player_id)


def offer(connection: Connection, variant: Variant, player_id: str | None, now: int) -> Offer | None:
    """Return a game near somebody's strength to race while they wait: a shared win, or else the house's, or None."""
    rating = ratings.rating_of(connection, player_id, variant.game)
    if found := _ghost_near(connection, variant, player_id, rating, now):
        session, name = found
        return Offer(variant, session, name, 0)
    return Offer(variant, None, "", house.pace(rating)) if house.is_in(variant) else None


def race_house(
    connection: Connection, player_id: str, variant: Variant, now: int, strength: HouseStrength | None = None
) -> Session:
    """Begin a race against the house, as strong as chosen, or else at a pace near the player's strength.

    Raises:
        NotFound, Withheld: the house does not play this; an open event is played on the deal.
    """
    if not house.is_in(variant):
        raise NotFound("The house does not play this game.")
    waiting.remove(connection, player_id)
    usual = house.pace(ratings.rating_of(connection, player_id, variant.game))
    pace_ms = house.PACES[strength] if strength else usual
    return house.race(connection, player_id, variant, pace_ms, now)


def _pair(connection: Connection, mine: WaitingPlayer, others: list[WaitingPlayer], now: int) -> WaitingPlayer:
    other = nearest(mine, others, now)
    if other is None:
        return mine
    first, second = sorted((mine, other), key=lambda one: (one.since, one.player_id))
    winnable = stock.is_ready_for_races(connection, Shelf.for_races(mine.variant))
    terms = RaceTerms(mine.variant, winnable, best_of=1, limit_ms=LIMIT_MS)
    entrants = RaceEntrant(first.player_id, first.name), RaceEntrant(second.player_id, second.name)
    code = races.pair(connection, entrants, terms, now).code
    for one in (mine, other):
        waiting.keep(connection, replace(one, seen_at=now, code=code))
    return replace(mine, code=code)


def _goes_on(connection: Connection, code: str, player_id: str) -> bool:
    race = races.look(connection, code)
    racer = race.racer(player_id)
    return racer is not None and not racer.left and all(heat.ended_at is None for heat in race.heats)


def _ghost_near(
    connection: Connection, variant: Variant, player_id: str | None, rating: Rating | None, now: int
) -> tuple[Session, str] | None:
    shared = [
        (one, name or "")
        for one, name in ghosts.list_shared(connection, variant, player_id, _SHARED)
        if one.deal is not None
    ]
    numbers = [one.deal for one, _ in shared if one.deal is not None]
    begun = stock.list_begun(connection, player_id, numbers) if player_id and numbers else set()
    theirs = strengths.of_players(connection, {one.player_id for one, _ in shared}, variant.game) if shared else {}
    mine = rating.rating if rating else START

    def apart(one: Session) -> float:
        known = theirs.get(one.player_id)
        return abs((known.rating if known else START) - mine)

    fresh = sorted((pair for pair in shared if pair[0].deal not in begun), key=lambda pair: apart(pair[0]))[:_NEAREST]
    told = ((one, name) for one, name in fresh if not secrecy.is_open(connection, one.deck, now))
    return next(told, None)
