"""The measurements of Six by Four."""

from engine.measured.figures import Bands, Beginner, Chance, Count, Figures, Measured, Plan, Weights

_WEIGHTS = Weights(lacking=4, as_dealt=2, buried=2, space=4, free_cell=2, offset=100)

MEASURED = Measured(
    as_pysolfc=True,
    place=3,
    chances=(Chance(3e-06, "About 3 deals in a million can be won"),),
    source=(
        "Of 21 million random deals without cells, a program that tries everything could win 64. So a new "
        "deal without cells is as good as lost before you begin. With four cells a program won 77 deals in "
        "100, of a hundred thousand."
    ),
    variants=(
        Figures(
            options={"cells": "none"},
            plan=Plan(exact=_WEIGHTS, greedy=_WEIGHTS, alike=_WEIGHTS, alike_share=1),
            bands=Bands(92, 468),
            count=Count(34, 9_999_966, 0, "rampart winnability six-by-four --option cells=none --deals 1-10000000"),
            beginner=Beginner(274, 188, 40, 400, "python -m bench.beginners six-by-four cells=none"),
        ),
        Figures(
            options={"cells": "four"},
            plan=Plan(exact=_WEIGHTS, greedy=_WEIGHTS, alike=_WEIGHTS, alike_share=1),
            bands=Bands(630, 2030),
            count=Count(
                76_648,
                23_328,
                24,
                "rampart winnability six-by-four --option cells=four --deals 1-100000 --time-limit 5",
            ),
            beginner=Beginner(64, 21, 0, 240, "python -m bench.beginners six-by-four cells=four"),
        ),
    ),
)
