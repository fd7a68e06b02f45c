"""Six by Four: six tall columns, whole sequences move, and only a King fills a space."""

from engine.rules import Build, Dealing, Foundation, Game, Lift, Option, Rules, Space

GAME = Game(
    slug="six-by-four",
    name="Six by Four",
    character="Six tall columns and spaces for Kings alone: the hardest game here, but kinder with four cells.",
    rules=Rules(
        dealing=Dealing.AS_IT_COMES,
        columns=(9, 9, 9, 9, 8, 8),
        face_down_rows=(),
        build=Build.DOWN_IN_ALTERNATE_COLOURS,
        lift=Lift.PACKED_SEQUENCE,
        space=Space.KING,
        cells=0,
        reserve=0,
        foundation=Foundation.FROM_ACE_IN_SUIT,
    ),
    options=(Option(name="cells", field="cells", values={"none": 0, "four": 4}, default="none"),),
)
