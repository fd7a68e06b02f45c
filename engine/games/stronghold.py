"""Stronghold: eight open columns, built down in any suit, one card at a time."""

from engine.rules import Build, Dealing, Foundation, Game, Lift, Option, Rules, Space

GAME = Game(
    slug="stronghold",
    name="Stronghold",
    character="Everything lies open and any suit builds on any other, but only one card moves at a time.",
    rules=Rules(
        dealing=Dealing.AS_IT_COMES,
        columns=(7, 7, 7, 7, 6, 6, 6, 6),
        face_down_rows=(),
        build=Build.DOWN_IN_ANY_SUIT,
        lift=Lift.TOP_CARD,
        space=Space.ANY_CARD,
        cells=0,
        reserve=0,
        foundation=Foundation.FROM_ACE_IN_SUIT,
    ),
    options=(Option(name="cell", field="cells", values={"none": 0, "one": 1}, default="none"),),
)
