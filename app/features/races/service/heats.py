"""Heats: draw a deal, begin on it for everybody who is ready, and do what follows when a run or a heat is over."""

from typing import NamedTuple

from sqlalchemy import Connection

from app.core.store.ids import new_id
from app.features.profiles import rows as profiles
from app.features.races.rows import doubts as rows
from app.features.races.rows import races
from app.features.races.values import race as racing
from app.features.races.values.event import InRace
from app.features.races.values.placing import has_acted, is_cut_short, next_match, standings
from app.features.races.values.race import Heat, Race, RaceRun, RaceTerms, RunOutcome
from app.features.ratings import service as ratings
from app.features.ratings.values.rating import Rating
from app.features.ratings.values.strength import PlacedRacer
from app.play.rows import entries
from app.play.rows import sessions as store
from app.play.service import sessions, stock
from app.play.service.secrecy import check_open, is_open
from app.play.service.suspicion import pace
from engine.deals import shuffled
from engine.likeness import likeness
from engine.position import cards_home

MOST_DRAWS = 3
"""How many of the deals that are kept ready a race looks at: nothing may search within a transaction."""


class Drawn(NamedTuple):
    """A deal for a heat."""

    deal: int
    """A number with at least 63 secret bits. So no room meets it twice, nobody can read a finished game on it, and its
    visible cards do not give away the rest."""
    proved: bool
    """Whether it is proved winnable."""


def draw(connection: Connection, terms: RaceTerms, now: int) -> Drawn | None:
    """Draw a deal that suits these terms; return None if they want a proved one and none is ready.

    A deal on which an open event is played is thrown away: kept ready, it would stop this race and every later one.
    """
    if not terms.winnable:
        return draw_any()
    for _ in range(MOST_DRAWS):
        deal = stock.take_for_race(connection, terms.variant)
        if deal is None:
            return None
        if not is_open(connection, shuffled(deal), now):
            return Drawn(deal, proved=True)
    return None


def draw_any() -> Drawn:
    """Draw a deal that may or may not be winnable."""
    return Drawn(stock.secret_deal(), proved=False)


def run(connection: Connection, race: Race, drawn: Drawn, now: int) -> Race:
    """Begin a heat on a deal for all who are ready; their sessions differ only in id and player.

    Raises:
        Withheld: an open event is played on that very deal. This draws no other instead, because nothing may search
            within a transaction; the caller can try again.
    """
    variant, deck = race.terms.variant, shuffled(drawn.deal)
    check_open(connection, deck, now)
    dealt = sessions.start_sealed(connection, race.ready[0].player_id, variant, drawn.deal, InRace(race.code), now)
    copies = [dealt._replace(id=new_id(now), player_id=racer.player_id) for racer in race.ready[1:]]
    for one in copies:
        store.add(connection, one)
    home = cards_home(variant.rules, dealt.position)
    stakes = ratings.stakes(connection, [racer.player_id for racer in race.ready], variant.game, now)
    runs = [
        RaceRun(one.player_id, one.id, one.status, home=home, changed_at=now, stake=stakes.get(one.player_id))
        for one in (dealt, *copies)
    ]
    match = next_match(race)
    earlier = race.heats if race.heats and race.heats[-1].match == match else ()
    number = race.heats[-1].number + 1 if race.heats else 1
    heat = Heat(number, match, drawn.deal, drawn.proved, now, runs=tuple(runs))
    races.add_heat(connection, race.code, heat, deck, likeness(variant.game.rules, deck))
    begun = racing.run_heat(race, heat, earlier, now)
    races.change(connection, race, begun)
    return begun


def follow(connection: Connection, old: Race, new: Race) -> None:
    """Do what follows from a change of the last heat: mark doubtful wins; at its end, rate it and unseal its deal."""
    before, after = old.heats[-1], new.heats[-1]
    for was, run in zip(before.runs, after.runs, strict=True):
        if was.outcome is None and run.outcome is RunOutcome.WON:
            doubts = pace(entries.all_of(connection, run.session_id), after.began_at)
            if doubts:
                rows.mark_run(connection, new.code, run.session_id, "; ".join(doubts))
    if after.ended_at is not None:
        count_heat(connection, new, after)
        races.unseal(connection, new.code, after.number)


def ratings_of(connection: Connection, race: Race) -> dict[str, Rating]:
    """Return the ratings of the players in a race's room, without those who have none."""
    return ratings.of_players(connection, [racer.player_id for racer in race.present], race.terms.variant.game)


def public_in(connection: Connection, race: Race) -> frozenset[str]:
    """Return those in a race's room who have a public page; the page says their name only if the room does."""
    names = profiles.public_names(connection, [racer.player_id for racer in race.present])
    return frozenset(one.player_id for one in race.present if names.get(one.player_id) == one.name)


def count_heat(connection: Connection, race: Race, heat: Heat) -> None:
    """Count a heat that has just ended for those who staked their rating on it, unless everybody left it."""
    assert heat.ended_at is not None
    if all(run.outcome is RunOutcome.FORFEITED for run in heat.runs):
        return
    cut_short = is_cut_short(race, heat)
    for bots in (False, True):
        runs = [run for run in heat.runs if run.stake and run.stake.bot is bots]
        field = [
            PlacedRacer(
                run.player_id,
                place,
                run.stake.rating,
                cut_short and run.outcome is RunOutcome.STOPPED,
                has_acted(run),
            )
            for place, run in standings(runs)
            if run.stake
        ]
        if field:
            game, cause = race.terms.variant.game, InRace(race.code)
            ratings.count(connection, game, field, heat.ended_at, cause, heat.number)
