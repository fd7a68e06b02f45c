"""Lessons of Stalactites.

When it counts by ones, blind play on 60 winnable deals loses 61 % of its games by filling the last cell, and 28 % by
sending a card home. By twos, it loses 60 % and 24 % (`python -m engine.solver.mining.traps stalactites 60 by=ones`, and
`by=twos`).
"""

from engine.lessons import Lesson

LESSONS = (
    Lesson(
        title="Home or into a cell",
        says=(
            "Nothing is built on the columns. A card goes to a foundation that counts up to it, whatever its suit, or"
            " waits in one of two cells. By ones, a two follows an ace."
        ),
        rule="A card goes to a foundation that counts up to it, whatever its suit, or into a cell.",
        lit="t7 f3 c0 c1",
        task="Take the 2 of diamonds off the 4 of clubs.",
        why=(
            "The red 2 goes home on the black ace: suits play no part. A cell would have done it too, but from there"
            " a card goes home and nowhere else."
        ),
        slip="That move cost the game.",
        remarks={},
        options="by=ones",
        deal=561772979,
        moves="",
        goal="uncover 4C",
        way="t7-f3",
    ),
    Lesson(
        title="What a cell is worth",
        says=(
            "A cell holds a card until its foundation takes it. Put one there only if you can say which card lets it"
            " out."
        ),
        rule="A cell holds a card until its foundation takes it.",
        lit="c0 c1",
        task="Bring the 10 of clubs home.",
        why=(
            "Both cells went to the same column, and two cards went home for it at once. The Queen and the King"
            " follow as soon as a Jack lies on that foundation."
        ),
        slip="A card waits in a cell, and no foundation will ever take it.",
        remarks={},
        wary={
            "-c": (
                "Which card lets that one out of its cell? Undo that, and put a card there only if you can name one."
            ),
        },
        options="by=ones",
        deal=673738811,
        moves="t6-f2 t6-f1 t6-f3 t2-f3 t5-f0",
        goal="home TC",
        way="t3-c0 t3-c1 t3-f2 t2-f2",
    ),
    Lesson(
        title="The last cell",
        says=(
            "In our count, six in ten lost games are lost by the card that fills the last cell. Before you fill it,"
            " see the card that goes home next, and the one after that."
        ),
        rule="Before you fill the last cell, see the two cards that go home next.",
        lit="c1",
        task="Bring the 7 of spades home.",
        why=(
            "Only the 4 had a 6 beneath it that a foundation was waiting for. Any other card in that cell would have"
            " waited for ever."
        ),
        slip="Both cells are full of cards that wait for one another, or a card went home too soon.",
        remarks={
            "t1-c1": "That fills the last cell, and what lies beneath is not called yet. Look for a 6 instead.",
            "t6-c1": "That fills the last cell with a 7 while no 6 is home. Look for a 6 first.",
            "t7-c1": "The 7 you want is in a cell now, not at home, and no cell is left for the card on the 6.",
        },
        options="by=ones",
        deal=440454373,
        moves=(
            "t6-f0 t3-c0 t3-f2 t0-c1 t0-f1 t4-f2 t4-f2 t6-f0 t3-f0 t3-f0 t3-f3 t3-f0 t2-f3 t7-f2 t1-f2 t7-f3 t4-f2"
            " t0-f1 t1-f1 t0-f2 t4-f2 t4-f1 t0-f1 t2-f1 t2-f0 t2-f1 t7-f0 t6-f0 t2-f0 t6-f3 t2-f1 c1-f3 t5-c1 t0-f3"
            " c0-f1 t6-c0 t4-f0 c1-f1"
        ),
        goal="home 7S",
        way="t5-c1 t5-f3 t7-f3",
    ),
    Lesson(
        title="Which of two",
        says=(
            "Cards of one rank do the same at home, so the choice between two of them is about what lies beneath. In"
            " our count, one lost game in four is lost by a card that went home too soon."
        ),
        rule="Cards of one rank do the same at home, so choose by what lies beneath.",
        lit="t1 t5 f3",
        task="Bring the 7 of spades home.",
        why=(
            "Two sevens could have gone onto the 6. The black one lay under a card that had to leave anyway, and the"
            " red one can go later."
        ),
        slip="The wrong card went home, or the cells are full.",
        remarks={
            "t1-f3": (
                "The 7 of diamonds fits too, but then no foundation waits for the 7 of spades, and its column stays"
                " shut."
            ),
        },
        options="by=ones",
        deal=879911193,
        moves="t4-c0 t4-f0 t7-f3 t3-c1",
        goal="home 7S",
        way="c0-f1 t5-c0 t5-f3",
    ),
    Lesson(
        title="Count by twos",
        says=(
            "By twos, each foundation takes every second rank: after a 2 comes a 4, then a 6, an 8, a 10, a Queen, an"
            " ace."
        ),
        rule="By twos, each foundation takes every second rank.",
        lit="f0 f1 f2 f3",
        task="Bring the 8 of diamonds home.",
        why=("The 4, the 6 and the 8 lay on three columns and went home one after the other, on one foundation."),
        slip="A card went to a foundation that another one needed.",
        remarks={
            "t5-f3": (
                "The 5 may go onto the 3, and yet this loses: it could have waited, and the 4 of spades could not."
            ),
        },
        options="by=twos",
        deal=515365484,
        moves=(
            "t7-c0 t7-c1 t7-f3 t7-f0 t5-f0 t5-f1 t3-f2 t3-f2 t1-f2 c1-f2 t3-c1 t3-f0 t1-f1 t3-f1 t4-f0 t4-f1 t7-f1"
            " t7-f0 t1-f0 t1-f3 c1-f3 t2-f3 t2-f3 t2-c1 t3-f0"
        ),
        goal="home 8D",
        way="t2-f2 t6-f2 t1-f2",
    ),
    Lesson(
        title="Win a game",
        says="Eleven moves are left. Watch the cells: even here the wrong card in the last one loses.",
        rule="The wrong card in the last cell can still lose the game.",
        lit="c0 c1",
        task="Bring the 3 of diamonds home.",
        why="Nothing can stop the rest: that is a won game.",
        slip="The cells are full, and what they hold waits for a card beneath another.",
        remarks={
            "t6-c1": "That fills the last cell, and neither of the two cards there is called.",
        },
        options="by=ones",
        deal=414939886,
        moves=(
            "t0-f0 t0-f0 t4-f0 t4-f2 t4-f1 t1-f2 t7-f2 t1-f1 t6-f0 t5-f0 t7-c0 t7-f1 t7-f2 t7-f3 t2-c1 t2-f1 t4-f1"
            " t2-f2 t0-f2 t3-f2 c0-f2 t3-c0 t3-f3 c0-f2 c1-f3 t2-f2 t0-f0 t4-f3 t0-f1 t3-f1 t2-f3 t2-f2 t0-f1 t3-f1"
            " t1-f1 t5-f1 t7-f1 t3-f3 t5-f3 t5-f3 t5-f0 t5-f0 t4-f3 t1-c0"
        ),
        goal="home 3D",
        way="t1-c1 t1-f0 c0-f0 c1-f0 t6-c0 t6-f0 t6-c1 t6-f3 c1-f3 c0-f3 t6-f2",
    ),
)
