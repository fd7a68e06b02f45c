"""Measurements of speed: `python -m bench`. The application imports nothing from here."""

import app.site.features  # noqa: F401 - puts the house together, for servers of benchmarks as well
