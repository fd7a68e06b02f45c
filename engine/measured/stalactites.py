"""The measurements of Stalactites."""

from engine.measured.figures import Bands, Beginner, Chance, Count, Figures, Measured, Plan, Weights

_WEIGHTS = Weights(lacking=8, as_dealt=0, buried=1, space=0, free_cell=12, offset=100)

MEASURED = Measured(
    as_pysolfc=True,
    place=5,
    chances=(
        Chance(0.9739, "About 97 deals in 100 can be won with the right choice"),
        Chance(0.9034, "By ones, about 90 deals in 100 can be won"),
        Chance(0.9034, "By twos, about 90 deals in 100 can be won"),
    ),
    source="A program solved 350,000 deals each way. The first figure comes from the first 100,000 of them.",
    variants=(
        Figures(
            options={"by": "ones"},
            plan=Plan(exact=_WEIGHTS, greedy=None, alike=None, alike_share=1),
            bands=Bands(36, 105),
            count=Count(
                316_191, 33_809, 0, "rampart winnability stalactites --option by=ones --deals 1-350000 --time-limit 5"
            ),
            beginner=Beginner(158, 139, 93, 240, "python -m bench.beginners stalactites by=ones"),
        ),
        Figures(
            options={"by": "twos"},
            plan=Plan(exact=_WEIGHTS, greedy=None, alike=None, alike_share=1),
            bands=Bands(36, 105),
            count=Count(
                316_182, 33_818, 0, "rampart winnability stalactites --option by=twos --deals 1-350000 --time-limit 5"
            ),
            beginner=Beginner(178, 161, 58, 240, "python -m bench.beginners stalactites by=twos"),
        ),
    ),
)
