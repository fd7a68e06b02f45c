"""Puzzles for programs."""

from secrets import choice
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from pydantic import Field, StrictStr

from app.core.bounds import LONGEST_TRY
from app.core.clock import now_ms, today
from app.core.refusals import NotFound
from app.core.store.database import Connection
from app.features.puzzles.documents import AttemptDocument, PuzzleDocument
from app.features.puzzles.pages.tasks import news, wait_for_verdicts
from app.features.puzzles.service import choosing, days, puzzles, tasks
from app.features.puzzles.service.tasks import TriedMoves
from app.features.puzzles.values.task import TaskOutcome, TaskProgress
from app.people.token import Scope
from app.web.bodies import Body, body_entry, json_body, refusals, require_json
from app.web.dependencies import Db, Now, PlayedOrAll, Player, Reading, Visitor
from app.web.limits import RequestKind, counted_as
from app.web.tokens import open_to
from engine.games import GAMES
from engine.moves import Move
from engine.puzzles import Puzzle

SECONDS = 25.0
"""How long an answer waits for verdicts."""

PuzzleId = Annotated[str, Path(description="The `id` of the puzzle.")]


class NewAttempt(Body):
    """Moves tried from the puzzle's position."""

    moves: list[StrictStr] = Field(max_length=LONGEST_TRY, description="Move texts.", examples=[["t5-t3", "t5-f1"]])


router = APIRouter(
    prefix="/api/v1/puzzles",
    tags=["puzzles"],
    responses=refusals(
        {
            403: "An open event uses the puzzle's deal, or one too much like it.",
            404: "There is no such puzzle or game.",
            422: "A move is not legal where it stands.",
            503: "The server cannot reach the games at the moment.",
        }
    ),
    dependencies=[Depends(require_json)],
)


@router.get(
    "/next", response_description="The puzzle.", response_model_exclude_none=True,
    dependencies=[Reading],
)  # fmt: skip
@open_to(Scope.PUZZLE)
async def next_puzzle(game: PlayedOrAll, db: Db, visitor: Visitor, now: Now) -> PuzzleDocument:
    """Find a puzzle near your rating that you have not attempted, in the game that you name or else in any."""

    def choose(connection: Connection) -> tuple[Puzzle, int]:
        games = [game] if game else [one for one in GAMES.values() if choosing.has_puzzles(connection, one)]
        if not games:
            raise NotFound("There are no puzzles here yet.")
        found = choosing.next_for(connection, visitor, choice(games), now)
        return found, puzzles.difficulty(connection, found)

    return PuzzleDocument.of(*await db.study(choose))


@router.get(
    "/day", response_description="The puzzle.", response_model_exclude_none=True,
    dependencies=[Reading],
)  # fmt: skip
@open_to(Scope.PUZZLE)
async def puzzle_of_the_day(db: Db, now: Now) -> PuzzleDocument:
    """Look at the puzzle of the day, the same for everybody from midnight to midnight UTC. This begins no attempt."""

    def find(connection: Connection) -> tuple[Puzzle, int]:
        puzzle = choosing.of_day(connection, today(now), now)
        return puzzle, puzzles.difficulty(connection, puzzle)

    return PuzzleDocument.of(*await db.study(find))


@router.get(
    "/{puzzle_id}", response_description="The puzzle.",
    response_model_exclude_none=True, dependencies=[Reading],
)  # fmt: skip
@open_to(Scope.PUZZLE)
async def show_puzzle(puzzle_id: PuzzleId, db: Db, now: Now) -> PuzzleDocument:
    """Look at a puzzle. This begins no attempt."""

    def look(connection: Connection) -> tuple[Puzzle, int]:
        found = tasks.get_visible(connection, puzzle_id, now)
        return found, puzzles.difficulty(connection, found)

    return PuzzleDocument.of(*await db.study(look))


@router.post(
    "/{puzzle_id}/attempts", operation_id="attempt_puzzle", openapi_extra=body_entry(NewAttempt),
    response_description="How far the moves are right.", dependencies=[Reading],
)  # fmt: skip
@counted_as(RequestKind.ANALYSIS)
@open_to(Scope.PUZZLE)
async def attempt(
    request: Request,
    puzzle_id: PuzzleId,
    body: Annotated[NewAttempt, json_body(NewAttempt)],
    db: Db,
    player: Player,
    now: Now,
) -> AttemptDocument:
    """Try moves from the puzzle's position.

    Every move that keeps the win is right, and so is one that no solver can decide. You solve the puzzle if you reach
    the goal without a losing move. Your first attempt is rated. While it is `open`, you can send more moves, or other
    ones: it stays the first attempt until it is solved or lost, here or at a table. The answer waits up to 25 seconds
    for the solvers. If they need longer, it is `open`, and you can send the same moves again.
    """
    moves = list(map(Move.read, body.moves))

    def lay_out(connection: Connection) -> tuple[Puzzle, TriedMoves]:
        found = tasks.get_visible(connection, puzzle_id, now)
        return found, tasks.tried_line(found, moves)

    puzzle, tried = await db.study(lay_out)
    standing = TaskProgress()
    if moves:
        await db.write(puzzles.begin, player, puzzle, now)
        standing = await news(
            request, db, player, puzzle.variant, lambda connection: tasks.judge(connection, tried), SECONDS
        )
    if standing.outcome and (table := await db.read(puzzles.in_play, player, puzzle.id)):
        # The first attempt may have ended at a table, where nobody has asked yet how it went.
        await wait_for_verdicts(request, db, table.id, player, SECONDS)
        _, there = await db.study(puzzles.look, table.id, player, now_ms())
        if there.asks:
            standing = TaskProgress()
    if outcome := standing.outcome:
        day = await db.study(days.of_puzzle, puzzle.id, now) if outcome is TaskOutcome.SOLVED else None
        await db.write(lambda connection: puzzles.count(connection, player, puzzle, outcome, day, now_ms()))
    rating = await db.read(choosing.rating_of, player, puzzle.variant.game)
    return AttemptDocument.of(standing, rating)
