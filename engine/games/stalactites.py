"""Stalactites: no building except on the foundations, by ones or by twos, and two cells to help."""

from engine.rules import Build, Dealing, Foundation, Game, Lift, Option, Rules, Space

GAME = Game(
    slug="stalactites",
    name="Stalactites",
    character="No building at all: choose to count by ones or by twos, then take eight columns down through two cells.",
    rules=Rules(
        dealing=Dealing.AS_IT_COMES,
        columns=(6,) * 8,
        face_down_rows=(),
        build=Build.NONE,
        lift=Lift.TOP_CARD,
        space=Space.NOTHING,
        cells=2,
        reserve=0,
        foundation=Foundation.FROM_DEALT_CARD_BY_ONES,
    ),
    options=(
        Option(
            name="by",
            field="foundation",
            values={
                "ones": Foundation.FROM_DEALT_CARD_BY_ONES,
                "twos": Foundation.FROM_DEALT_CARD_BY_TWOS,
            },
            default=None,
        ),
    ),
)
