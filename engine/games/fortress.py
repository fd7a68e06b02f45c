"""Fortress: ten open columns in two wings, built up or down in suit."""

from engine.rules import Build, Dealing, Foundation, Game, Lift, Rules, Space

GAME = Game(
    slug="fortress",
    name="Fortress",
    character="Two wings of five columns, built up or down in suit, around four foundations: patience for planners.",
    rules=Rules(
        dealing=Dealing.AS_IT_COMES,
        columns=(6, 6, 5, 5, 5, 5, 5, 5, 5, 5),
        face_down_rows=(),
        build=Build.UP_OR_DOWN_IN_SUIT,
        lift=Lift.TOP_CARD,
        space=Space.ANY_CARD,
        cells=0,
        reserve=0,
        foundation=Foundation.FROM_ACE_IN_SUIT,
    ),
    options=(),
)
