"""Keeps help with a puzzle's position from whoever has yet to try the puzzle.

Puzzles are found by the likeness of their deals, so other names of cards change nothing. A deck built by hand around a
position finds none. To build one is as much work as to come back as a second guest, give up and read the way, which
nobody can prevent either.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from app.features.puzzles.rows import proposals, puzzles
from app.play.rows import sessions
from app.play.service import shipped
from engine.caching import cached
from engine.deals import Deck
from engine.descent import DealQuery
from engine.likeness import likeness
from engine.moves import after, along, legal_moves
from engine.puzzles import Puzzle
from engine.rules import Game
from engine.sightings import Sighting, is_sighted, sighting


class Posed(NamedTuple):
    """A puzzle on a deal, and since when it has been one."""

    puzzle: Puzzle
    since: int


def posed_as(
    connection: Connection, game: Game, asked: DealQuery, player_id: str | None, begun_at: int | None
) -> str | None:
    """Return the name of a puzzle that the player has yet to try, and about whose position an answer would tell.

    That is the position itself, one a move later, or one on the known way. Nothing is kept from the puzzle's maker, nor
    from somebody who played the deal before the puzzle was there.
    """
    for puzzle, since in _on(connection, game, asked.deck):
        was_there = begun_at is None or since <= begun_at
        if was_there and is_sighted(asked, _sightings(puzzle)) and not _may_know(connection, player_id, puzzle, since):
            return f"puzzle {puzzle.id}"
    return None


def _on(connection: Connection, game: Game, deck: Deck) -> Iterator[Posed]:
    look = likeness(game.rules, deck)
    for puzzle in _shipped(game).get(look, ()):
        yield Posed(puzzle, 0)
    for puzzle, added_at in puzzles.on_deals_like(connection, game, look):
        yield Posed(puzzle, added_at)


def _may_know(connection: Connection, player_id: str | None, puzzle: Puzzle, since: int) -> bool:
    if player_id is None:
        return False
    attempt = puzzles.attempt_of(connection, player_id, puzzle.id)
    if attempt and attempt.outcome:
        return True
    proposal = proposals.find(connection, puzzle.id)
    if proposal and proposal.player_id == player_id:
        return True
    return puzzle.deal is not None and sessions.has_played_before(
        connection, player_id, puzzle.variant.game, puzzle.deal, since
    )


@cached()
def _shipped(game: Game) -> Mapping[str, Sequence[Puzzle]]:
    """Return the puzzles of a game that come with Rampart, by the likeness of their deals."""
    found: dict[str, list[Puzzle]] = {}
    for variant in game.variants({}):
        for puzzle in shipped.shipped_puzzles(variant):
            found.setdefault(likeness(game.rules, puzzle.deck), []).append(puzzle)
    return found


@cached(512)
def _sightings(puzzle: Puzzle) -> frozenset[Sighting]:
    """Return the positions of a puzzle about which nothing is told, as `sighting` writes them."""
    rules, start = puzzle.variant.rules, puzzle.position
    positions = [start, *along(rules, start, puzzle.way[:-1])]
    positions += [after(rules, start, move) for move in legal_moves(rules, start)]
    return frozenset(filter(None, [sighting(rules, one) for one in positions]))
