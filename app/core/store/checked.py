"""A database that runs a check before every transaction."""

from functools import wraps

from sqlalchemy import Connection

from app.core.store.database import Database, P, T, Transaction


class CheckedDatabase(Database):
    """The doors of another database, with a check before every transaction. Its owner opens and closes the other
    database.

    The check and the transaction see the same state of the database. If the check raises, the transaction does not run.
    """

    def __init__(self, database: Database, check: Transaction[[], None]) -> None:
        self._database = database
        self._check = check
        self.commits = database.commits

    async def start(self) -> None:
        """Do nothing: the owner of the other database starts it."""

    def hurry(self) -> None:
        """Do nothing: the owner of the other database hurries it."""

    async def close(self) -> None:
        """Do nothing: the owner of the other database closes it."""

    async def write(self, transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run the check and the transaction; see `Database.write`."""
        return await self._database.write(self._after_check(transaction), *args, **kwargs)

    async def read(self, transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run the check and the transaction; see `Database.read`."""
        return await self._database.read(self._after_check(transaction), *args, **kwargs)

    async def study(self, transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run the check and the transaction; see `Database.study`."""
        return await self._database.study(self._after_check(transaction), *args, **kwargs)

    def _after_check(self, transaction: Transaction[P, T]) -> Transaction[P, T]:
        @wraps(transaction)
        def checked(connection: Connection, /, *args: P.args, **kwargs: P.kwargs) -> T:
            self._check(connection)
            return transaction(connection, *args, **kwargs)

        return checked
