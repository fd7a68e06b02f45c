"""The measurements of Stonewall."""

from engine.measured.figures import Bands, Beginner, Chance, Count, Figures, Measured, Plan, Weights

_WEIGHTS = Weights(lacking=4, as_dealt=2, buried=2, space=4, free_cell=2, offset=100)

MEASURED = Measured(
    as_pysolfc=True,
    place=1,
    chances=(Chance(0.25, "About 25 deals in 100 can be won, knowing every card"),),
    source=(
        "A program played out a hundred thousand deals. It may look under the face-down cards, and you may "
        "not, so a player can hope to win fewer. Nobody knows how many fewer."
    ),
    variants=(
        Figures(
            options={},
            plan=Plan(exact=_WEIGHTS, greedy=_WEIGHTS, alike=_WEIGHTS, alike_share=1),
            bands=Bands(320, 1220),
            count=Count(24_999, 74_980, 21, "rampart winnability stonewall --deals 1-100000 --time-limit 5"),
            beginner=Beginner(100, 23, 32, 240, "python -m bench.beginners stonewall"),
        ),
    ),
)
