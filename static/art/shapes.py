"""The small forms every card is set from: suits, ranks and the places of the pips."""

from collections.abc import Iterator

SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANKS = "A23456789TJQK"

# Each suit in a square of 100, standing upright.
SUIT_PATHS = {
    "C": "M50 4A22 22 0 0 1 65.5 41.500A22 22 0 1 1 54 71C55 86 60 93 67 96H33C40 93 45 86 46 71"
    "A22 22 0 1 1 34.5 41.500A22 22 0 0 1 50 4Z",
    "D": "M50 3C58 21 71 38 87 50C71 62 58 79 50 97C42 79 29 62 13 50C29 38 42 21 50 3Z",
    "H": "M50 95C43 77 6 60 6 32C6 17 16 8 28 8C39 8 47 15 50 26C53 15 61 8 72 8C84 8 94 17 94 32C94 60 57 77 50 95Z",
    "S": "M50 4C57 23 94 40 94 63C94 78 83 86 72 86C63 86 57 82 53.5 75C54 86 60 93 67 96H33C40 93 46 86 46.5 75"
    "C43 82 37 86 28 86C17 86 6 78 6 63C6 40 43 23 50 4Z",
}

# Ranks as strokes in a box 60 high: width of the box, then thick and thin strokes as a chisel would leave them.
THICK, MIDDLE, THIN, FILLED = 9.5, 7.5, 5, 0
Glyph = tuple[int, tuple[tuple[float, str], ...]]
GLYPHS: dict[str, Glyph] = {
    "A": (46, ((THICK, "M22 1L38 58"), (THIN, "M23 5L8 58M13 40H33M1 57.500H16M29 57.500H46"))),
    "2": (
        38,
        (
            (MIDDLE, "M5 19C4 9 10 4 18 4C27 4 32.5 10 32.5 18C32.5 30 19 39 7 54"),
            (THICK, "M3 55.25H35"),
            (THIN, "M34.5 46V60"),
        ),
    ),
    "3": (
        36,
        (
            (
                MIDDLE,
                "M4 13C6 7 11 4 17 4C25 4 29.5 9 29.5 16C29.5 24 24 28.5 14 28.500C26 28.5 32 34 32 42"
                "C32 51 25 56 17 56C9 56 4 52 3 45",
            ),
        ),
    ),
    "4": (40, ((THICK, "M28 1V60"), (THIN, "M27 4L5 42H40M19 57.500H37"))),
    "5": (
        36,
        (
            (THICK, "M7 5.750H32"),
            (THIN, "M8.5 5L7 29"),
            (MIDDLE, "M6.5 28C10 24.5 14 23 18 23C27 23 32 30 32 39C32 50 25 56 17 56C9 56 4 53 3 46"),
        ),
    ),
    "6": (
        38,
        (
            (
                MIDDLE,
                "M32 12C30 7 26 4 21 4C10 4 5 16 5 33C5 48 10 56 19 56C28 56 33.5 49 33.5 40.5"
                "C33.5 32 28 26 20 26C12 26 6 31 5 38",
            ),
        ),
    ),
    "7": (36, ((THICK, "M3 5.750H34"), (MIDDLE, "M32 8C24 22 17 40 15.5 60"), (THIN, "M4.5 2V18"))),
    "8": (
        38,
        (
            (
                MIDDLE,
                "M19 28C11 26 7 21 7 16C7 8 12 4 19 4C26 4 31 8 31 16C31 21 27 26 19 28C9 31 4 36 4 43C4 51 10 56 19 56"
                "C28 56 34 51 34 43C34 36 29 31 19 28Z",
            ),
        ),
    ),
    "9": (
        38,
        (
            (
                MIDDLE,
                "M6 48C8 53 12 56 17 56C28 56 33 44 33 27C33 12 28 4 19 4C10 4 4.5 11 4.5 19.5"
                "C4.5 28 10 34 18 34C26 34 32 29 33 22",
            ),
        ),
    ),
    "T": (
        60,
        (
            (THICK, "M11 1V58"),
            (THIN, "M0 12L12 4M1 57.500H21"),
            (8, "M43 4C52 4 56 15 56 30C56 45 52 56 43 56C34 56 30 45 30 30C30 15 34 4 43 4Z"),
        ),
    ),
    "J": (34, ((THICK, "M22 2V42C22 52 17 55.5 11.5 55.500C7 55.5 4 53 3.5 47"), (THIN, "M10 2.500H34"))),
    "Q": (
        50,
        (
            (8, "M24 4C36 4 43.5 15 43.5 30C43.5 45 36 56 24 56C12 56 4.5 45 4.5 30C4.5 15 12 4 24 4Z"),
            (7, "M22 41C33 44 38 57 51 61"),
        ),
    ),
    "K": (48, ((THICK, "M11 2V58M22 27L40 58"), (THIN, "M40 3L13 35M1 2.500H21M1 57.500H21M31 2.500H47M32 57.500H48"))),
}

LEFT, MIDST, RIGHT = 64, 125, 186
TOP, BOTTOM = 106, 244


# Pips that stand between or apart from the pairs at the sides.
SIDES = {2: 0, 3: 0, 4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4, 10: 4}
BETWEEN: dict[int, tuple[float, ...]] = {
    2: (TOP, BOTTOM),
    3: (TOP, 175, BOTTOM),
    5: (175,),
    7: (140.5,),
    8: (140.5, 209.5),
    9: (175,),
    10: (129, 221),
}


def pip_places(rank: str) -> Iterator[tuple[float, float]]:
    """Yield the centres of the pips of a numeral card, in a card of 250 by 350."""
    number = 10 if rank == "T" else int(rank)
    step = (BOTTOM - TOP) / max(1, SIDES[number] - 1)
    for row in range(SIDES[number]):
        yield LEFT, TOP + row * step
        yield RIGHT, TOP + row * step
    for y in BETWEEN.get(number, ()):
        yield MIDST, y
