"""Makes the demo: a site where everything has happened that a page can show, by the services that players use."""

from dataclasses import dataclass
from datetime import timedelta
from random import Random

from sqlalchemy import Connection

from app.core.clock import today
from app.features.deals.service import challenges
from app.features.friends.service import friends, groups
from app.features.invitations import service as invitations
from app.features.invitations.values import InvitationTerms
from app.features.moderation.service import reports
from app.features.moderation.values import Reason
from app.features.profiles import service as profiles
from app.features.profiles.values import ProfilePart
from app.features.puzzles.service import days, lessons, puzzle_runs, puzzles, tasks
from app.features.puzzles.values.event import InLesson
from app.features.puzzles.values.puzzle import RunKind, Vote
from app.features.puzzles.values.task import TaskOutcome
from app.features.reminders import service as reminders
from app.features.reminders.values import PushAddress
from app.features.study.service import advice, review
from app.people.service import accounts, tokens
from app.people.token import Scope, draw_token, token_digest
from app.play.service import company, replays, sessions, shipped
from app.play.values.session import Session
from engine.deals import shuffled
from engine.games import GAMES, find
from engine.rules import Variant
from tests.demo.events import hold_dailies, hold_races, hold_tournaments, keep_ready, put_away
from tests.demo.people import DAY_MS, SECOND_MS, Person, Town, Use, known_lines, settle_in

YEAR = 365


@dataclass(frozen=True, slots=True)
class Size:
    """How much happens in the demo."""

    games_of_ada: int
    games_of_others: int
    dailies: int
    """For how many days there have been dailies."""
    puzzles: int
    """How many puzzles of each game everybody has tried."""


FULL, SMALL = Size(60, 4, 21, 4), Size(3, 1, 2, 2)


def make(connection: Connection, password: str, seed: int, now: int, size: Size = FULL) -> Town:
    """Fill a new database, for the same seed with the same people who play the same games.

    `password` is the hash of the password that everybody has. Only ids, codes and links differ from one demo to the
    next, because nobody may be able to guess them.
    """
    random = Random(seed)
    people = settle_in(connection, password, now - (YEAR + len(GAMES)) * DAY_MS - DAY_MS, random)
    town = Town(connection, people, known_lines(), random, now)
    _gather(town)
    _play_for_a_year(town, size)
    hold_dailies(town, size.dailies)
    keep_ready(town)
    hold_tournaments(town)
    hold_races(town)
    put_away(town)
    _solve_puzzles(town, size.puzzles)
    _learn(town)
    _look_after_accounts(town)
    return town


def _gather(town: Town) -> None:
    """Make friends and groups."""
    ada, bertram, chiara, dmitri, *others = town.people
    then = town.ago(YEAR - len(town.people))
    friends.open_link(town.connection, ada.visit, then)
    link = friends.circle(town.connection, ada.id, town.now).token
    assert link
    for person in (bertram, chiara):
        friends.accept_link(town.connection, person.visit, link, then)
    castle = groups.make(town.connection, ada.visit, "The castle", then)
    for person in (bertram, chiara, dmitri):
        groups.join(town.connection, person.visit, castle.code, then)
    tavern = groups.make(town.connection, others[0].visit, "The tavern", then)
    for person in others[1:]:
        groups.join(town.connection, person.visit, tavern.code, then)
    friends.ask(town.connection, dmitri.visit, castle.code, ada.name, town.ago(1))


def _play_for_a_year(town: Town, size: Size) -> None:
    """Let everybody play ordinary games, and Ada show some of hers to others."""
    for person in town.people:
        games = size.games_of_ada if person is town.people[0] else size.games_of_others
        for nth in range(games):
            variant = town.random.choice(list(town.lines))
            town.play_as_skilled(person, _begun(town, person, variant, town.ago(YEAR - 20 - (YEAR - 21) * nth / games)))
    ada = town.people[0]
    won = _begun(town, ada, find("stonewall").settle({}), town.ago(0.5))
    town.win(ada, won)
    replays.share(town.connection, won.id, ada.id, town.ago(0.4))
    token = challenges.make(town.connection, won.id, ada.id, town.ago(0.4))
    review.begin(town.connection, won.id, ada.id, town.now)
    left = _begun(town, ada, find("fortress").settle({}), town.ago(0.2))
    town.begin(ada, left)
    seen = sessions.own(town.connection, left.id, ada.id).seq
    advice.hint(town.connection, left.id, ada.id, seen, advice.Sight.ALL, 0, town.now)
    for purpose in company.Purpose:
        company.invite(town.connection, left.id, ada.id, purpose, town.now)
    its = (f"/sessions/{won.id}/replay", f"/sessions/{won.id}/review", f"/sessions/{left.id}/advice")
    town.links.extend((f"/challenges/{token}", *its, f"/sessions/{left.id}/company"))


def _begun(town: Town, person: Person, variant: Variant, now: int) -> Session:
    deal = town.random.choice(town.deals([variant], Use.ALONE))
    return sessions.start(town.connection, person.id, variant, deal, shuffled(deal), now)


def _solve_puzzles(town: Town, many: int) -> None:
    """Let everybody try puzzles, and Ada have one on the table and a run under way."""
    variants = [variant for variant in town.lines if shipped.shipped_ids(variant)]
    for person in town.people:
        for variant in variants:
            for nth, puzzle_id in enumerate(town.random.sample(shipped.shipped_ids(variant), k=many)):
                now = town.ago(30 - nth)
                puzzle = tasks.find(town.connection, puzzle_id)
                puzzles.begin(town.connection, person.id, puzzle, now)
                outcome = TaskOutcome.SOLVED if town.random.random() < person.skill else TaskOutcome.LOST
                puzzles.count(town.connection, person.id, puzzle, outcome, None, now + 30 * SECOND_MS)
                puzzles.vote(town.connection, person.id, puzzle_id, town.random.choice(list(Vote)), now)
    for back in (1, 2, 3):
        days.note(town.connection, town.people[0].id, today(town.now - back * days.DAY_MS))
    ada, puzzle = town.people[0], tasks.find(town.connection, shipped.shipped_ids(variants[0])[-1])
    begins = puzzles.opening(puzzle, town.now)
    puzzles.start(town.connection, ada.id, puzzle, begins, town.now)
    for kind in RunKind:
        run = puzzle_runs.plan(ada.id, kind, None, town.now)
        puzzle_runs.begin(town.connection, run)
        town.links.append(f"/puzzles/runs/{run.id}")


def _learn(town: Town) -> None:
    """Let Ada have done the first lesson of every game."""
    for game in GAMES.values():
        lessons.note_done(town.connection, town.people[0].id, InLesson(game, 1), town.ago(300))


def _look_after_accounts(town: Town) -> None:
    """Invite a club, let Ada have a token, a public page and a reminder, make somebody a bot, and report a name."""
    terms = InvitationTerms(30, today(town.now) + timedelta(14), "The Tuesday club")
    town.links.append(f"/invitations/{invitations.make(town.connection, terms, town.now)[1]}")
    ada, bertram, *_, last = town.people
    digest = token_digest(draw_token())
    assert digest
    wish = tokens.TokenRequest("A program that plays", frozenset({Scope.PLAY, Scope.READ}), 30)
    tokens.make(town.connection, accounts.own(town.connection, ada.visit), wish, digest, town.ago(3))
    profiles.choose(town.connection, ada.visit, list(ProfilePart))
    profiles.choose(town.connection, bertram.visit, [ProfilePart.STREAK, ProfilePart.RATINGS])
    nowhere = PushAddress("https://push.rampart.invalid/ada", "", "")
    reminders.ask(town.connection, ada.id, nowhere, 18, "Europe/London", town.ago(2))
    reports.report(town.connection, bertram.visit, last.name, Reason.PRETENDS, town.ago(1))
