"""Lessons of Six by Four.

With four cells, blind play on 40 winnable deals loses 87 % of its games by putting a card into a cell, among them 46 %
by filling the last one (`python -m engine.solver.mining.traps six-by-four 40 cells=four`).
"""

from engine.lessons import Lesson

LESSONS = (
    Lesson(
        title="What lies on what",
        says=(
            "Cards go downwards in alternating colours: a black ace on a red two. On the foundations they go up in"
            " suit, from the ace."
        ),
        rule="A card goes onto a card of the other colour that is one rank higher.",
        lit="t0 t2 t3 f1",
        task="Take the ace of spades off the 3 of diamonds.",
        why="The ace may go home or onto either red two. At home it is out of the way for good.",
        slip="That move cost the game.",
        remarks={
            "t3-t4": "The 2 of hearts fits on the black 3, and yet this loses: beneath that 3 lie two aces.",
        },
        options="cells=none",
        deal=229854367,
        moves="",
        goal="uncover 3D",
        way="t2-f1",
    ),
    Lesson(
        title="A sequence moves as one",
        says=("A packed sequence travels in one move, however long it is. It needs no space and no cell to do so."),
        rule="A packed sequence moves as one, however long it is.",
        lit="t0 t5",
        task="Uncover the king of hearts.",
        why=(
            "Two cards went home and eight crossed over in one move. Long sequences cost nothing to move, so lay them"
            " freely, as long as what they cover can wait."
        ),
        slip="That move cost the game.",
        remarks={},
        options="cells=none",
        deal=970521012,
        moves=(
            "t0-f0 t5-t2 t5-f0 t1-t5 t2-t0:2 t1-t2 t1-f0 t0-t5:3 t3-t0 t3-t5:2 t3-f3 t3-f3 t4-t3 t1-t4 t1-f2 t1-f1"
            " t5-t0:7 t2-t0:2 t1-t4 t5-f2"
        ),
        goal="uncover KH",
        way="t0-f3 t0-f0 t0-t5:8",
    ),
    Lesson(
        title="A space is for a King",
        says=(
            "A space is a column without cards. Only a King may fill it, alone or with all that lies on him. Any other"
            " card is refused there."
        ),
        rule="Only a King may fill a space, alone or with all that lies on him.",
        lit="t3 t5",
        task="Bring the 4 of hearts home.",
        why=(
            "Two Kings took their sequences along and set the 3 and the 4 free. Before you empty a column, know which"
            " King goes there: a space without one does nothing at all."
        ),
        slip="That move cost the game.",
        remarks={},
        options="cells=none",
        deal=99011466,
        moves=(
            "t3-f0 t4-t3 t1-t3:2 t1-f3 t4-f3 t4-f1 t5-t3 t5-f0 t5-t3 t4-t5 t4-f0 t4-f3 t4-t0 t4-f1 t3-f1 t3-f3"
            " t3-t0:4 t2-f1 t0-t2:6 t5-t0:2 t0-t5:3 t0-t1 t0-f2 t3-t0 t3-t4 t3-t5 t2-t4:8 t5-t2:5 t0-t2:2 t0-f2 t3-t0"
            " t3-f3 t5-f3 t5-f0 t4-f0 t2-f0 t3-f0 t3-t5 t4-t0:5 t1-t2:2 t5-t1:2"
        ),
        goal="home 4H",
        way="t2-t3:9 t2-f2 t1-t5:3 t1-f2",
    ),
    Lesson(
        title="Not everything should go home",
        says=(
            "A card at home takes nothing any more. Sometimes another card still has to lie on it, so look before you"
            " bring it home."
        ),
        rule="A card at home takes nothing any more, so ask which cards still need it.",
        lit="t4 f1",
        task="Uncover the 9 of spades.",
        why="The 3 of hearts needed the black 4. At home the 4 would have been no use to anybody.",
        slip="A card went home, or was covered, that another one needed.",
        remarks={
            "t4-f1": (
                "The 4 of spades may go home, but it is the only place for the red 3 that lies in the way. Keep it a"
                " little longer."
            ),
        },
        options="cells=none",
        deal=719486105,
        moves=(
            "t4-f0 t4-t3 t4-f1 t4-f2 t5-t0 t5-t1 t5-t2 t5-f1 t3-t2:2 t5-t4 t0-t5 t0-f1 t2-t3:4 t2-t3 t2-t4 t0-t2"
            " t4-t0:3 t1-t2:3 t1-t4 t1-t3 t4-t1:2 t4-t2 t4-f0 t3-t4:7 t1-t2:3 t2-t1:9 t3-t2 t3-f3 t5-f3 t5-f0 t1-f3"
            " t1-t4:3 t0-t3:2"
        ),
        goal="uncover 9S",
        way="t3-t5:3 t3-t4 t2-t3:2",
    ),
    Lesson(
        title="With four cells",
        says=(
            "The option with four cells gives a place to four cards. In our count, nearly nine in ten lost games are"
            " lost by putting a card into a cell, half of them into the last: put one there only if you see what"
            " follows."
        ),
        rule="A cell holds one card: fill the last cell only if you see what follows.",
        lit="c0 c1 c2 c3",
        task="Bring the 7 of diamonds home.",
        why="The last cell took one card, and that set two others free to go home.",
        slip="The cells are full, and no card comes out of them.",
        remarks={
            "t4-c3": ("That fills the last cell with a card that sets nothing free, and now no card comes out again."),
        },
        wary={
            "-c3": (
                "That fills the last cell, and no card goes home for it. Undo that, and look for one that sets others"
                " free."
            ),
        },
        options="cells=four",
        deal=916148733,
        moves=(
            "t2-t3 t3-t2:2 t4-c0 t5-c1 t2-c2 t0-c3 t2-t0 c2-t0 c1-t2 t0-t3:3 t0-c1 t0-c2 t0-t4 t0-t1:2 c3-t0 t1-t0:3"
            " t5-c3 t5-f0 t1-f0 t3-t2 t5-t1 t1-t4:2 c3-t1 t0-t1:5 t0-c3 t3-t0:3 t3-t2 t3-f0 t2-t0:2 t1-t0:7 t2-t1:2"
            " t0-t1:9 c2-f0 t2-c2 t2-t5 t4-t5:4 t4-t3 t1-t0:9 t0-t2:2 c3-t4 t0-t1:7 t1-c3 t2-t1:3 t2-t4 t2-f2 t2-t0"
            " t2-f2 t3-t2:2 t5-t2:5 c2-t4 t3-c2 t3-t2 c0-t2 t3-c0 t3-f3 t1-f3 c1-f3 t1-c1 t1-t0:6 t2-t5:7 t1-t3:4"
            " t0-f3 t0-f0 c2-t0 t4-c2 c3-t0 t1-c3 t1-f3 t4-t1:3 t4-f2 t0-f2 t5-f2 t5-f0 c3-f2 c2-t1 t3-c2 c2-t3 t4-c2"
            " t2-c3 c3-t2"
        ),
        goal="home 7D",
        way="t1-t2:5 t0-c3 t0-f3 t2-f3",
    ),
    Lesson(
        title="Win a game",
        says="There are spaces for the Kings. Thirteen moves bring the king of diamonds home.",
        rule="A King takes everything on him along into a space.",
        lit="t0 t2 t4",
        task="Bring the king of diamonds home.",
        why="Nothing can stop the rest: that is a won game.",
        slip="Even this late, a card can be shut in.",
        remarks={},
        options="cells=none",
        deal=632833940,
        moves=(
            "t0-f3 t3-t4 t3-f3 t3-t1 t3-f3 t2-t3 t2-f1 t5-t3 t5-f1 t1-t5:2 t5-t0:3 t4-t5:2 t4-f2 t0-f1 t1-f2 t1-t5"
            " t4-t1 t4-t3 t4-f3 t1-t5:2 t2-t1 t5-t1:6 t3-t5:4 t1-f3 t0-t4:3 t3-t0 t3-t1:2 t1-f1 t0-t2:2 t0-t3 t2-t0:3"
            " t2-t5 t2-t0 t4-t2:4 t4-f2 t2-f2 t2-f1 t1-f2 t0-f1 t2-f3 t0-f3 t2-f1 t2-f3 t2-t3 t2-f0 t4-f0 t0-t3:3"
            " t1-t3:2 t1-f1 t0-t5 t0-f1 t0-f0 t5-t0:7 t5-f0 t0-f0 t3-f0 t0-f2 t0-f0 t3-f2 t3-f0 t0-f2 t0-f0 t3-f2"
            " t3-f1 t0-f2 t3-f2 t1-f3 t1-f0 t0-f0 t0-f2"
        ),
        goal="home KD",
        way="t1-t0:3 t5-t1 t5-f3 t3-f0 t0-f3 t1-f3 t1-t2 t1-f1 t1-f0 t0-f1 t2-f1 t3-f2 t0-f3",
    ),
)
