"""The measurements of Stronghold."""

from engine.measured.figures import Bands, Beginner, Chance, Count, Figures, Measured, Plan, Weights

_WEIGHTS = Weights(lacking=4, as_dealt=2, buried=2, space=4, free_cell=2, offset=100)

MEASURED = Measured(
    as_pysolfc=True,
    place=2,
    chances=(
        Chance(0.51, "About 51 deals in 100 can be won; with one cell, 97"),
        Chance(0.97, "With one cell, about 97 deals in 100 can be won"),
    ),
    source=(
        "Both figures are published ones for a program that makes no mistakes (for the game without a cell "
        "under its other name, Streets and Alleys). A hundred thousand deals of ours agree. Many winnable "
        "deals have only a narrow way through."
    ),
    variants=(
        Figures(
            options={"cell": "none"},
            plan=Plan(exact=_WEIGHTS, greedy=_WEIGHTS._replace(as_dealt=4), alike=_WEIGHTS, alike_share=1),
            bands=Bands(890, 4420),
            count=Count(
                51_389, 48_565, 46, "rampart winnability stronghold --option cell=none --deals 1-100000 --time-limit 5"
            ),
            beginner=Beginner(31, 2, 0, 240, "python -m bench.beginners stronghold cell=none"),
        ),
        Figures(
            options={"cell": "one"},
            plan=Plan(exact=_WEIGHTS, greedy=_WEIGHTS._replace(as_dealt=4), alike=_WEIGHTS, alike_share=8),
            bands=Bands(530, 1080),
            count=Count(
                97_414, 2_583, 3, "rampart winnability stronghold --option cell=one --deals 1-100000 --time-limit 5"
            ),
            beginner=Beginner(41, 10, 0, 240, "python -m bench.beginners stronghold cell=one"),
        ),
    ),
)
