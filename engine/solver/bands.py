"""How hard a winnable deal is: three bands, by the positions that the search looked at before it found a way."""

from engine.rules import Build, Rules

BANDS = ("gentle", "steady", "stern")

LIMITS = {
    (Build.DOWN_IN_ALTERNATE_COLOURS, 0): (230, 2000),
    (Build.DOWN_IN_ALTERNATE_COLOURS, 4): (510, 2600),
    (Build.DOWN_IN_ANY_SUIT, 0): (950, 4150),
    (Build.DOWN_IN_ANY_SUIT, 1): (390, 1090),
    (Build.UP_OR_DOWN_IN_SUIT, 0): (95, 160),
    (Build.NONE, 2): (35, 100),
}
"""The fewest positions of the second band and of the third, by the game's build and cells: thirds of 240 winnable
deals, of Stonewall where two games share them."""
_USUAL = (100, 1000)


def band(rules: Rules, nodes: int) -> str:
    """Give the band of a deal whose search looked at so many positions."""
    steady, stern = LIMITS.get((rules.build, rules.cells), _USUAL)
    return BANDS[0] if nodes < steady else BANDS[1] if nodes < stern else BANDS[2]
