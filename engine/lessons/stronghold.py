"""Lessons of Stronghold.

Without a cell, blind play on 60 winnable deals loses 61 % of its games by laying a card on a column that holds a card
which some foundation takes soon, and 31 % by laying one elsewhere. With one cell, on 40 deals, it loses 54 % by filling
the cell (`python -m engine.solver.mining.traps stronghold 60 cell=none`, and `40 cell=one`).
"""

from engine.lessons import Lesson

LESSONS = (
    Lesson(
        title="What lies on what",
        says=(
            "One card moves at a time. It goes onto any card one rank higher, whatever the suits, or home to its"
            " foundation."
        ),
        rule="A card goes onto any card one rank higher, whatever the suits.",
        lit="t2 t3 t7 f1",
        task="Take the ace of spades off the 4 of diamonds.",
        why=(
            "The ace fits on both twos, for suits play no part in the columns. At home it is out of the way for good,"
            " and every two can follow."
        ),
        slip="That move cost the game.",
        remarks={},
        options="cell=none",
        deal=656095641,
        moves="",
        goal="uncover 4D",
        way="t7-f1",
    ),
    Lesson(
        title="What a space is worth",
        says=(
            "Sequences do not travel here. A space is the one place to set down a card that fits nowhere, and a King"
            " fits nowhere else at all."
        ),
        rule="A space takes any card, so keep it for one that fits nowhere else.",
        lit="t2",
        task="Bring the 3 of diamonds home.",
        why=(
            "The 4 had a 5 to go to and the 5 of clubs could go home, so only the King needed the space. A King in a"
            " space does no harm: his column is built from the bottom."
        ),
        slip="The space went to another card, and the King stays where he is.",
        remarks={},
        wary=dict.fromkeys(
            ("t0-t2", "-t2"),
            "Another card has the space now, and the King fits nowhere else. Undo that, and keep the space for him.",
        ),
        options="cell=none",
        deal=939078849,
        moves=(
            "t2-f3 t2-f1 t6-t1 t5-t1 t5-t4 t3-t6 t3-t7 t5-t3 t5-f0 t1-f0 t5-f3 t5-t7 t2-t5 t1-f0 t1-t0 t2-t1 t2-t5"
            " t2-f2 t0-t1 t1-t0 t2-f0"
        ),
        goal="home 3D",
        way="t0-t1 t0-f0 t0-t2 t0-f3",
    ),
    Lesson(
        title="What you lay down you pick up again",
        says=(
            "Any suit builds on any other, so there is nearly always a move. That is the trap: in our count, six in"
            " ten lost games are lost by laying a card on a column that holds one needed soon."
        ),
        rule="What you lay down you pick up again, so cover no card that is needed soon.",
        lit="t5",
        task="Bring the ace of spades home.",
        why=(
            "The 4 of hearts went away first, and the 3 of clubs followed it. So the 2 of spades lies open now and"
            " can follow the ace home."
        ),
        slip="A card lies on a column that you need, and must be picked up again, alone.",
        remarks={
            "t5-t6": (
                "The 3 fits on the 4 at once and sets the ace free, but the 2 of spades lies in that column. Move the"
                " 4 away first."
            ),
            "t7-t6": (
                "The 3 of diamonds fits on the 4, but the 2 of spades lies in that column, deeper now than before."
            ),
        },
        options="cell=none",
        deal=468208131,
        moves="t5-t1 t0-t2 t3-f2 t1-f2 t6-t3",
        goal="home AS",
        way="t6-t2 t5-t2 t5-f1",
    ),
    Lesson(
        title="With one cell",
        says=(
            "The option with one cell gives you one more place for one card, which may go back to a column later."
            " More than half of the lost games are lost by filling it, so let a card in only if you know how it gets"
            " out."
        ),
        rule="The cell takes one card, which may go back to a column later.",
        lit="c0",
        task="Uncover the 6 of diamonds.",
        why=("The 7 left the cell before the next card needed it. An empty cell is worth more than any card in it."),
        slip="The cell is taken, or a card lies where another was needed.",
        remarks={},
        options="cell=one",
        deal=749718900,
        moves=(
            "t3-c0 t3-t5 t1-t5 t1-f3 t6-f3 t6-t2 t6-f1 t3-t6 t3-t0 t1-t0 t1-t4 t6-t3 t6-t7 t6-t4 t6-t5 c0-t6 t7-t6"
            " t3-t6 t6-c0 t6-t7 c0-t7 t3-t6 t5-t3 t3-c0 t2-t7 t1-t5 t1-t0 t7-t2"
        ),
        goal="uncover 6D",
        way="c0-t3 t4-t1 t4-c0",
    ),
    Lesson(
        title="Win a game",
        says=("There are spaces now, and each of them carries a card. Thirteen moves bring the king of hearts home."),
        rule="A space carries any card until that card can go home.",
        lit="t1 t2 t5",
        task="Bring the king of hearts home.",
        why="Nothing can stop the rest: that is a won game.",
        slip="Even this late, a card can be shut in.",
        remarks={},
        options="cell=none",
        deal=851826984,
        moves=(
            "t6-f3 t6-f3 t0-t4 t5-t2 t3-t2 t1-t2 t1-t2 t1-t5 t1-t5 t4-t2 t4-f3 t1-f3 t1-f2 t3-f2 t3-t4 t1-t3 t0-t1"
            " t0-t5 t0-t4 t0-t4 t0-f2 t0-f0 t2-f0 t2-f0 t2-t0 t2-f3 t2-f3 t5-t2 t5-f3 t5-t3 t6-f0 t1-f2 t5-t1 t5-t6"
            " t5-t6 t5-f0 t4-f0 t4-f0 t4-f3 t4-f3 t3-f0 t1-f0 t4-t1 t4-f2 t2-f2 t4-f0 t3-t6 t3-f3 t5-f3 t2-f2 t2-f0"
            " t7-f0 t7-t5 t7-f1 t3-f1 t2-f3 t2-f1 t0-f1 t1-f1 t3-f1 t3-f1 t2-f0 t2-t0 t2-f2 t6-f2 t5-f2"
        ),
        goal="home KH",
        way="t6-t1 t6-t2 t6-t4 t6-f1 t7-f1 t1-f1 t2-f1 t4-f1 t7-f3 t7-f2 t4-f1 t6-f2 t0-f2",
    ),
)
