"""`rampart data`: write the finished games of a month, for anybody to study."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from app.core.store.database import StoreUnavailable
from app.core.store.opening import open_database
from app.core.words import numbered
from app.features.open_data.data_files import FileDigest
from app.features.open_data.publishing import write_month
from app.features.open_data.values import Month
from app.site.commands.console import BadInput, Failure, Parser, answer
from app.site.commands.database import OPERATOR_SECONDS, current_database, unusable

_NO_REST = 0.0


def run(arguments: Sequence[str]) -> int:
    """Write the games of a month into a file."""
    parser = Parser(
        prog="rampart data",
        description="Write the finished games of a month into a file, a line of JSON for each, compressed with "
        "Zstandard: without names or addresses, and without the games of players who opted out. docs/data.md "
        "describes the lines. A server publishes such files by itself if RAMPART_DATA_FOLDER names a folder. This "
        "command writes any month, even one from before you told players that you may publish their games. Tell them "
        "first. It overwrites nothing, and servers may keep running.",
        epilog="Example: rampart data --month 2026-10 --output october.ndjson.zst",
    )
    parser.add_argument("--month", metavar="YYYY-MM", required=True, help="the month, in UTC")
    parser.add_argument("--output", metavar="FILE", required=True, help="the file to write")
    read = parser.read(arguments)
    month, target = _month(read.month), Path(read.output).absolute()
    if target.exists():
        raise BadInput(f"{read.output} already exists.")
    url = current_database()
    try:
        contents = asyncio.run(_write(url, month, target))
    except FileExistsError:
        raise BadInput(f"{read.output} already exists.") from None
    except OSError as refused:
        raise Failure(f"Cannot write {read.output}: {refused.strerror}.") from None
    except StoreUnavailable as error:
        raise unusable(url, error) from None
    games = numbered(contents.games, "{count} game", "{count} games")
    answer(f"{read.output}: {games}, {contents.size:,} bytes, SHA-256 {contents.digest}")
    return 0


def _month(text: str) -> Month:
    try:
        month = Month.read(text)
    except ValueError as invalid:
        raise BadInput(f"--month: {invalid}") from None
    if month >= Month.of(datetime.now(UTC).date()):
        raise BadInput("--month must be a month that is over.")
    return month


async def _write(url: str, month: Month, target: Path) -> FileDigest:
    async with (
        open_database(url, OPERATOR_SECONDS) as database,
        write_month(database, month, target, _NO_REST) as (made, contents),
    ):
        made.put(target)
        return contents
