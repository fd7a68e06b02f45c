"""Every table, so that `metadata` knows them all. A change to a table also needs a migration; a test compares the two.

Times are whole milliseconds since the beginning of 1970 in UTC.
"""

from importlib import import_module
from pkgutil import walk_packages

import app.features
from app.core.store.metadata import metadata

__all__ = ["metadata"]

_BELOW = ("app.core.store.tables", "app.people.tables", "app.play.tables.games", "app.play.tables.solving")
_OF_FEATURES = (module.name for module in walk_packages(app.features.__path__, "app.features."))

for _module in (*_BELOW, *(name for name in _OF_FEATURES if name.split(".")[3:4] == ["tables"])):
    import_module(_module)
