"""What pages say of puzzles, tries, runs and lessons."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection

from app.core.refusals import Impossible, NotFound, NotYours
from app.features.puzzles.rows import puzzle_runs as run_rows
from app.features.puzzles.rows import puzzles
from app.features.puzzles.service import choosing, puzzle_pages, puzzle_runs
from app.features.puzzles.service.choosing import NEAREST, EligiblePuzzle
from app.features.puzzles.service.days import DaysInRow
from app.features.puzzles.service.lessons import Taught
from app.features.puzzles.service.of_day import KEPT_MS, PuzzleOfDay, PuzzleOfDayView
from app.features.puzzles.service.puzzle_pages import Shown
from app.features.puzzles.service.puzzle_runs import MISTAKE_MS, SPRINT_MS
from app.features.puzzles.service.puzzles import TryView
from app.features.puzzles.values.proposal import ProposalState
from app.features.puzzles.values.puzzle import PuzzleAttempt, PuzzleRun, RunKind, Vote
from app.features.puzzles.values.task import Refutation, Task, TaskOutcome
from app.features.puzzles.words import lessons as lesson_words
from app.features.puzzles.words.of_day import show_puzzle
from app.features.puzzles.words.puzzles import (
    attempt_words,
    best_words,
    goal_words,
    puzzle_page,
    rating_words,
    run_title,
)
from app.features.puzzles.words.task import TaskPanel, goal_sentence, run_line, task_panel
from app.features.ratings.values.rating import Rating
from app.features.study.words.certificates import position_link
from app.features.study.words.variations import analysis_link
from app.people.rows import players
from app.play.service.shipped import shipped_puzzles
from app.play.values.solvers import Solvers
from app.play.words.solvers import BY_ITSELF
from engine.cards import NAME
from engine.games import GAMES, find
from engine.lessons import lessons
from engine.moves import Move, apply
from engine.puzzles import Spaces, Uncovered
from engine.variations import Variations
from tests.app.puzzles.conftest import OTHER, PUZZLE
from tests.factories import FORTRESS, a_player, a_session

NOW = 1_800_000_000_000
DAY = 24 * 3_600_000
ATTEMPT = PuzzleAttempt("ann", PUZZLE.id, PUZZLE.variant.game, NOW)
SOLVED, LOST = (replace(ATTEMPT, begun_at=NOW, ended_at=NOW, outcome=outcome) for outcome in TaskOutcome)
RUN = PuzzleRun("run", "ann", RunKind.STREAK, None, NOW)
SPRINT = replace(RUN, kind=RunKind.SPRINT, until=NOW + SPRINT_MS)


@pytest.mark.parametrize(
    ("attempt", "words"),
    [
        (ATTEMPT, ""),
        (replace(ATTEMPT, begun_at=NOW), "Begun"),
        (SOLVED, "Solved at the first attempt"),
        (LOST, "Failed"),
        (replace(LOST, solved_at=NOW), "Failed at first, solved later"),
    ],
)
def test_how_somebody_did_at_a_puzzle_is_said_on_all_pages(attempt: PuzzleAttempt, words: str) -> None:
    assert attempt_words(attempt) == words
    shown = show_puzzle(PuzzleOfDayView(PUZZLE, attempt, new_game=False, days=NO_DAYS), NOW)
    assert (shown.outcome, shown.ended, shown.address) == (words, attempt.ended_at is not None, f"/puzzles/{PUZZLE.id}")
    page = puzzle_page(Shown(PUZZLE, Rating(1400.0), attempt, {}, None, ProposalState.TAKEN, new_game=False))
    assert (page.outcome, page.themes, page.votes) == (words, "free a low card" if shown.ended else "", "")


def test_a_puzzle_says_how_hard_it_is_and_who_liked_it() -> None:
    assert show_puzzle(PuzzleOfDayView(PUZZLE, None, new_game=True, days=NO_DAYS), NOW).outcome == ""
    pages = [
        puzzle_page(
            Shown(PUZZLE, Rating(1400.0, attempts=attempts), None, votes, None, ProposalState.TAKEN, new_game=False)
        )
        for attempts, votes in ((0, {Vote.UP: 2}), (1, {Vote.DOWN: 1}), (2, {Vote.UP: 1_000, Vote.DOWN: 1}))
    ]
    assert [page.rating for page in pages] == [
        "Nobody has attempted it yet. A first guess at its rating is 1,400.",
        "Its rating is 1,400, after 1 rated attempt.",
        "Its rating is 1,400, after 2 rated attempts.",
    ]
    assert [page.votes for page in pages] == [
        "2 of 2 players who voted liked it.",
        "0 of 1 players who voted liked it.",
        "1,000 of 1,001 players who voted liked it.",
    ]
    assert {page.goal for page in pages} == {goal_words(PUZZLE)}
    assert [rating_words(one) for one in (None, Rating(1512.4, 60), Rating(1512.4, 200))] == [
        "Not rated yet",
        "Rating 1,512",
        "Rating about 1,512",
    ]


def test_goals_are_sentences() -> None:
    card = PUZZLE.goal.card  # type: ignore[union-attr]
    assert goal_sentence(PUZZLE.goal) == f"Bring the {NAME[card]} home without ever making a losing move."
    assert goal_sentence(Uncovered(card)) == f"Free the {NAME[card]} without ever making a losing move."
    assert goal_sentence(Spaces(1)) == "Empty a column without ever making a losing move."
    assert goal_sentence(Spaces(2)) == "Have two columns empty at once without ever making a losing move."


@pytest.mark.parametrize(
    ("run", "at", "words", "goes_on", "seconds"),
    [
        (RUN, NOW, "Streak: 0 solved.", True, None),
        (replace(RUN, solved=1, ended_at=NOW), NOW, "The streak is over: 1 solved.", False, None),
        (replace(SPRINT, solved=1), NOW, "Sprint: 1 solved.", True, 180),
        (replace(SPRINT, solved=2), NOW + SPRINT_MS - 1, "Sprint: 2 solved.", True, 0),
        (replace(SPRINT, solved=2), NOW + SPRINT_MS + 9_000, "The sprint is over: 2 solved.", False, 0),
    ],
)
def test_a_run_says_how_it_stands(run: PuzzleRun, at: int, words: str, goes_on: bool, seconds: int | None) -> None:
    line = run_line(run, at)
    assert (line.id, line.words, line.goes_on, line.seconds) == ("run", words, goes_on, seconds)


def test_the_best_runs_are_told_by_kind_and_game() -> None:
    fortress, stonewall = find("fortress"), find("stonewall")
    bests = {
        (RunKind.STREAK, stonewall): 2,
        (RunKind.STREAK, fortress): 1,
        (RunKind.SPRINT, None): 7,
    }
    assert best_words(bests, RunKind.STREAK) == ["Fortress: 1 solved.", "Stonewall: 2 solved."]
    assert best_words(bests, RunKind.SPRINT) == ["all games: 7 solved."]
    assert [run_title(one) for one in (RUN, replace(SPRINT, game=fortress))] == [
        "Streak, all games",
        "Sprint, Fortress",
    ]


def panel(outcome: TaskOutcome | None = None, **given: Any) -> TaskPanel:
    """Return what stands beside the board of a try at the puzzle."""
    session = a_session(variant=PUZZLE.variant, lead=len(PUZZLE.moves), seq=len(PUZZLE.moves))
    task = Task(session.id, outcome, **given.pop("task", {}))
    changed = given.pop("session", {})
    plain = TryView(session._replace(**changed), PUZZLE, task, False, None, None, None, None, None, None, ())
    return task_panel(replace(plain, **given), NOW)


NO_DAYS = DaysInRow(0, False, 0)
WRONG = Refutation(PUZZLE.position, PUZZLE.way[0], (*PUZZLE.moves, PUZZLE.way[0]), ())


def test_a_try_says_how_it_stands_and_what_comes_of_it() -> None:
    begun = {"seq": len(PUZZLE.moves) + 1}
    for shown, tone, state in (
        (panel(), "going", "Every move that keeps the win is right."),
        (panel(session=begun), "going", "Every move so far keeps the win."),
        (panel(thinking=True, session=begun), "thinking", "Checking your move…"),
        (panel(TaskOutcome.SOLVED), "solved", "Solved: every move kept the win."),
        (panel(TaskOutcome.LOST), "lost", "Not solved: this try ended before the goal."),
        (panel(TaskOutcome.LOST, refutation=WRONG), "lost", "Not solved: a move lost the game."),
    ):
        assert (shown.tone, shown.state, shown.over) == (tone, state, tone in ("solved", "lost"))
        assert shown.themes == (("free a low card",) if shown.over else ())
        assert bool(shown.links) is shown.over
        assert (shown.goal, shown.remark, shown.vote, shown.may_vote) == (goal_words(PUZZLE), "", "", False)


def test_a_try_that_no_solver_judges_says_so_and_goes_on_asking() -> None:
    session = a_session(variant=PUZZLE.variant, lead=len(PUZZLE.moves), seq=len(PUZZLE.moves) + 1)
    tried = TryView(session, PUZZLE, Task(session.id, None), True, None, None, None, None, None, None, ())
    shown = task_panel(tried, NOW, solvers=Solvers.AWAY)
    assert (shown.tone, shown.state) == ("thinking", BY_ITSELF)


def test_who_has_ended_a_first_attempt_votes_and_is_told_the_rating() -> None:
    shown = [panel(TaskOutcome.SOLVED, attempt=one) for one in (None, ATTEMPT, SOLVED)]
    assert [one.may_vote for one in shown] == [False, False, True]
    assert not panel(attempt=SOLVED).may_vote
    assert panel(vote=Vote.DOWN).vote == "down"
    rated = panel(TaskOutcome.SOLVED, task={"rated_from": 1_490, "rated_to": 1_512})
    assert rated.rating == "Your puzzle rating in Fortress was 1,490 and is now 1,512."
    assert [panel(task=one).rating for one in ({}, {"rated_from": 1_490}, {"rated_to": 1_512})] == [""] * 3
    running = panel(run=SPRINT).run
    assert running
    assert (running.seconds, panel().run) == (180, None)


def link(line: tuple[Move, ...], at: int) -> str:
    return analysis_link(PUZZLE.variant, PUZZLE.deal, PUZZLE.deck, Variations.of_line(line), at)


def test_a_try_that_ended_leads_to_what_lost_it_and_what_wins() -> None:
    made, start = WRONG.line, len(PUZZLE.moves)
    proof = position_link(PUZZLE.variant, PUZZLE.deal, PUZZLE.deck, made)
    assert panel(TaskOutcome.LOST, refutation=WRONG).links == (
        (link(made, start + 1), "See the lost position"),
        (proof, "The proof"),
    )
    better = replace(WRONG, better=PUZZLE.way)
    shown = panel(TaskOutcome.LOST, refutation=better)
    whole = (*PUZZLE.moves, *PUZZLE.way)
    assert shown.links[2:] == ((link(whole, start), "See what wins"),)
    assert panel(TaskOutcome.SOLVED).links == ((link(whole, start), "See a way to the goal"),)
    assert len(shown.details) == 2
    assert shown.details[0].endswith("It is proved that nobody can win after that.")
    assert shown.details[1].endswith("That would have kept the win.")
    assert panel(TaskOutcome.LOST, refutation=WRONG).details == shown.details[:1]
    assert panel(TaskOutcome.SOLVED).details == ()


def test_a_try_that_was_given_up_names_the_moves_of_a_short_way_and_no_more_than_the_link_of_a_long_one() -> None:
    short = replace(PUZZLE, way=PUZZLE.way[:5])
    assert len(short.way) == 5
    taught = Taught(1, lessons(find("fortress"))[0], short)
    for lesson in (None, taught):
        (said,) = panel(TaskOutcome.LOST, puzzle=short, lesson=lesson).details
        assert said.startswith("A way to the goal: The ")
        assert said.count(" goes to ") == 5
    assert panel(TaskOutcome.LOST, puzzle=replace(PUZZLE, way=(*short.way, Move("t1", "t2")))).details == ()
    assert panel(puzzle=short).details == panel(TaskOutcome.SOLVED, puzzle=short).details == ()


def test_the_end_of_a_puzzle_is_passed_on_without_a_move_and_that_of_a_lesson_or_in_a_run_not_at_all() -> None:
    goal = goal_sentence(PUZZLE.goal)
    assert panel(TaskOutcome.SOLVED).passed_on == f"I have solved a puzzle in Fortress. {goal} Can you?"
    assert panel(TaskOutcome.LOST).passed_on == f"A puzzle in Fortress. {goal} Can you?"
    taught = Taught(1, lessons(find("fortress"))[0], PUZZLE)
    assert panel().passed_on == panel(TaskOutcome.SOLVED, run=SPRINT).passed_on == ""
    assert panel(TaskOutcome.SOLVED, lesson=taught).passed_on == ""
    ways = [(one, lesson) for lesson in (None, taught) for one in (TaskOutcome.SOLVED, TaskOutcome.LOST)]
    said = [panel(one, lesson=lesson).says for one, lesson in ways]
    assert said == ["Puzzle solved", "Not solved", "Lesson done", "Not yet: try it again"]


def test_a_lesson_says_why_and_remarks_on_the_first_move_alone() -> None:
    lesson = replace(lessons(find("fortress"))[0], remarks={str(PUZZLE.way[0]): "That is not it."})
    taught = Taught(1, lesson, PUZZLE)
    start = len(PUZZLE.moves)

    def of_lesson(outcome: TaskOutcome | None = None, seq: int = start, **given: Any) -> TaskPanel:
        return panel(outcome, lesson=taught, session={"seq": seq, "last_move": PUZZLE.way[0]}, **given)

    assert [of_lesson(seq=start + made).remark for made in (0, 1, 2)] == ["", "That is not it.", ""]
    assert of_lesson(seq=start + 1, thinking=True).remark == ""
    assert of_lesson().goal == lesson.task
    assert of_lesson(TaskOutcome.SOLVED).details == (lesson.why,)
    assert of_lesson(TaskOutcome.LOST).details == ()
    assert of_lesson(TaskOutcome.LOST, refutation=WRONG).details[0] == "That is not it."
    later = replace(WRONG, before=apply(PUZZLE.variant.rules, PUZZLE.position, PUZZLE.way[0]), move=PUZZLE.way[1])
    assert of_lesson(TaskOutcome.LOST, refutation=later).details[0] == lesson.slip
    line = of_lesson().lesson
    assert line
    assert (line.number, line.following) == (1, 2)
    last = len(lessons(find("fortress")))
    assert lesson_words.lesson_line(find("fortress"), replace(taught, number=last)).following is None


def test_the_lessons_of_a_game_say_how_far_somebody_is() -> None:
    game = find("fortress")
    every = len(lessons(game))
    for done, stands, following in (
        (0, f"{every} short lessons.", 1),
        (1, f"You have done 1 of {every}.", 2),
        (every, "You have done all of them.", 1),
    ):
        course = lesson_words.course(game, {("fortress", number + 1) for number in range(done)} | {("stonewall", 3)})
        assert (course.stands, course.following) == (stands, following)
        assert [line.done for line in course.lines] == [True] * done + [False] * (every - done)
        assert [line.number for line in course.lines] == list(range(1, every + 1))
    page = lesson_words.lesson_page(game, Taught(2, lessons(game)[1], PUZZLE), {("fortress", 1)})
    assert (page.done, page.all_seen, [*page.numbers]) == (False, False, list(range(1, every + 1)))


@pytest.fixture
def stocked(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> Connection:
    """Return a database with a player and these two puzzles, and no others."""
    for name, nothing in (("shipped_ids", ()), ("first_guesses", {}), ("shipped_puzzle", None)):
        monkeypatch.setattr(f"app.play.service.shipped.{name}", lambda _, given=nothing: given)
    players.add(connection, a_player("ann"))
    for one in (PUZZLE, OTHER):
        puzzles.add(connection, one, NOW)
    return connection


def test_a_streak_ends_with_a_mistake_and_a_sprint_loses_time(stocked: Connection) -> None:
    streak = puzzle_runs.plan("ann", RunKind.STREAK, None, NOW)
    sprint = puzzle_runs.plan("ann", RunKind.SPRINT, FORTRESS.game, NOW)
    assert (streak.until, sprint.until) == (None, NOW + SPRINT_MS)
    for run in (streak, sprint):
        puzzle_runs.begin(stocked, run)
        for outcome in (TaskOutcome.SOLVED, TaskOutcome.LOST, TaskOutcome.SOLVED, TaskOutcome.LOST):
            puzzle_runs.count(stocked, run.id, outcome, NOW + 1)
    seen = puzzle_runs.look(stocked, streak.id, "ann", NOW)
    assert (seen.run.solved, seen.run.mistakes, seen.run.ended_at, seen.best, seen.goes_on) == (1, 1, NOW + 1, 1, False)
    seen = puzzle_runs.look(stocked, sprint.id, "ann", NOW)
    assert seen.run.until == NOW + SPRINT_MS - 2 * MISTAKE_MS
    assert (seen.run.solved, seen.run.mistakes, seen.best, seen.in_play, seen.used) == (2, 2, 2, None, [])
    puzzle_runs.count(stocked, sprint.id, TaskOutcome.SOLVED, seen.run.until or 0)
    assert puzzle_runs.look(stocked, sprint.id, "ann", NOW).run == seen.run
    with pytest.raises(NotYours):
        puzzle_runs.look(stocked, sprint.id, "ben", NOW)
    with pytest.raises(NotFound):
        puzzle_runs.look(stocked, "none", "ann", NOW)
    with pytest.raises(Impossible, match="over"):
        puzzle_runs.check_free(stocked, streak.id, NOW)
    puzzle_runs.check_free(stocked, sprint.id, NOW)
    puzzle_runs.begin(stocked, puzzle_runs.plan("ann", RunKind.SPRINT, None, NOW + 5))
    assert [run_rows.find(stocked, one.id).ended_at for one in (streak, sprint)] == [NOW + 1, NOW + 5]  # type: ignore[union-attr]


def test_a_run_climbs_from_the_easiest_puzzle_and_ends_with_the_last(stocked: Connection) -> None:
    game = FORTRESS.game
    assert [one.id for one in choosing.list_puzzles(stocked, [game])] == sorted((PUZZLE.id, OTHER.id))
    assert [choosing.has_puzzles(stocked, one) for one in (game, find("stonewall"))] == [True, False]
    used = list[str]()
    for _ in range(2):
        used.append(choosing.of_run(stocked, RUN, used, NOW).id)
    assert sorted(used) == sorted((PUZZLE.id, OTHER.id))
    with pytest.raises(NotFound, match="no more puzzles"):
        choosing.of_run(stocked, RUN, used, NOW)
    with pytest.raises(NotFound):
        choosing.next_for(stocked, "ann", find("stonewall"), NOW)
    puzzles.open_attempt(stocked, "ann", PUZZLE.id, game, NOW)
    assert choosing.next_for(stocked, "ann", game, NOW).id == OTHER.id
    puzzles.open_attempt(stocked, "ann", OTHER.id, game, NOW + 1)
    puzzles.begin_attempt(stocked, "ann", OTHER.id, NOW + 2)
    assert choosing.next_for(stocked, "ann", game, NOW).id == OTHER.id
    with pytest.raises(Impossible, match="no failed puzzles"):
        puzzle_pages.next_failed(stocked, "ann", NOW)


def test_a_run_climbs_from_the_easiest_to_the_hardest_and_prefers_what_is_new(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = [EligiblePuzzle(1_000.0 + 10 * at, f"{at:03}") for at in range(101)]
    monkeypatch.setattr(choosing, "list_puzzles", lambda _, games: every if len(games) == 5 else every[::2])
    monkeypatch.setattr(choosing, "find_visible", lambda _, puzzle_id, _now: puzzle_id)

    def drawn(run: PuzzleRun, had: int) -> set[int]:
        """Return which puzzles may come after so many others; none of the easiest has been had."""
        used = [str(at) for at in range(had)]
        return {int(str(choosing.of_run(connection, run, used, NOW))) for _ in range(30)}

    for run, had, middle in ((RUN, 0, 0), (RUN, 20, 50), (RUN, 40, 100), (RUN, 90, 100), (SPRINT, 15, 50)):
        found = drawn(run, had)
        assert max(abs(at - middle) for at in found) < NEAREST
        assert len(found) > 3
    assert all(at % 2 == 0 for at in drawn(replace(RUN, game=FORTRESS.game), 20))
    easy = [PuzzleAttempt("ann", f"{at:03}", FORTRESS.game, NOW) for at in range(90)]
    monkeypatch.setattr(choosing, "_known_attempts", lambda *_: {one.puzzle_id: one for one in easy})
    assert min(drawn(RUN, 0)) >= 90


def test_the_puzzle_of_the_day_is_kept_for_a_while_and_not_beyond_its_day(
    stocked: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    midnight = NOW // DAY * DAY
    chosen = list[int]()

    def choose(_: Connection, _day: object, now: int) -> Any:
        chosen.append(now)
        if len(chosen) == 2:
            raise NotFound("There are no puzzles here yet.")
        return PUZZLE

    monkeypatch.setattr(choosing, "of_day", choose)
    day = PuzzleOfDay()
    asked = [midnight + at for at in (0, KEPT_MS - 1, KEPT_MS, KEPT_MS + 1, KEPT_MS - 9_999, 1 - KEPT_MS, -KEPT_MS * 2)]
    seen = [day.look(stocked, "ann", at) for at in asked]
    assert [one is not None for one in seen] == [True, True, False, False, False, True, True]
    assert chosen == [asked[at] for at in (0, 2, 5, 6)]
    assert seen[0] == PuzzleOfDayView(PUZZLE, None, True, DaysInRow(0, False, midnight + DAY))
    assert len(GAMES) == 5


def test_the_page_of_a_puzzle_shows_each_card_as_its_table_does() -> None:
    variant = find("stonewall").settle({})
    puzzle = next(one for one in shipped_puzzles(variant) if any(one.position.face_down))
    board = puzzle_page(Shown(puzzle, Rating(1400.0), None, {}, None, ProposalState.TAKEN, new_game=False)).board
    assert "??" not in "".join(board.tableau)
    assert "face down" not in "".join(board.tableau)
