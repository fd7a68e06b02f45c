"""Heavy reads wait for one another and for nobody else, and are turned away where too many of them wait."""

import asyncio
from threading import Event

from sqlalchemy import Connection

from app.core.bounds import WAITING_STUDIES
from app.core.store.database import Crowded, Database
from app.core.store.opening import open_database

SECONDS = 5


class Held:
    """Works that last until the test releases them."""

    def __init__(self) -> None:
        self.go = Event()
        self.begun = 0

    def __call__(self, _: Connection) -> str:
        self.begun += 1
        self.go.wait(SECONDS)
        return "done"


async def begin(database: Database, held: Held, count: int) -> list["asyncio.Task[str]"]:
    asked = [asyncio.create_task(database.study(held)) for _ in range(count)]
    while not held.begun:
        await asyncio.sleep(0)
    return asked


def test_nobody_waits_behind_a_heavy_read_but_other_heavy_reads(url: str) -> None:
    async def told() -> None:
        async with open_database(url) as database:
            held = Held()
            asked = await begin(database, held, 6)
            assert await database.read(lambda _: "a table") == "a table"
            assert await database.write(lambda _: "a move") == "a move"
            assert not any(one.done() for one in asked)
            held.go.set()
            assert await asyncio.gather(*asked) == ["done"] * 6

    asyncio.run(told())


def test_of_too_many_heavy_reads_those_that_come_last_are_turned_away(url: str) -> None:
    async def told() -> None:
        async with open_database(url) as database:
            held = Held()
            asked = await begin(database, held, 1)
            asked += [asyncio.create_task(database.study(held)) for _ in range(WAITING_STUDIES + 8)]
            done, _ = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
            assert all(isinstance(one.exception(), Crowded) for one in done)
            held.go.set()
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert WAITING_STUDIES <= answers.count("done") <= WAITING_STUDIES + 3

    asyncio.run(told())
