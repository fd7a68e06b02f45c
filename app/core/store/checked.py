"""A database that runs a check before every work."""

from functools import wraps

from sqlalchemy import Connection

from app.core.store.database import Database, T, Work


class CheckedDatabase(Database):
    """The doors of another database, with a check before every work. Its owner opens and closes the other database.

    The check and the work see the same state of the database. If the check raises, the work does not run.
    """

    def __init__(self, database: Database, check: Work[None]) -> None:
        self._database = database
        self._check = check
        self.commits = database.commits

    async def start(self) -> None:
        """Do nothing: the owner of the other database starts it."""

    def hurry(self) -> None:
        """Do nothing: the owner of the other database hurries it."""

    async def close(self) -> None:
        """Do nothing: the owner of the other database closes it."""

    async def write(self, work: Work[T]) -> T:
        """Run the check and the work; see `Database.write`."""
        return await self._database.write(self._after_check(work))

    async def read(self, work: Work[T]) -> T:
        """Run the check and the work; see `Database.read`."""
        return await self._database.read(self._after_check(work))

    async def study(self, work: Work[T]) -> T:
        """Run the check and the work; see `Database.study`."""
        return await self._database.study(self._after_check(work))

    def _after_check(self, work: Work[T]) -> Work[T]:
        @wraps(work)
        def checked(connection: Connection) -> T:
            self._check(connection)
            return work(connection)

        return checked
