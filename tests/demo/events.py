"""The events of the demo: dailies, races and tournaments that are over, under way and still to come."""

from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial

from app.core.clock import today
from app.core.settings import Admission
from app.core.store.ids import new_id
from app.features.daily.service import calendar, closing, daily
from app.features.friends.service import groups
from app.features.races.service import races
from app.features.races.values.race import COUNTDOWN_MS, WAIT_MS, Race, RaceTerms
from app.features.tournaments.service import tournament_games, tournament_rounds, tournaments
from app.features.tournaments.values.tournament import SETTLING_MS, Form, Tournament, TournamentTerms
from app.people.visitors import Visit
from app.play.rows import stock
from app.play.service import sessions
from app.play.service.secrecy import is_open
from app.play.values.session import Session
from app.play.values.shelf import Band, Shelf
from engine.deals import shuffled
from engine.games import GAMES, find
from engine.rules import Game, Variant
from tests.demo.people import DAY_MS, SECOND_MS, Person, Town, Use

HOUR_MS = 3_600 * SECOND_MS
_A_PAGE = 100
_EFFORT = "a line known beforehand"
GENTLE = {"stalactites": 51678227, "stonewall": 283874652}
"""Deals of dailies that are gentle under all options, for today: no solver looks for how hard the others are."""


def hold_dailies(town: Town, days: int) -> None:
    """Hold the dailies of the last days, close them, and let today's be under way."""
    last = today(town.now)
    # Nobody can have seen the deal of an open day.
    fresh = {
        game: GENTLE.get(game.slug) or town.deals(calendar.variants(game, last), Use.DAILY)[-1]
        for game in GAMES.values()
    }
    for day in (last - timedelta(days=ago) for ago in range(days, -1, -1)):
        opened = calendar.opens_at(day)
        for nth, game in enumerate(GAMES.values()):
            deals = town.deals(calendar.variants(game, day), Use.DAILY)
            before = [deal for deal in deals if deal not in fresh.values()]
            _choose(town, day, game, fresh[game] if day == last else before[(day.toordinal() + nth) % len(before)])
        if day < last:
            for person in town.people:
                for game in town.random.sample(list(GAMES.values()), k=2 if person is town.people[0] else 1):
                    now = opened + town.random.randrange(8 * HOUR_MS, 20 * HOUR_MS)
                    town.play_as_skilled(person, _started(town, day, game, person, now))
            _close(town, calendar.closes_at(day) + HOUR_MS)
    _play_today(town)


def _choose(town: Town, day: date, game: Game, deal: int) -> None:
    lines = {variant: tuple(town.lines[variant][deal]) for variant in calendar.variants(game, day)}
    how_hard = Band.GENTLE if GENTLE.get(game.slug) == deal else None
    chosen = daily.FoundDeal(deal, lines, bounds={}, effort=_EFFORT, band=how_hard)
    wanted = daily.UndealtDaily(day, game, deal)
    daily.choose(town.connection, b"the demo", wanted, chosen, calendar.opens_at(day) - DAY_MS)


def _started(town: Town, day: date, game: Game, person: Person, now: int) -> Session:
    chosen = {option.name: next(iter(option.values)) for option in game.options if option.default is None}
    return daily.start(town.connection, day, game, chosen, person.id, Admission.EVERYBODY, now)


def _close(town: Town, now: int) -> None:
    for one in closing.due(town.connection, now):
        while closing.close_page(town.connection, one.day, one.game, _A_PAGE) is not None:
            pass


def _play_today(town: Town) -> None:
    day = today(town.now)
    begin = max(calendar.opens_at(day), town.now - HOUR_MS)
    solved, running, *_ = GAMES.values()
    ada, *others = town.people
    for person in others:
        town.play_as_skilled(person, _started(town, day, solved, person, begin))
    # She has solved one, and has another on the table.
    town.win(ada, _started(town, day, solved, ada, begin))
    town.begin(ada, _started(town, day, running, ada, begin))


def hold_races(town: Town) -> None:
    """Let a race be over, one be under way, and one wait for somebody to come."""
    ada, bertram, chiara, *_, host = town.people
    for ago, others in ((6, (bertram,)), (2, (bertram, chiara))):
        _finish(town, _started_race(town, (ada, *others), find("stalactites").settle({"by": "ones"}), town.ago(ago)))
    going_on = _started_race(town, (ada, chiara), find("fortress").settle({}), town.now - 30 * SECOND_MS)
    for run in going_on.heats[-1].runs:
        racer = next(each for each in town.people if each.id == run.player_id)
        town.begin(racer, sessions.get(town.connection, run.session_id))
    terms = RaceTerms(find("stonewall").settle({}), winnable=False, best_of=3, limit_ms=None, listed=True)
    races.make(town.connection, races.RaceEntrant(host.id), terms, town.now)


def _started_race(town: Town, people: Sequence[Person], variant: Variant, now: int) -> Race:
    terms = RaceTerms(variant, winnable=True, best_of=1, limit_ms=None, listed=True)
    code = races.make(town.connection, races.RaceEntrant(people[0].id), terms, now).code
    for person in people[1:]:
        races.join(town.connection, code, races.RaceEntrant(person.id), now)
    for person in people:
        races.be_ready(town.connection, code, person.id, now)
    return races.settle(town.connection, code, now + COUNTDOWN_MS)


def _finish(town: Town, race: Race) -> None:
    """Let the first who came win, after the others have given up."""
    first, *others = race.heats[-1].runs
    by_id = {person.id: person for person in town.people}
    for run in others:
        town.give_up(by_id[run.player_id], sessions.get(town.connection, run.session_id))
    ended = town.win(by_id[first.player_id], sessions.get(town.connection, first.session_id))
    races.settle(town.connection, race.code, ended + WAIT_MS)


def keep_ready(town: Town) -> None:
    """Put proved deals where races and tournaments take theirs."""
    for variant in town.lines:
        for deal in town.deals([variant], Use.MATCH):
            stock.add_for_race(town.connection, Shelf.for_races(variant), deal)


def put_away(town: Town) -> None:
    """Take away what is kept ready but played in an event under way: nobody can begin on such a deal, in any game."""
    for variant in town.lines:
        shelf = Shelf.for_races(variant)
        kept = list(iter(partial(stock.take_for_race, town.connection, shelf), None))
        for deal in kept:
            if not is_open(town.connection, shuffled(deal), town.now):
                stock.add_for_race(town.connection, shelf, deal)


def hold_tournaments(town: Town) -> None:
    """Let a tournament be over, one be under way, and one be announced."""
    over = _tournament(town, "The autumn joust", town.ago(9), 2)
    for person in town.people:
        _play_in(town, over, person, over.terms.deals, over.opens_at + HOUR_MS)
    _settle(town, over.code, over.closes_at + SETTLING_MS)
    going_on = _tournament(town, "Siege of the week", town.ago(1), 3)
    for person in town.people[:-1]:
        _play_in(town, going_on, person, town.random.randint(1, going_on.terms.deals), town.ago(0.5))
    guest = Visit(new_id(town.now))
    tournaments.join(town.connection, going_on.code, guest, tournaments.JoinRequest("Passer-by"), town.now)
    coming = TournamentTerms(
        "Tea-time arena", Form.ARENA, _variants("stonewall"), 8, 20 * 60 * SECOND_MS, False, False, True
    )
    tournaments.make(town.connection, town.people[1].visit, coming, town.now + 2 * HOUR_MS, town.now)


def _variants(*slugs: str) -> tuple[Variant, ...]:
    return tuple(next(iter(find(slug).variants({}))) for slug in slugs)


def _tournament(town: Town, name: str, opens_at: int, days: int) -> Tournament:
    variants = _variants("stalactites", "fortress")
    terms = TournamentTerms(name, Form.DEALS, variants, 3, days * DAY_MS, one_try=True, blind=False, bots=False)
    made = tournaments.make(town.connection, town.people[0].visit, terms, opens_at, opens_at - HOUR_MS)
    for person in town.people:
        mine = groups.of_player(town.connection, person.id)
        entry = tournaments.JoinRequest(group=mine[0].code if mine else "")
        tournaments.join(town.connection, made.code, person.visit, entry, opens_at - HOUR_MS // 2)
    _settle(town, made.code, opens_at)
    return tournaments.look(town.connection, made.code)


def _play_in(town: Town, tournament: Tournament, person: Person, deals: int, now: int) -> None:
    for _ in range(deals):
        now = SECOND_MS + town.play_as_skilled(
            person, tournament_games.play(town.connection, tournament.code, person.id, now)
        )


def _settle(town: Town, code: str, now: int) -> None:
    while tournament_rounds.settle(town.connection, code, now):
        pass
