"""Where Rampart lies: in a checkout, or where pip has installed it.

A checkout keeps its templates, static files and migrations beside `app`, and its data in `var`. An installed Rampart
has them within `app`, and its data where the system keeps those of its user.
"""

from pathlib import Path

from platformdirs import user_data_path

HOME = Path(__file__).resolve().parent.parent
"""The folder in which `app` and `engine` lie."""
_PACKED = Path(__file__).with_name("packed")

PARTS = _PACKED if _PACKED.is_dir() else HOME
"""The folder with `templates`, `static` and `migrations`."""


def data_folder() -> Path:
    """Return the folder for the database, unless a setting names another."""
    return user_data_path("rampart") if PARTS == _PACKED else HOME / "var"
