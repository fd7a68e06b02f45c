"""How often a random deal can be won: measured shares, and what to say of them."""

from dataclasses import dataclass

_STONES = 20


@dataclass(frozen=True, slots=True)
class Chance:
    """A share of deals that can be won."""

    share: float
    sentence: str

    @property
    def stones(self) -> int:
        """Give how many of twenty stones stand for the share; all twenty only for certainty."""
        return min(round(self.share * _STONES), _STONES if self.share == 1 else _STONES - 1)


@dataclass(frozen=True, slots=True)
class Chances:
    """What is known of a game; the first figure is that of its usual form."""

    figures: tuple[Chance, ...]
    source: str


CHANCES = {
    "stonewall": Chances(
        (Chance(0.25, "About 25 deals in 100 can be won, knowing every card"),),
        "A program played out a hundred thousand deals. It may look under the face-down cards, and you may not, so a "
        "player can hope to win fewer. Nobody knows how many fewer.",
    ),
    "stronghold": Chances(
        (
            Chance(0.51, "About 51 deals in 100 can be won; with one cell, 97"),
            Chance(0.97, "With one cell, about 97 deals in 100 can be won"),
        ),
        "Both figures are published ones for a program that makes no mistakes (for the game without a cell under "
        "its other name, Streets and Alleys). A hundred thousand deals of ours agree. Many winnable deals have "
        "only a narrow way through.",
    ),
    "six-by-four": Chances(
        (Chance(0.000003, "About 3 deals in a million can be won"),),
        "Of 21 million random deals without cells, a program that tries everything could win 64. So a new deal "
        "without cells is as good as lost before you begin. With four cells a "
        "program won 77 deals in 100, of a hundred thousand.",
    ),
    "fortress": Chances(
        (Chance(0.2029, "About 20 deals in 100 can be won"),),
        "A program played out a million random deals and could win 20.3 in 100. In 19 in 100 not a single card can "
        "ever reach a foundation.",
    ),
    "stalactites": Chances(
        (
            Chance(0.9739, "About 97 deals in 100 can be won with the right choice"),
            Chance(0.903, "By ones, about 90 deals in 100 can be won"),
            Chance(0.9036, "By twos, about 90 deals in 100 can be won"),
        ),
        "A program played out a hundred thousand deals, counting both ways.",
    ),
}
"""By the slug of the game; a game that was never measured is simply not here."""
