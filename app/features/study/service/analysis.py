"""The analysis board: moves tried from a deal, and a solver's label for each move of the position shown.

The board shows every card, so players cannot analyse a deal with face-down cards while they are playing it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import Connection

from app.core.refusals import Impossible
from app.people.service import players
from app.play.rows import sessions
from app.play.service import questions
from app.play.service.secrecy import check_help_with, check_unposed
from app.play.values.question import QuestionKind, QuestionSubject
from engine.asking import Labelled, Labels, Verdict
from engine.deals import Deck
from engine.descent import DealQuery
from engine.likeness import likeness
from engine.moves import after, distinct_moves, is_won, objection
from engine.position import Position, deal, snapshot
from engine.rules import Game, Variant
from engine.variations import Variations

MOST_IN_PLAY = 100
"""A deck is compared with at most this many of the player's games in play."""
PATIENCE_MS = 30_000
"""How long labels stay wanted after somebody last asked for them; an open page asks again."""


@dataclass(frozen=True)
class Analysis:
    """A deal with the moves tried on it, and the position shown."""

    variant: Variant
    deal: int | None
    """Its number; None if it is hand-made."""
    deck: Deck
    tree: Variations
    at: int
    """The number of the move that led to the position shown; 0 for the deal."""
    positions: Sequence[Position]
    """The deal, and the position after each move of the tree."""

    @property
    def position(self) -> Position:
        """Return the position shown."""
        return self.positions[self.at]

    @cached_property
    def path(self) -> list[int]:
        """Return 0 and the numbers of the moves up to the position shown and on along the main line."""
        return [0, *self.tree.way(self.tree.main_end(self.at))]

    def question(self, number: int) -> str:
        """Return the name of the question about the moves of a position."""
        return questions.key(QuestionKind.LABEL, self.about(number))

    def about(self, number: int) -> QuestionSubject:
        """Return a position as the subject of a question."""
        return QuestionSubject(self.variant, snapshot(self.variant.rules, self.positions[number]))


@dataclass(frozen=True, slots=True)
class AnalysisLine:
    """A deal with moves to try on it, as somebody sent them."""

    variant: Variant
    deal: int | None
    deck: Deck
    tree: Variations
    at: int


def lay_out(connection: Connection, sent: AnalysisLine, player_id: str | None, now: int) -> Analysis:
    """Play a tree of moves from a deck, and return the board that shows the position after one of them.

    Raises:
        Withheld, Impossible: see `check`.
        Impossible: a move is not legal where it stands; the sentence names the first such move.
    """
    rules, tree = sent.variant.rules, sent.tree
    positions, refusal = [deal(rules, sent.deck)], None
    for place, (move, parent) in enumerate(zip(tree.moves, tree.parents, strict=True), 1):
        before = positions[parent]
        if refused := objection(rules, before, move):
            refusal = Impossible(f"Move {place}, {move}, is not legal: {refused.value}")
            break
        positions.append(after(rules, before, move))
    check(
        connection,
        sent.variant.game,
        DealQuery(rules, sent.deck, [*positions, *positions[sent.at : sent.at + 1]]),
        player_id,
        now,
    )
    if refusal:
        raise refusal
    return Analysis(sent.variant, sent.deal, sent.deck, tree, sent.at, positions)


def check(connection: Connection, game: Game, asked: DealQuery, player_id: str | None, now: int) -> None:
    """Refuse to analyse what belongs to an open event or is too much like it, and cards that the player must not see.

    This compares the deal with those of all open events, so it is for the lane of heavy reads.

    Raises:
        Withheld: see `check_help_with` and `check_unposed`.
        Impossible: the player has a game in play on the deal, and some of its cards lie face down.
    """
    check_help_with(connection, asked, player_id, now)
    check_unposed(connection, game, asked, player_id, None)
    if game.rules.face_down_rows and player_id and _looks_in_play(connection, player_id, game, asked.deck):
        raise Impossible("You are playing this deal. Analysis shows all cards, so you can use it after your game.")


def _looks_in_play(connection: Connection, player_id: str, game: Game, deck: Deck) -> bool:
    """Return whether a player has a game in play that looks like this deck, whatever cards lie face down.

    If it compared all cards, a refusal would confirm a right guess.
    """
    look = likeness(game.rules, deck)
    decks = sessions.decks_in_play(connection, player_id, game, MOST_IN_PLAY)
    return any(likeness(game.rules, other) == look for other in decks)


def ask(connection: Connection, asked: Analysis, player_id: str, now: int) -> Labels:
    """Return what is known about the moves of the position shown, and ask a solver about the rest; call `check` first.

    The player no longer waits for the moves of other positions.

    Raises:
        TooMany: the player waits for too many answers already.
    """
    unlabelled = at_first(asked.variant, asked.position)
    if not unlabelled.moves:
        return unlabelled
    players.ensure(connection, player_id, now)
    kept = questions.go_on(connection, QuestionKind.LABEL, asked.about(asked.at), player_id, now, PATIENCE_MS)
    return kept.labels if kept else unlabelled


def at_first(variant: Variant, position: Position) -> Labels:
    """Return what is known about the moves of a position without a solver."""
    if moves := distinct_moves(variant.rules, position):
        return Labels(moves=[Labelled(str(move)) for move in moves])
    return Labels(Verdict.WINNABLE if is_won(variant.rules, position) else Verdict.UNWINNABLE)


def known_labels(connection: Connection, asked: Analysis) -> dict[int, Labels]:
    """Return the known labels of the positions along `path`, by their numbers; call `check` first."""
    named = {asked.question(number): number for number in asked.path}
    return {named[name]: kept.labels for name, kept in questions.known_answers(connection, list(named)).items()}


def labels_now(connection: Connection, name: str) -> Labels | None:
    """Return what is known so far about the moves that a question is about; None if nothing is."""
    return next((answer.labels for answer in questions.known_answers(connection, [name]).values()), None)
