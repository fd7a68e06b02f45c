"""What is shown beside the board of a session with a task: the goal, how far the try is, and what can be done next."""

from dataclasses import dataclass

from app.core.words import number, numbered
from app.features.puzzles.service.puzzle_runs import goes_on as is_open
from app.features.puzzles.service.puzzles import TryView
from app.features.puzzles.values.puzzle import PuzzleRun, RunKind
from app.features.puzzles.values.task import TaskOutcome
from app.features.puzzles.words.days import days_words
from app.features.puzzles.words.lessons import LessonLine, lesson_line
from app.features.study.words.certificates import position_link
from app.features.study.words.variations import analysis_link
from app.play.values.solvers import Solvers
from app.play.words.reasons import move_sentence
from app.play.words.solvers import while_waiting
from app.play.words.summary import HOW_TO_MOVE
from engine.cards import NAME
from engine.lessons import Lesson
from engine.moves import Move, apply
from engine.puzzles import CardHome, Goal, Spaces, Theme, Uncovered
from engine.variations import Variations

_THEMES = {
    Theme.EMPTY_COLUMN: "empty a column",
    Theme.FILL_SPACE: "fill a space",
    Theme.REVERSE_RUN: "reverse a run",
    Theme.MOVE_SEQUENCE: "move a sequence",
    Theme.FREE_LOW_CARD: "free a low card",
    Theme.DEEP_DIG: "dig deep",
    Theme.COUNT_INTERVAL: "count the interval",
    Theme.HOLD_BACK: "hold a card back",
    Theme.SPARE_CELLS: "spare the cells",
    Theme.SPARE_SPACE: "spare the space",
}
_SHORT_WAY = 5
"""The most moves of a way to a goal that its panel names one by one."""


@dataclass(frozen=True, slots=True)
class PuzzleRunLine:
    """How far a run is, for the panel beside one of its tries."""

    id: str
    words: str
    goes_on: bool
    seconds: int | None
    """How many seconds are left of a sprint; None for a streak."""


@dataclass(frozen=True, slots=True)
class TaskPanel:
    """What _task.html shows."""

    session: str
    puzzle: str
    game: str
    turn: int
    """A number by which the page tells its questions apart."""
    tone: str
    """`going`, `thinking`, `solved` or `lost`."""
    rule: str
    """The rule that a lesson teaches; empty for a puzzle."""
    lit: str
    """The piles that the rule speaks of, separated by blanks; empty from the first move on."""
    goal: str
    state: str
    remark: str
    """What a lesson says about a move that keeps the win, as long as it is the last one."""
    says: str
    """How a try that is over went, in few words."""
    details: tuple[str, ...]
    """Sentences about a try that is over."""
    way: str
    """Where a lesson shows its way, which ends no try; empty for a puzzle, whose way ends one."""
    links: tuple[tuple[str, str], ...]
    """Addresses on the analysis board, each with where it leads."""
    rating: str
    """How the player's rating changed; empty if the try did not count."""
    themes: tuple[str, ...]
    vote: str
    may_vote: bool
    run: PuzzleRunLine | None
    """The streak or sprint it belongs to."""
    lesson: LessonLine | None
    """Where the lesson comes among the others; None for a puzzle."""
    passed_on: str
    """What to send to others about a puzzle, before its address; empty for a lesson and in a run."""
    missed: bool
    """Whether a try reached the goal of a lesson by what the lesson warns of."""
    days: str
    """How the player's run of days goes on after a try at the puzzle of the day; empty at any other."""

    @property
    def over(self) -> bool:
        """Whether the try has ended."""
        return self.tone in {"solved", "lost"}


def goal_sentence(goal: Goal) -> str:
    """Put a goal into a sentence."""
    match goal:
        case CardHome(card):
            return f"Bring the {NAME[card]} home without ever making a losing move."
        case Uncovered(card):
            return f"Free the {NAME[card]} without ever making a losing move."
        case Spaces(1):
            return "Empty a column without ever making a losing move."
        case Spaces(columns):
            return f"Have {number(columns)} columns empty at once without ever making a losing move."


def theme_words(theme: Theme) -> str:
    """Return a theme in words."""
    return _THEMES[theme]


def task_panel(seen: TryView, now: int, turn: int = 0, solvers: Solvers = Solvers.READY) -> TaskPanel:
    """Show how far a try is; `solvers` says how those stand that judge it."""
    task, puzzle = seen.task, seen.puzzle
    over = task.outcome is not None
    tone, state = _state(seen, solvers)
    return TaskPanel(
        session=seen.session.id,
        puzzle=puzzle.id,
        game=puzzle.variant.game.slug,
        turn=turn,
        tone=tone,
        rule=seen.lesson.lesson.rule if seen.lesson else "",
        lit=seen.lesson.lesson.lit if seen.lesson and seen.session.seq == seen.session.lead else "",
        goal=seen.lesson.lesson.task if seen.lesson else goal_sentence(puzzle.goal),
        state=state,
        remark=_remark(seen) if tone == "going" else "",
        says=_says(seen),
        details=_details(seen) if over else (),
        way=_way_link(seen),
        links=_links(seen) if over else (),
        rating=_rating(seen),
        themes=tuple(map(theme_words, puzzle.themes)) if over else (),
        vote=str(seen.vote or ""),
        run=run_line(seen.run, now) if seen.run else None,
        lesson=lesson_line(puzzle.variant.game, seen.lesson) if seen.lesson else None,
        passed_on=_share_text(seen) if over and not seen.lesson and not seen.run else "",
        missed=_missed(seen),
        days=days_words(seen.days, now) if seen.days else "",
        may_vote=over and seen.attempt is not None and seen.attempt.outcome is not None,
    )


def run_line(run: PuzzleRun, now: int) -> PuzzleRunLine:
    """Describe the state of a run."""
    goes_on = is_open(run, now)
    match run.kind:
        case RunKind.STREAK if goes_on:
            words = numbered(run.solved, "Streak: 1 solved.", "Streak: {count} solved.")
        case RunKind.STREAK:
            words = numbered(run.solved, "The streak is over: 1 solved.", "The streak is over: {count} solved.")
        case RunKind.SPRINT if goes_on:
            words = numbered(run.solved, "Sprint: 1 solved.", "Sprint: {count} solved.")
        case RunKind.SPRINT:
            words = numbered(run.solved, "The sprint is over: 1 solved.", "The sprint is over: {count} solved.")
    return PuzzleRunLine(run.id, words, goes_on, max(run.until - now, 0) // 1000 if run.until else None)


def _state(seen: TryView, solvers: Solvers) -> tuple[str, str]:
    match seen.task.outcome:
        case TaskOutcome.SOLVED if _missed(seen):
            return "solved", "You reached the goal, but not as the lesson means it."
        case TaskOutcome.SOLVED:
            return "solved", "Solved: every move kept the win."
        case TaskOutcome.LOST if seen.refutation:
            return "lost", "Not solved: a move lost the game."
        case TaskOutcome.LOST:
            return "lost", "Not solved: this try ended before the goal."
        case None if seen.thinking:
            return "thinking", while_waiting(solvers, "Checking your move…")
        case None if seen.session.seq > seen.session.lead:
            return "going", "Every move so far keeps the win."
        case None if seen.lesson and seen.lesson.number == 1:
            return "going", HOW_TO_MOVE
        case None:
            return "going", "Every move that keeps the win is right."


def _says(seen: TryView) -> str:
    """Return how a try that is over went, for the heading of its panel."""
    solved = seen.task.outcome is TaskOutcome.SOLVED
    if _missed(seen):
        return "Nearly: try it once more"
    if seen.lesson:
        return "Lesson done" if solved else "Not yet: try it again"
    return "Puzzle solved" if solved else "Not solved"


def _share_text(seen: TryView) -> str:
    """Return what to send to others about a puzzle; it tells no move."""
    game, task = seen.puzzle.variant.game.name, goal_sentence(seen.puzzle.goal)
    begun = f"I have solved a puzzle in {game}." if seen.task.outcome is TaskOutcome.SOLVED else f"A puzzle in {game}."
    return f"{begun} {task} Can you?"


def _remark(seen: TryView) -> str:
    """Return what a lesson says about the last move, and about a first one while it is alone; empty for nothing."""
    if seen.lesson is None:
        return ""
    if seen.session.seq == seen.session.lead + 1:
        first = seen.lesson.lesson.remarks.get(str(seen.session.last_move), "")
        return first or next(iter(seen.warnings), "")
    return seen.warnings[-1] if seen.warnings else ""


def _missed(seen: TryView) -> bool:
    """Return whether a try reached the goal of a lesson by what the lesson warns of."""
    return seen.task.outcome is TaskOutcome.SOLVED and any(seen.warnings)


def _details(seen: TryView) -> tuple[str, ...]:
    if seen.lesson:
        return _lesson_words(seen, seen.lesson.lesson)
    return _refutation_words(seen) or _way(seen)


def _lesson_words(seen: TryView, lesson: Lesson) -> tuple[str, ...]:
    """Return what a lesson says when a try at it has ended."""
    if _missed(seen):
        return next(said for said in seen.warnings if said), lesson.rule
    if seen.task.outcome is TaskOutcome.SOLVED:
        return (lesson.why,)
    if seen.refutation is None:
        return _way(seen)
    at_once = seen.refutation.before == seen.puzzle.position
    remark = lesson.remarks.get(str(seen.refutation.move), lesson.slip) if at_once else lesson.slip
    return remark, *_refutation_words(seen)


def _way(seen: TryView) -> tuple[str, ...]:
    """Return a short way to the goal that a try gave up on; of a longer one only its link says more."""
    puzzle, position, said = seen.puzzle, seen.puzzle.position, list[str]()
    if seen.task.outcome is TaskOutcome.SOLVED or len(puzzle.way) > _SHORT_WAY:
        return ()
    for move in puzzle.way:
        said.append(move_sentence(puzzle.variant.rules, position, move))
        position = apply(puzzle.variant.rules, position, move)
    return (f"A way to the goal: {' '.join(said)}",)


def _refutation_words(seen: TryView) -> tuple[str, ...]:
    if seen.refutation is None:
        return ()
    rules, before = seen.puzzle.variant.rules, seen.refutation.before
    lost = f"{move_sentence(rules, before, seen.refutation.move)} It is proved that nobody can win after that."
    if not seen.refutation.better:
        return (lost,)
    return lost, f"{move_sentence(rules, before, seen.refutation.better[0])} That would have kept the win."


def _links(seen: TryView) -> tuple[tuple[str, str], ...]:
    puzzle, found = seen.puzzle, []
    if seen.refutation:
        found.append((_board(seen, seen.refutation.line, len(seen.refutation.line)), "See the lost position"))
        found.append((position_link(puzzle.variant, puzzle.deal, puzzle.deck, seen.refutation.line), "The proof"))
        better = (*seen.refutation.line[:-1], *seen.refutation.better)
        if seen.refutation.better:
            found.append((_board(seen, better, len(seen.refutation.line) - 1), "See what wins"))
    elif seen.lesson and seen.task.outcome is not TaskOutcome.SOLVED:
        found.append((_way_link(seen), "See a way to the goal"))
    elif not seen.lesson:
        found.append((_board(seen, (*puzzle.moves, *puzzle.way), len(puzzle.moves)), "See a way to the goal"))
    return tuple(found)


def _way_link(seen: TryView) -> str:
    """Return the address at which a lesson at its table shows the way, move by move; empty for a puzzle."""
    if seen.lesson is None:
        return ""
    return f"/learn/{seen.puzzle.variant.game.slug}/{seen.lesson.number}/way?table={seen.session.id}"


def _board(seen: TryView, line: tuple[Move, ...], at: int) -> str:
    puzzle = seen.puzzle
    return analysis_link(puzzle.variant, puzzle.deal, puzzle.deck, Variations.of_line(line), at)


def _rating(seen: TryView) -> str:
    before, after = seen.task.rated_from, seen.task.rated_to
    if before is None or after is None:
        return ""
    return f"Your puzzle rating in {seen.puzzle.variant.game.name} was {before:,} and is now {after:,}."
