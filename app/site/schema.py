"""Every table, so that `metadata` knows them all. A change to a table also needs a migration; a test compares the two.

The tables are in the modules of the application that are called `tables`, or stand in a package of that name. Times are
whole milliseconds since the beginning of 1970 in UTC.
"""

from importlib import import_module
from pathlib import Path

from app.core.store.metadata import metadata

__all__ = ["metadata"]

_APPLICATION = Path(__file__).parent.parent

for _file in sorted((*_APPLICATION.rglob("tables.py"), *_APPLICATION.rglob("tables/[!_]*.py"))):
    import_module(".".join((_APPLICATION.name, *_file.relative_to(_APPLICATION).with_suffix("").parts)))
