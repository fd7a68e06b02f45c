"""Lessons of Stonewall, which show every card.

Blind play on 60 winnable deals loses 63 % of its games by bringing down a card from the reserve, 15 % by laying a card
on a column that holds a card which some foundation takes soon, and 11 % by filling the last space
(`python -m engine.solver.mining.traps stonewall 60`).
"""

from engine.lessons import Lesson

LESSONS = (
    Lesson(
        title="What lies on what",
        says=(
            "Cards go downwards in alternating colours: a black 9 on a red 10. On the foundations they go up in"
            " suit, from the ace. In a lesson you see every card; at the table half of the wall lies face down until"
            " you take it apart."
        ),
        rule="A card goes onto a card of the other colour that is one rank higher.",
        lit="t2 t3 t4 f2",
        task="Take the ace of hearts off the 5 of diamonds.",
        why=(
            "The ace may go home, or onto either black 2. What lay beneath it is free, and at the table a face-down"
            " card turns up as soon as nothing covers it."
        ),
        slip="That move cost the game.",
        remarks={},
        options="",
        deal=836803338,
        moves="",
        goal="uncover 5D",
        way="t3-f2",
    ),
    Lesson(
        title="A link from the reserve",
        says=(
            "The reserve lies open from the first move to the last, and each of its cards can be played once. The"
            " best use of one is as a link: it takes a sequence that nothing else would take."
        ),
        rule="A card of the reserve can be played once: use it as a link for a sequence.",
        lit="r1 r3 r4 r6 r13",
        task="Bring the 4 of spades home.",
        why=(
            "The 8 of spades made a place for the 7 and the 6, which travelled together and set the 4 free. That is"
            " what a reserve card is for."
        ),
        slip="That move cost the game.",
        remarks={},
        options="",
        deal=255171313,
        moves=(
            "r11-f0 t3-f0 t4-f0 r14-f0 t0-t5 t3-t0 t3-f1 t0-t3:2 t0-f2 t4-t0 t3-t0:3 r7-t3 t5-t3:2 r10-t5 r15-t5"
            " r9-t5 r0-t3 t1-t3 t1-f2 t2-f2 t2-t5 t2-t5 t1-t2 r8-t2 t4-t2 t4-f1 t3-t2:6 t0-t3:5 r5-t0 r12-t0 t3-t0:6"
            " t2-t5 t0-t3:9 r2-t1 t0-t1 t5-t0:7 t3-t5:2 t5-t4 t0-t2 t4-t5 t5-t3:2 t2-f1 t4-t5 t2-f2"
        ),
        goal="home 4S",
        way="r6-t4 t5-t4:2 t5-f1",
    ),
    Lesson(
        title="What a space is worth",
        says=("A space takes whatever you like: one card, or a packed sequence of any length, which travels as one."),
        rule="A space takes one card, or a packed sequence of any length.",
        lit="t3",
        task="Bring the 5 of spades home.",
        why=(
            "Seven cards crossed over in one move, and two went home from beneath them. A space is worth most while"
            " it is still empty, so fill it only for something like this."
        ),
        slip="The space is gone, and with it the way to what lies beneath the sequence.",
        remarks={},
        wary={
            "-t3": (
                "The space is taken, and all seven cards of the sequence need it. Undo that, and move them together."
            ),
        },
        options="",
        deal=927318939,
        moves=(
            "t3-f0 r1-f0 t4-f2 r8-f0 r6-t4 r10-t5 t2-t5 t2-f3 t2-f2 r3-t5 r2-t0 t4-t0:2 r12-t4 r7-t4 t2-t0 t2-f2"
            " t5-t2:4 r5-t5 r0-f2 r13-t5 t2-t5:5 t1-t2 t1-f3 t1-f1 r9-f0 t0-f1 t2-f1 t0-f3 t0-f1 t0-f2 t5-t2:8 t0-t1"
            " t0-t1 t3-t5 t1-t5:3 r15-t1 t0-t1 t1-t3:3 t5-t1:5 t5-t4 t5-f0 r11-t5 t0-t5 t1-t5:6 t3-t1:4 r14-t3"
            " t1-t3:4 t3-t1:6 t3-f0 t3-f2 t5-t0:2 t0-t3:2 t2-t1:2 t5-t4:3 t3-t0:2"
        ),
        goal="home 5S",
        way="t4-t3:7 t4-f0 t4-f1",
    ),
    Lesson(
        title="Leave the reserve where it is",
        says=(
            "In our count, six in ten lost games are lost by bringing down a card from the reserve. Up there it is in"
            " nobody’s way; down here it takes a place and never goes back."
        ),
        rule="A card brought down from the reserve takes a place and never goes back.",
        lit="r1 r3 r6 r10 r12",
        task="Bring the jack of spades home.",
        why=(
            "The jack of clubs took the red Queen and left a space for the King, and the jack of spades went home"
            " straight from the reserve. Down on the Queen he would have been in the way of all that."
        ),
        slip="A reserve card came down, or a space was filled, and the place is missing now.",
        remarks={
            "r1-t2": (
                "The jack of spades fits on the Queen, but so does the jack of clubs, who needs her: without her his"
                " column never empties."
            ),
        },
        wary={
            "r-t": (
                "In the reserve that card was in nobody’s way, and here it takes a place. Undo that, and leave it up"
                " there."
            ),
        },
        options="",
        deal=107117811,
        moves=(
            "r4-f1 t5-f1 r15-f2 t2-t0 r0-f1 r9-t1 t0-t3 t0-t4 t0-t2 r8-t0 r11-t0 t2-t0:2 t5-t2 t5-t3 t5-f0 t5-f3"
            " r5-f3 r13-f3 t5-t0 t4-t5:2 t4-f1 t3-f1 t0-f1 r7-t0 r2-t0 t1-t0:2 t3-t4:2 t2-t3 t4-t5 t1-f3 t1-t3"
            " t0-t1:5 t5-t4 t5-f1 t4-t5:2 t0-f1 t1-t0:6 t0-t1:9 t1-t0:10 t1-t5 t0-t1:11 r14-t5 t0-f1 t0-f3 t3-t0"
            " t3-t2"
        ),
        goal="home JS",
        way="t0-t2 t3-t0 t3-f1 r1-f1",
    ),
    Lesson(
        title="Win a game",
        says="The wall is down. Twelve moves bring the rest home.",
        rule="A space takes one card, or a packed sequence of any length.",
        lit="t0 t1 t3 t5",
        task="Bring the king of hearts home.",
        why="That is a won game. When every card lies face up, nothing can go wrong any more.",
        slip="That move cost the game.",
        remarks={},
        options="",
        deal=323957153,
        moves=(
            "r9-f2 t0-f2 t1-f3 t3-f3 t0-t4 r1-t5 t4-t0:2 t4-t3 t4-t5 t4-f3 r3-f3 t2-f3 t3-t4:2 t0-t5:3 r2-f3 t5-t4:6"
            " r8-t5 t3-t5 t3-f0 r13-f0 r6-t3 r15-t3 t1-t3 t1-f0 t5-t3:3 t5-t3 r4-t3 t2-t3 t2-f0 r14-f0 t0-f0 t0-f0"
            " t0-f2 t1-t0 t1-f1 r0-f1 r11-f1 t5-f1 t3-f2 t3-f1 t4-f2 t4-f1 t3-f2 t3-f1 t1-f1 t4-f3 t4-f0 t3-f3 t4-f3"
            " t5-f0 t3-f1 t3-f3 r10-f3 t4-f0 t3-f0 t5-f0 t3-f3 r7-f3 t3-f0 t0-f1 t3-f1"
        ),
        goal="home KH",
        way="t4-t0:3 t2-t1 t2-t3 t2-f2 t4-f2 r5-f2 t3-f2 t0-f2 t0-f1 t1-f1 r12-f2 t0-f2",
    ),
)
