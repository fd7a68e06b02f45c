"""Stonewall: half the wall is face down, and sixteen reserve cards are always at hand."""

from engine.rules import Build, Dealing, Foundation, Game, Lift, Rules, Space

GAME = Game(
    slug="stonewall",
    name="Stonewall",
    character="Half the wall is face down; sixteen reserve cards are your tools to take it apart.",
    rules=Rules(
        dealing=Dealing.AS_IT_COMES,
        columns=(6,) * 6,
        face_down_rows=(0, 2, 4),
        build=Build.DOWN_IN_ALTERNATE_COLOURS,
        lift=Lift.PACKED_SEQUENCE,
        space=Space.ANY_CARD,
        cells=0,
        reserve=16,
        foundation=Foundation.FROM_ACE_IN_SUIT,
    ),
    options=(),
)
