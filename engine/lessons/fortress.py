"""Lessons of Fortress.

Blind play on 60 winnable deals loses 57 % of its games by laying a card on a column that holds a card which some
foundation takes soon, 41 % by laying one on another column, 2 % by filling the last space, and none by sending a card
home (`python -m engine.solver.mining.traps fortress 60`).
"""

from engine.lessons import Lesson

LESSONS = (
    Lesson(
        title="What lies on what",
        says=(
            "One card moves at a time, and only the top card of a column, the one that no other card covers. It goes"
            " onto a card of its own suit that is one rank higher or one rank lower."
        ),
        rule="A card goes onto a card of its own suit that is one rank higher or lower.",
        lit="t7 t8 t9",
        task="Lay the 3 of clubs somewhere else, so that nothing covers the 10 of clubs.",
        why=(
            "The 3 fits on the 4 and on the 2: up or down makes no difference, the suit does. Hardly any card in"
            " Fortress has more than two places to go, so look for both."
        ),
        slip="A card that is laid down covers another one. Here that cost the game.",
        remarks={
            "t7-t9": "The 4 fits on the 3 too, but now two cards cover the 10. Undo that, and move the 3 instead.",
            "t8-t9": "The 2 fits on the 3 too, but now two cards cover the 10. Undo that, and move the 3 instead.",
            "t6-t0": (
                "The 8 fits on the 9, and yet this loses: two aces lie beneath that 9, and now they are shut in."
            ),
        },
        options="",
        deal=570294694,
        moves="",
        goal="uncover TC",
        way="t9-t7",
    ),
    Lesson(
        title="What a space is worth",
        says=(
            "A space is a column without cards, and takes any card. It is the only place for a card whose neighbours"
            " are both covered."
        ),
        rule="A space takes any card: keep it for one that fits nowhere.",
        lit="t2 t8",
        task="Bring the 3 of diamonds home, onto its foundation.",
        why=(
            "The 8 of diamonds had a neighbour to go to, the queen of clubs had none, so she got the space. Ask of"
            " each card in the way whether it can go elsewhere, and spend a space only on one that cannot."
        ),
        slip="The space is gone, and what is left cannot be set free without it.",
        remarks={},
        wary=dict.fromkeys(
            ("t8-t2", "-t2"),
            "Another card has the space now, and the queen of clubs fits nowhere else. Undo that, and keep it for her.",
        ),
        options="",
        deal=559240735,
        moves=(
            "t4-f1 t0-f3 t1-t8 t5-t1 t5-t9 t5-f1 t2-f1 t5-f1 t5-t1 t9-t5 t9-f1 t5-f1 t7-t5 t7-f1 t0-t7 t0-t4 t0-t6"
            " t0-t3 t0-f1 t5-f1 t2-t0 t2-t5 t2-t5 t2-f1 t0-t5 t4-t0 t4-t0 t4-t1 t4-f3 t8-t2 t8-t6 t2-t6 t6-t2 t2-t6"
            " t5-t2 t2-t5"
        ),
        goal="home 3D",
        way="t8-t6 t8-t2 t8-f3",
    ),
    Lesson(
        title="Turn a run round",
        says=(
            "The clubs from 4 to 8 lie in one column with the 8 on top, so none of them can go home. A run does not"
            " travel, but card by card it can be carried into a space, and then it lies the other way round."
        ),
        rule="A run moves card by card, and in a space it lies the other way round.",
        lit="t0 t7",
        task="Bring the 4 of clubs home.",
        why="Now the 5 lies on top of the run, and the 6, 7 and 8 follow it home one after the other.",
        slip="The run needs the space for itself.",
        remarks={},
        wary={"-t7": "Another card has the space now, and the run needs it. Undo that, and carry the 8 over first."},
        options="",
        deal=279446548,
        moves=(
            "t8-t0 t8-f1 t7-t2 t7-t8 t0-t8 t0-t8 t7-t1 t7-f2 t6-t7 t3-t6 t3-t5 t1-t5 t1-t5 t0-t1 t2-t0 t2-t0 t7-t0"
            " t7-t0 t2-t7 t2-f1 t2-t3 t2-f0 t9-f0 t9-f3 t4-f3 t1-t9 t1-t9 t1-f1 t1-f0 t7-f1 t6-t2 t0-t7 t7-t0"
        ),
        goal="home 4C",
        way="t0-t7 t0-t7 t0-t7 t0-t7 t0-f0",
    ),
    Lesson(
        title="It fits, and it loses",
        says=(
            "Nearly every game of Fortress is lost in the same way: by laying a card on a neighbour just because it"
            " fits. Before you lay one down, ask which card it covers, and whether that one has somewhere to go"
            " first."
        ),
        rule="Before you lay a card down, ask whether the card under it has somewhere to go.",
        lit="t3",
        task="Uncover the king of diamonds.",
        why=(
            "The jack of spades went first and left a space behind him. Had the 10 gone onto him where he lay, he"
            " would have kept his column."
        ),
        slip=(
            "A card was laid where it fits, or the space was filled too soon, and now something is shut in for good."
        ),
        remarks={
            "t3-t9": (
                "The 10 of spades fits on the Jack, but there it holds him fast: the Jack alone could have gone onto"
                " the Queen and left a space."
            ),
        },
        options="",
        deal=179712228,
        moves="t0-f0 t2-f2 t9-t4 t9-t4 t9-f2 t1-t4 t2-t4 t2-t0 t1-t2 t1-t8 t9-t0 t9-t1 t0-t9",
        goal="uncover KD",
        way="t9-t0 t3-t0 t3-t5",
    ),
    Lesson(
        title="Win a game",
        says=(
            "Twelve moves are left, and there are enough spaces. A card on a foundation never comes back, and never"
            " needs to."
        ),
        rule="A card on a foundation never comes back, and never needs to.",
        lit="f0 f1 f2 f3",
        task="Bring the king of clubs home.",
        why="Nothing can stop the rest: that is a won game.",
        slip="Even this late, a card can be shut in.",
        remarks={},
        options="",
        deal=903486962,
        moves=(
            "t5-f0 t8-f3 t7-t5 t7-t0 t9-t7 t5-t9 t5-t9 t5-f3 t5-f2 t5-t1 t4-t5 t4-t0 t4-f3 t5-t0 t2-t5 t2-t3 t2-t4"
            " t2-f1 t2-t5 t8-t2 t8-f2 t3-f2 t3-f2 t3-f3 t6-t5 t2-t3 t8-t2 t8-f2 t9-f2 t9-f2 t9-f2 t9-t7 t9-f1 t9-f0"
            " t1-t8 t1-t8 t1-t9 t1-f1 t4-f1 t4-f1 t9-f1 t1-t4 t1-t9 t1-f2 t6-f2 t6-f1 t8-t1 t8-f1 t1-f1 t0-t1 t0-t1"
            " t0-t1 t0-t8 t0-t7 t0-t5 t0-f2 t0-f0 t2-f0 t7-f0 t7-f0 t7-f0 t7-f0 t7-f3 t6-f3 t6-f1 t0-f1 t4-f3 t4-f3"
            " t5-f3 t5-f3 t5-f3 t5-f3 t7-f3"
        ),
        goal="home KC",
        way="t3-t0 t3-f1 t0-f1 t3-f2 t3-f0 t9-f2 t1-t8 t1-t8 t1-f0 t8-f0 t8-f0 t8-f0",
    ),
)
