"""What must hold in every position of every game, whatever was played."""

from collections.abc import Iterator

import pytest

from engine.boards import board_text, read_board
from engine.cards import CARDS
from engine.moves import IllegalMove, Move, Outcome, apply, legal_moves, objection, outcome
from engine.position import Position, deal, face_down_rows, layout, restore, snapshot
from engine.rules import COMPLETE, Rules


def candidates(rules: Rules, position: Position) -> Iterator[Move]:
    """Return every move between two piles, with every number of cards and one too many, and moves from no pile."""
    table = layout(rules)
    for at, source in enumerate(table.ids):
        for target in table.ids:
            for count in range(1, len(position.piles[at]) + 2):
                yield Move(source, target, count)
        yield Move(source, "t99")
        yield Move("c99", source)


def check_cards(rules: Rules, position: Position) -> None:
    """Check that every card lies in one place and no pile holds more than it may."""
    assert sorted(card for pile in position.piles for card in pile) == list(CARDS)
    table = layout(rules)
    assert all(len(position.piles[at]) <= 1 for at in (*table.cells, *table.reserve))
    assert all(len(position.piles[at]) <= COMPLETE for at in table.foundations)


def check_face_down(rules: Rules, position: Position) -> None:
    """Check that only cards in rows dealt face down lie face down, and never a top card."""
    for at in layout(rules).columns:
        hidden = face_down_rows(rules, position, at)
        assert len(hidden) == position.face_down[at]
        assert set(hidden) <= set(rules.face_down_rows)
        assert all(row < len(position.piles[at]) - 1 for row in hidden)


def check_texts(rules: Rules, position: Position) -> None:
    """Check that the snapshot and the board text lead back to this position."""
    line = snapshot(rules, position)
    assert "\n" not in line
    assert restore(rules, line) == position
    assert read_board(rules, board_text(rules, position)) == position


def check_moves(rules: Rules, position: Position) -> None:
    """Check that the legal moves are the candidates without objection, each once, and that their texts can be read."""
    legal = legal_moves(rules, position)
    assert len(set(legal)) == len(legal)
    assert {move for move in candidates(rules, position) if objection(rules, position, move) is None} == set(legal)
    assert [Move.read(str(move)) for move in legal] == legal


def check_refusal(rules: Rules, position: Position, move: Move) -> None:
    """Check that a move that is not legal is refused with its objection."""
    with pytest.raises(IllegalMove) as refused:
        apply(rules, position, move)
    assert refused.value.objection is objection(rules, position, move)


def check_move(rules: Rules, position: Position, move: Move) -> None:
    """Check that a legal move takes the cards it names from one pile to the other and changes nothing else."""
    table, after = layout(rules), apply(rules, position, move)
    source, target = table.index[move.source], table.index[move.target]
    taken = position.piles[source][-move.count :]
    assert position.piles[source] == after.piles[source] + taken
    assert after.piles[target] == position.piles[target] + taken
    for at, pile in enumerate(position.piles):
        assert at in {source, target} or after.piles[at] == pile
    for at in table.columns:
        assert after.face_down[at] <= position.face_down[at] <= after.face_down[at] + (at == source)


def check_outcome(rules: Rules, position: Position) -> None:
    """Check that stuck means no move except whole columns to spaces, and won that nothing is left to play."""
    legal, table = legal_moves(rules, position), layout(rules)
    left = sum(len(position.piles[at]) for at in (*table.columns, *table.cells, *table.reserve))
    renaming = [
        move
        for move in legal
        if move.source[0] == move.target[0] == "t"
        and not position.piles[table.index[move.target]]
        and len(position.piles[table.index[move.source]]) == move.count
    ]
    expected = Outcome.WON if not left else Outcome.STUCK if len(renaming) == len(legal) else Outcome.PLAYING
    assert outcome(rules, position, legal) is expected


def check(rules: Rules, position: Position) -> None:
    """Check all that can be checked of a single position."""
    check_cards(rules, position)
    check_face_down(rules, position)
    check_texts(rules, position)
    check_moves(rules, position)
    check_outcome(rules, position)


def dealt(rules: Rules, deck: tuple[int, ...]) -> Position:
    """Deal a deck and check that nothing is missing."""
    position = deal(rules, deck)
    check_cards(rules, position)
    return position
