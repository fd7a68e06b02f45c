"""What the page says after a turn."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from app.play.table.piles import HIDDEN, seen_piles
from app.play.values.session import Turn
from app.play.words.spoken import describe_turn
from engine.cards import NAME, RANK_NAMES, SUIT_NAMES
from engine.deals import shuffled
from engine.moves import Move, apply, legal_moves
from engine.position import Position, deal
from engine.record import Do, Status, status
from engine.rules import Rules
from tests.engine.positions import place
from tests.engine.variants import rules_of
from tests.rows import SESSION

STONEWALL = rules_of("stonewall")
STRONGHOLD = rules_of("stronghold", cell="one")
FORTRESS = rules_of("fortress")
TWOS = rules_of("stalactites", by="twos")


def moved(rules: Rules, before: Position, *moves: str) -> Turn:
    made = tuple(map(Move.read, moves))
    after = before
    for move in made:
        after = apply(rules, after, move)
    session = SESSION._replace(status=status(rules, after))
    return Turn(session, rules, before, after, legal_moves(rules, after), Do.MOVE, made)


def undone(turn: Turn) -> Turn:
    return turn._replace(session=SESSION, before=turn.after, after=turn.before, did=Do.UNDO, moves=())


# In the fifth column an ace lies on a hidden jack.
UNCOVERING = {"t0": "5C 4D", "t1": "KC", "t4": "9C 2S JD AH", "t5": "2H"}


def test_a_card_home_and_one_turned_up_are_a_sentence_each() -> None:
    turn = moved(STONEWALL, place(STONEWALL, (0, 0, 0, 0, 2, 0), **UNCOVERING), "t4-f2")
    assert describe_turn(turn) == "Moved ace of hearts to the foundation. Turned up jack of diamonds in column 5."


def test_an_undo_says_where_the_card_came_back_and_names_no_hidden_card() -> None:
    turn = undone(moved(STONEWALL, place(STONEWALL, (0, 0, 0, 0, 2, 0), **UNCOVERING), "t4-f2"))
    assert describe_turn(turn) == "Moved ace of hearts back to column 5. A card in column 5 is face down again."


def test_a_redo_says_so() -> None:
    turn = moved(STRONGHOLD, place(STRONGHOLD, t0="5H", t1="6C 9S", t2="TC"), "t1-t2")
    assert describe_turn(turn._replace(did=Do.REDO)) == "Moved 9 of spades to column 3 again."


def test_a_sequence_is_called_by_its_lowest_card_and_the_cards_on_it() -> None:
    before = place(STRONGHOLD, t0="5H 9C 8D", t1="TC KD", t2="TS")
    turn = moved(STRONGHOLD, before, "t0-c0", "t0-t2", "c0-t2")
    assert describe_turn(turn) == "Moved 9 of clubs and 1 more to column 3. Uncovered 5 of hearts."


def test_a_sequence_that_is_poured_into_a_space_is_said_to_be_turned_round() -> None:
    turn = moved(FORTRESS, place(FORTRESS, t0="KC 9H 8H 7H"), "t0-t1", "t0-t1", "t0-t1")
    assert describe_turn(turn) == "Moved 7 of hearts and 2 more, turned round, to column 2. Uncovered king of clubs."
    assert describe_turn(undone(turn)) == "Moved 9 of hearts and 2 more, turned round, back to column 1."


def test_cards_that_followed_home_are_named_after_the_card_that_was_moved() -> None:
    before = place(FORTRESS, t0="KC AS 5H", t1="6H", t2="2S")
    turn = moved(FORTRESS, before, "t0-t1", "t0-f1", "t2-f1")
    assert (
        describe_turn(turn) == "Moved 5 of hearts to column 2. Moved ace of spades and 2 of spades to the foundation. "
        "Uncovered king of clubs. Emptied column 3."
    )


def test_many_cards_home_are_counted_and_a_win_is_said() -> None:
    before = place(FORTRESS, f0="to KC", f1="to KS", f2="to KH", f3="to 8D", t0="KD QD JD TD 9D")
    turn = moved(FORTRESS, before, *["t0-f3"] * 5)
    assert describe_turn(turn) == "Moved 5 cards to the foundations. You have won."


def test_many_places_are_counted() -> None:
    before = place(FORTRESS, t0="AC", t1="AS", t2="AH", t3="AD", t4="KD")
    turn = undone(moved(FORTRESS, before, "t0-f0", "t1-f1", "t2-f2", "t3-f3"))
    assert describe_turn(turn) == "Moved 4 cards back to where they lay."


def test_foundations_that_have_no_suit_have_numbers() -> None:
    turn = moved(TWOS, place(TWOS, f0="5C", f1="6S", f2="6H", f3="6D", t0="KC 7H", t1="2S 2C"), "t0-f0")
    assert describe_turn(turn) == "Moved 7 of hearts to foundation 1. Uncovered king of clubs."


def test_a_cell_is_named_and_the_end_of_all_moves_is_said() -> None:
    turn = moved(TWOS, place(TWOS, f0="5C", f1="6S", f2="6H", f3="6D", c0="2S", t0="KC"), "t0-c1")
    assert describe_turn(turn) == "Moved king of clubs to cell 2. Emptied column 1. No legal moves are left."


def test_giving_up_is_said_and_looking_is_not() -> None:
    position = place(STRONGHOLD, t0="KH")
    looked = Turn(SESSION, STRONGHOLD, position, position, [])
    assert describe_turn(looked) == ""
    given_up = looked._replace(session=SESSION._replace(status=Status.GIVEN_UP), did=Do.GIVE_UP)
    assert describe_turn(given_up) == "The game was given up."


NAMES = re.compile(rf"\b({'|'.join(RANK_NAMES)}) of ({'|'.join(SUIT_NAMES)})\b")


@settings(max_examples=30, derandomize=True)
@given(number=st.integers(1, 32_000), choices=st.lists(st.integers(0, 1 << 16), min_size=20, max_size=80))
def test_only_cards_that_lie_open_are_ever_named(number: int, choices: list[int]) -> None:
    position = deal(STONEWALL, shuffled(number))
    for choice in choices:
        legal = legal_moves(STONEWALL, position)
        if not legal:
            break
        turn = moved(STONEWALL, position, str(legal[choice % len(legal)]))
        position = turn.after
        for said in (turn, undone(turn)):
            seen = {NAME[card] for pile in seen_piles(STONEWALL, said.after) for card in pile if card != HIDDEN}
            named = {match[0] for match in NAMES.finditer(describe_turn(said))}
            assert named
            assert named <= seen
