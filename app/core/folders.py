"""Where Rampart's files are: in a checkout, or where pip installed them.

A checkout keeps its templates, static files and migrations next to `app`, and its data in `var`. An installed Rampart
keeps them in `app/packed`, and its data in the data folder of the user who runs it.
"""

from pathlib import Path

from platformdirs import user_data_path

HOME = Path(__file__).resolve().parents[2]
"""The folder that holds `app` and `engine`."""
_PACKED = HOME / "app" / "packed"

PARTS = _PACKED if _PACKED.is_dir() else HOME
"""The folder with `templates`, `static` and `migrations`."""


def data_folder() -> Path:
    """Return the default folder of the database."""
    return user_data_path("rampart") if PARTS == _PACKED else HOME / "var"
