"""How hard a winnable deal is: three bands, by the positions that the search looked at before it found a way."""

from engine.rules import Build, Rules

BANDS = ("gentle", "steady", "stern")

LIMITS = {
    (Build.DOWN_IN_ALTERNATE_COLOURS, 0, 16): (320, 1220),
    (Build.DOWN_IN_ALTERNATE_COLOURS, 0, 0): (92, 468),
    (Build.DOWN_IN_ALTERNATE_COLOURS, 4, 0): (630, 2030),
    (Build.DOWN_IN_ANY_SUIT, 0, 0): (890, 4420),
    (Build.DOWN_IN_ANY_SUIT, 1, 0): (530, 1080),
    (Build.UP_OR_DOWN_IN_SUIT, 0, 0): (82, 160),
    (Build.NONE, 2, 0): (36, 105),
}
"""The fewest positions of the second band and of the third, by the game's build, cells and reserve: thirds of 240
winnable deals, of Six by Four without cells of 426."""
_USUAL = (100, 1000)


def band(rules: Rules, nodes: int) -> str:
    """Return the band of a deal whose search looked at so many positions."""
    steady, stern = LIMITS.get((rules.build, rules.cells, rules.reserve), _USUAL)
    return BANDS[0] if nodes < steady else BANDS[1] if nodes < stern else BANDS[2]
