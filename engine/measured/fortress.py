"""The measurements of Fortress."""

from engine.measured.figures import Bands, Beginner, Chance, Count, Figures, Measured, Plan, Weights

_WEIGHTS = Weights(lacking=4, as_dealt=2, buried=2, space=4, free_cell=2, offset=100)

MEASURED = Measured(
    as_pysolfc=True,
    place=4,
    chances=(Chance(0.2029, "About 20 deals in 100 can be won"),),
    source=(
        "A program played out a million random deals and could win 20.3 in 100. In 19 in 100 not a single "
        "card can ever reach a foundation."
    ),
    variants=(
        Figures(
            options={},
            plan=Plan(exact=_WEIGHTS, greedy=None, alike=None, alike_share=1),
            bands=Bands(82, 160),
            count=Count(202_253, 797_747, 0, "rampart winnability fortress --deals 1-1000000"),
            beginner=Beginner(295, 154, 30, 400, "python -m bench.beginners fortress"),
        ),
    ),
)
