"""Deals of lost games, judged where nobody asked: each once, none that is withheld, and kept for good."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from sqlalchemy import Connection

from app.core.refusals import Withheld
from app.core.store.database import Database
from app.core.store.opening import open_database
from app.features.archive.service import statistics
from app.play.rows import questions as answers
from app.play.rows import sessions
from app.play.service import judging, questions
from app.play.solving import worker
from app.play.solving.jobs import ATTEMPTS
from app.play.solving.worker import Worker
from app.play.values.question import Kept
from engine.asking import Judgement, Verdict
from engine.deals import shuffled
from engine.games import variant_of
from engine.position import deal, snapshot
from engine.record import Status
from tests.app.play.desk import SetSolver, place
from tests.app.play.solving.test_worker import settings
from tests.databases import ON_SQLITE
from tests.engine.variants import rules_of
from tests.rows import PLAYER, SESSION, begin

NOW = 1_800_000_000_000
FORTRESS = variant_of("fortress", "")
LOST = Judgement(Verdict.UNWINNABLE)
Story = Callable[["Office"], Coroutine[Any, Any, None]]


class Office:
    """A database with lost games on it, and workers that have nothing else to do."""

    def __init__(self, database: Database, url: str) -> None:
        self.database = database
        self.solver = SetSolver(lambda _: LOST)
        self.worker = Worker(database, settings(url))
        self.other = Worker(database, settings(url))

    async def lose(self, *numbers: int, at: int = NOW) -> None:
        """Store games that were given up, one on each deal."""

        def work(connection: Connection) -> None:
            for number in numbers:
                name = f"game-{at % 1000:03}-{number:07}"
                deck = shuffled(number)
                lost = SESSION._replace(id=name, variant=FORTRESS, deck=deck, position=deal(FORTRESS.rules, deck))
                sessions.add(connection, lost._replace(status=Status.GIVEN_UP, steps=5, changed_at=at))

        await self.database.write(work)

    async def judge(self, *workers: Worker) -> list[str]:
        """Run workers until there is nothing to judge; return the positions they asked about."""

        async def work(one: Worker) -> None:
            while await one._judge_lost_games(self.solver):
                pass
            one._lost_games_at = 0

        await asyncio.gather(*(work(one) for one in workers or (self.worker,)))
        return [place(asked) for asked in self.solver.asked]

    async def unwinnable(self) -> int:
        """Count the player's games that statistics set apart."""
        shown = await self.database.read(statistics.of_player, PLAYER.id, NOW)
        return sum(tally.unwinnable for tally in shown.tallies)


def tell(url: str, monkeypatch: pytest.MonkeyPatch, story: Story) -> None:
    """Run a test's story, long after its events."""

    async def told() -> None:
        async with open_database(url) as database:
            await database.write(begin)
            await asyncio.wait_for(story(Office(database, url)), 120)

    monkeypatch.setattr(worker, "now_ms", lambda: NOW + 3_600_000)
    asyncio.run(told())


def dealt(*numbers: int) -> list[str]:
    rules = rules_of("fortress")
    return [snapshot(rules, deal(rules, shuffled(number))) for number in numbers]


def test_every_lost_deal_is_judged_once_and_set_apart(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "A_PAGE", 2)

    async def story(office: Office) -> None:
        await office.lose(1, 2, 3, 4, 5)
        await office.lose(1, 2, at=NOW + 1)
        assert await office.unwinnable() == 0
        assert sorted(await office.judge()) == sorted(dealt(1, 2, 3, 4, 5))
        assert await office.unwinnable() == 7
        await office.lose(2, 6, at=NOW + 2)
        assert (await office.judge())[5:] == dealt(6)

    tell(url, monkeypatch, story)


def test_workers_side_by_side_judge_nothing_twice(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(office: Office) -> None:
        await office.lose(*range(1, 13))
        asked = await office.judge(office.worker, office.other)
        asked = await office.judge(office.worker, office.other)
        assert sorted(asked) == sorted(dealt(*range(1, 13)))

    tell(url, monkeypatch, story)


@ON_SQLITE
def test_a_verdict_outlives_the_answer_and_an_answer_is_not_asked_for_again(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(office: Office) -> None:
        await office.lose(1, 2)
        key = judging.deal_key(FORTRESS, shuffled(1))
        await office.database.write(answers.store_answer, key, Kept.of(LOST), NOW)
        assert await office.judge() == dealt(2)
        await office.database.write(questions.forget_unused, 0)
        assert await office.unwinnable() == 2

    tell(url, monkeypatch, story)


@ON_SQLITE
def test_a_deal_that_is_withheld_is_not_judged_before_its_event_is_over(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def withhold(*_: object) -> None:
        raise Withheld("It is being played.")

    async def story(office: Office) -> None:
        await office.lose(1)
        with monkeypatch.context() as during:
            during.setattr(judging, "check_help_with", withhold)
            assert not await office.judge()
            assert await office.unwinnable() == 0
        assert not await office.judge(), "it is not asked after at once"
        monkeypatch.setattr(worker, "now_ms", lambda: NOW + 3_600_000 + judging.WITHHELD_MS)
        assert await office.judge() == dealt(1)

    tell(url, monkeypatch, story)


@ON_SQLITE
def test_a_deal_may_be_withheld_for_longer_than_solvers_may_die_over_it(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def withhold(*_: object) -> None:
        raise Withheld("It is being played.")

    hours = ATTEMPTS + 2

    async def story(office: Office) -> None:
        await office.lose(1)
        with monkeypatch.context() as during:
            during.setattr(judging, "check_help_with", withhold)
            for hour in range(hours):
                during.setattr(worker, "now_ms", lambda hour=hour: NOW + 3_600_000 + hour * judging.WITHHELD_MS)
                assert not await office.judge()
        monkeypatch.setattr(worker, "now_ms", lambda: NOW + 3_600_000 + hours * judging.WITHHELD_MS)
        assert await office.judge() == dealt(1)

    tell(url, monkeypatch, story)


@ON_SQLITE
def test_no_more_deals_are_judged_in_a_day_than_is_said(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "DEALS_JUDGED_A_DAY", 2)

    async def story(office: Office) -> None:
        await office.lose(1, 2, 3)
        assert len(await office.judge()) == 2
        monkeypatch.setattr(worker, "now_ms", lambda: NOW + 3_600_000 + judging.DAY_MS + 1)
        assert len(await office.judge()) == 3

    tell(url, monkeypatch, story)


@ON_SQLITE
def test_a_game_that_has_only_just_been_given_up_is_waited_for(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(office: Office) -> None:
        await office.lose(1, at=NOW + 3_600_000)
        assert not await office.judge()
        await office.lose(2, at=NOW + 3_600_000 - 1)
        monkeypatch.setattr(worker, "now_ms", lambda: NOW + 3_600_000 + judging.LAG_MS + 1)
        assert sorted(await office.judge()) == sorted(dealt(1, 2))

    tell(url, monkeypatch, story)
