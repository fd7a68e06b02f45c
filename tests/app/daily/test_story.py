"""How the field of a closed daily fared: nothing before it has closed, and no game that not everybody may watch."""

import asyncio
import re
from functools import partial, reduce
from html import unescape

import pytest

from app.core.refusals import Withheld
from app.core.settings import Settings
from app.core.store.database import Database
from app.core.store.opening import open_database
from app.features.daily.rows import stories
from app.features.daily.service import story as telling
from app.features.daily.storytelling import MOST_DEATHS, Storyteller
from app.features.daily.values.story import Story
from app.play.solving.processes import SolverDied
from app.play.solving.worker import Worker
from app.play.values.question import Kept, QuestionSubject
from engine.asking import Judgement, JudgePosition, VariantPosition, Verdict
from engine.games import find
from engine.moves import Move, apply, legal_moves
from engine.position import deal
from engine.solver import LEAST_MEMORY, Solver
from engine.solver.__main__ import answer
from tests.app.daily.conftest import (
    CLOSING,
    DAY,
    FORTRESS,
    MINUTE,
    Arrive,
    Challenger,
    Document,
    Host,
    arrive,
    clock,
    host,
)
from tests.app.daily.test_closing import field
from tests.app.play.desk import SetSolver, dies
from tests.closing import close_days
from tests.databases import plain_engine, transaction

IDLE = SetSolver(dies)
"""A solver that nobody asks."""

__all__ = ["arrive", "clock", "host"]

PAGE = f"/daily/{DAY}/fortress"
GAME = find("fortress")
LEASE_MS = 60_000
BEFORE_LOSING, LOSING = 4, Move.read("t6-t4")
"""After so many moves of the recorded win this one loses it."""


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(LEAST_MEMORY * 8)


class Teller:
    """Workers of a server that do nothing but tell stories."""

    def __init__(self, url: str, host: Host, solver: Solver) -> None:
        self._url = url
        self._host = host
        self._solver = solver
        self.asked: list[str] = []

    async def judge(self, _: object, about: QuestionSubject) -> Kept:
        """Judge a position as a solver does."""
        self.asked.append(about.at)
        placed = VariantPosition(about.variant.game.slug, dict(about.variant.options), about.at)
        judged = answer(self._solver, JudgePosition(placed, 60))
        assert isinstance(judged, Judgement)
        return Kept.of(judged)

    def tell(self, workers: int = 1) -> None:
        """Tell stories until none is due."""

        async def work(one: Storyteller) -> None:
            while await one.tell(None):  # type: ignore[arg-type]
                pass

        async def told() -> None:
            async with open_database(self._url) as database:
                await asyncio.gather(*(work(Storyteller(database, self.judge, LEASE_MS)) for _ in range(workers)))

        asyncio.run(told())

    def story(self) -> Story | None:
        """Return the story of the day's Fortress."""
        with plain_engine(self._url).begin() as connection:
            return stories.find(connection, DAY, GAME)


@pytest.fixture
def teller(database_url: str, host: Host, solver: Solver, monkeypatch: pytest.MonkeyPatch) -> Teller:
    monkeypatch.setattr("app.features.daily.storytelling.now_ms", lambda: host.clock.ms)
    return Teller(database_url, host, solver)


def lose(challenger: Challenger, further: int = 4, *, gives_up: bool = True) -> Document:
    """Make the losing move, and play on for a while."""
    moves = [*FORTRESS.line[:BEFORE_LOSING], LOSING]
    session = challenger.play(challenger.start(), moves)
    position = reduce(partial(apply, FORTRESS.rules), moves, deal(FORTRESS.rules, FORTRESS.deck))
    for _ in range(further):
        for move in legal_moves(FORTRESS.rules, position)[:1]:
            session, position = challenger.play(session, [move]), apply(FORTRESS.rules, position, move)
    return challenger.give_up(session) if gives_up else session


def close(host: Host) -> None:
    host.clock.ms = CLOSING + MINUTE
    assert host.close() == 1


def read(challenger: Challenger) -> str:
    answer = challenger.client.get(PAGE)
    assert answer.status_code == 200
    return unescape(answer.text)


def test_the_page_tells_where_the_win_was_lost_and_what_to_watch(host: Host, arrive: Arrive, teller: Teller) -> None:
    ada, ben, dora, guest, late = arrive("Ada"), arrive("Ben"), arrive("Dora"), arrive(""), arrive("")
    ada.win(FORTRESS)
    dora.win(FORTRESS, detours=3)
    lost = lose(ben)
    hidden = lose(guest, further=1, gives_up=False)
    late.play(late.start(), FORTRESS.line[:5])
    assert "The games" not in read(ada)
    close(host)
    assert "The solver will look at the games of this day soon." in read(ada)
    teller.tell()
    page = read(guest)
    assert "2 of 5 games were won. The shortest on the leaderboard took 95 steps, as many as the solver’s way." in page
    assert "In 2 games we know the move that lost them. Half of these were lost by step 5." in page
    assert "One game could still have been won where its player left it." in page
    assert "2 games were lost by this move." in page
    assert f'/replays/{lost["id"]}?step={BEFORE_LOSING}"' in page
    assert f'href="/replays/{hidden["id"]}"' not in page
    assert re.findall(r"\">(The [a-z ]+)</a>, by <bdi>(\w+)", page) == [
        ("The shortest ranked win", "Ada"),
        ("The win with the most undos", "Dora"),
        ("The most typical mistake", "Ben"),
    ]
    assert len(re.findall(r'<polyline class="mine" points="0.0,', page)) == 1
    assert 'class="mine"' not in read(arrive(""))
    for link in re.findall(r'href="(/replays/[^"]+)"', page):
        assert guest.client.get(link).status_code == 200


def test_few_verdicts_find_the_losing_move_of_a_game_and_none_is_asked_twice(
    host: Host, arrive: Arrive, teller: Teller
) -> None:
    lose(arrive("Ada"), further=12)
    lose(arrive("Ben"), further=12)
    close(host)
    teller.tell(workers=2)
    assert len(teller.asked) == len(set(teller.asked)) <= 8
    story = teller.story()
    assert story is not None
    assert [(loss.move, loss.games, loss.step) for loss in story.losses] == [(str(LOSING), 2, BEFORE_LOSING)]
    assert len(story.traces) == 2


def test_a_day_without_a_move_and_one_with_a_single_hidden_game_look_whole(
    host: Host, arrive: Arrive, teller: Teller
) -> None:
    guest, other = arrive(""), arrive("")
    other.start()
    close(host)
    teller.tell()
    assert "Nobody made a move in this daily." in read(guest)


def test_a_single_game_that_nobody_may_watch_is_not_told_by_its_move(
    host: Host, arrive: Arrive, teller: Teller
) -> None:
    guest, other = arrive(""), arrive("")
    session = lose(guest)
    close(host)
    teller.tell()
    page = read(other)
    assert "In one game we know the move that lost it" in page
    assert "Where the win was lost" not in page
    assert "/replays/" not in page
    assert guest.client.post(f"/sessions/{session['id']}/share").status_code == 303
    assert f'/replays/{session["id"]}?step={BEFORE_LOSING}"' in read(other)


def test_what_is_played_on_after_the_closing_is_no_part_of_the_story(
    host: Host, arrive: Arrive, teller: Teller
) -> None:
    guest = arrive("")
    session = guest.play(guest.start(), FORTRESS.line[:BEFORE_LOSING])
    close(host)
    guest.give_up(guest.play(session, [LOSING]))
    teller.tell()
    story = teller.story()
    assert story is not None
    assert (story.open, story.losses, [trace.steps for trace in story.traces]) == (1, (), [BEFORE_LOSING])


def test_a_telling_goes_on_where_a_process_died_and_a_deadly_position_stays_open(
    host: Host, arrive: Arrive, teller: Teller, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However slow the machine is, each turn comes to ask.
    monkeypatch.setattr("app.features.daily.storytelling.TURN_SECONDS", 60.0)
    lose(arrive("Ada"))
    close(host)
    died: list[str] = []

    async def brings_down(_: object, about: QuestionSubject) -> Kept:
        died.append(about.at)
        raise SolverDied("It is dead.")

    async def try_once(database: Database) -> None:
        with pytest.raises(SolverDied):
            await Storyteller(database, brings_down, LEASE_MS).tell(IDLE)
        assert not await Storyteller(database, brings_down, LEASE_MS).tell(IDLE)
        host.clock.ms += LEASE_MS + 1

    async def tried() -> None:
        async with open_database(database_url) as database:
            for _ in range(MOST_DEATHS):
                await try_once(database)

    asyncio.run(tried())
    teller.tell()
    assert len(set(died)) == 1
    assert died[0] not in teller.asked
    story = teller.story()
    assert story is not None
    assert story.is_complete
    assert story.losses == ()


def test_on_either_database_two_workers_tell_a_story_once(url: str) -> None:
    with transaction(url) as connection:
        winners = field(connection)[1::2]
        close_days(connection, CLOSING)
        # They won at the pace of a program.
        connection.exec_driver_sql("UPDATE attempt SET held = false")
    told: list[QuestionSubject] = []

    async def judge(_: object, about: QuestionSubject) -> Kept:
        told.append(about)
        return Kept.of(Judgement(Verdict.UNWINNABLE))

    async def work(database: Database) -> None:
        one = Storyteller(database, judge, LEASE_MS)
        while await one.tell(None):  # type: ignore[arg-type]
            pass

    async def tell() -> None:
        async with open_database(url) as database:
            await asyncio.gather(work(database), work(database))

    asyncio.run(tell())
    with transaction(url) as connection:
        story = stories.find(connection, DAY, GAME)
    assert story is not None
    assert story.is_complete
    assert sorted(trace.session for trace in story.traces) == sorted(winners)
    assert set(story.shortest) == set(winners)
    assert told == []


def test_an_idle_worker_tells_stories_among_its_other_work(
    host: Host, arrive: Arrive, teller: Teller, database_url: str, monkeypatch: pytest.MonkeyPatch, solver: Solver
) -> None:
    lose(arrive("Ada"))
    close(host)

    async def nothing(*_: object) -> bool:
        return False

    for idle in ("Prospector.seek", "Prospector.fill", "Worker._judge_lost_games"):
        monkeypatch.setattr(f"app.play.solving.worker.{idle}", nothing)

    async def look_around() -> list[bool]:
        async with open_database(database_url) as database:
            worker = Worker(database, Settings(database_url=database_url, redis_url=None, secret=b"s" * 32))
            asked = SetSolver(lambda question: answer(solver, question))
            return [await worker._look_around(asked) for _ in range(3)]

    busy = asyncio.run(look_around())
    assert busy[0]
    assert not busy[-1]
    story = teller.story()
    assert story is not None
    assert [loss.move for loss in story.losses] == [str(LOSING)]


def test_a_story_waits_while_its_deal_is_withheld(
    host: Host, arrive: Arrive, teller: Teller, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = arrive("Ada")
    lose(ada)
    close(host)
    with monkeypatch.context() as withheld:
        withheld.setattr(telling, "check_help_with", _withhold)
        teller.tell()
        assert teller.asked == []
    host.clock.ms += telling.WITHHELD_MS
    teller.tell()
    assert "Where the win was lost" in read(ada)


def _withhold(*_: object) -> None:
    raise Withheld("Not now.")


def test_a_field_of_many_games_is_drawn_calmly(host: Host, arrive: Arrive, teller: Teller, database_url: str) -> None:
    lose(arrive("Ada"))
    close(host)
    teller.tell()
    story = teller.story()
    assert story is not None
    many = Story(games=10_000, left=(), traces=story.traces * 200, losses=story.losses)
    with plain_engine(database_url).begin() as connection:
        connection.exec_driver_sql("UPDATE story SET due_at = 1")
        taken = stories.take(connection, 1, 2)
        assert taken is not None
        assert stories.keep(connection, taken, many, None)
    page = read(arrive(""))
    assert len(re.findall(r'<polyline class="lost"', page)) <= 41
    assert "The solver looked at 200 of the 10,000 first attempts" in page
    assert len(page) < 60_000
