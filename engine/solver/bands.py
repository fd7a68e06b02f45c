"""How hard a winnable deal is: three bands, by how many positions the search looked at before it found a win."""

from engine.measured import figures
from engine.rules import Rules

BANDS = ("gentle", "steady", "hard")


def band(rules: Rules, nodes: int) -> str:
    """Return the band of a deal whose search looked at `nodes` positions.

    In a game that nobody has measured, every deal is in the middle band.
    """
    known = figures(rules)
    if known is None:
        return BANDS[1]
    return BANDS[0] if nodes < known.bands.steady else BANDS[1] if nodes < known.bands.hard else BANDS[2]
