"""How many answers of solvers the server keeps, and which."""

from sqlalchemy import Connection

from app.people.rows import players
from app.play.rows import questions
from app.play.service.questions import A_PAGE, ask, forget_unused, key
from app.play.values.question import UNJUDGED, QuestionKind, QuestionSubject
from engine.games import variant_of
from tests.rows import PLAYER

DAY_MS = 24 * 3_600_000
NOW = 1_800_000_000_000
ABOUT = QuestionSubject(variant_of("fortress", ""), "a board")
NAME = key(QuestionKind.JUDGE, ABOUT)


def answer(connection: Connection, *names: str) -> None:
    """Store answers, one after another."""
    for at, name in enumerate(names):
        questions.store_answer(connection, name, UNJUDGED, NOW + at)


def test_no_more_answers_are_kept_than_is_said_a_page_at_a_time(connection: Connection) -> None:
    answer(connection, *map(str, range(A_PAGE + 7)))
    assert forget_unused(connection, at_most=5)
    assert questions.answers(connection) == 7
    assert not forget_unused(connection, at_most=5)
    assert not forget_unused(connection, at_most=5)
    assert set(questions.answers_to(connection, list(map(str, range(A_PAGE + 7))))) == {
        str(A_PAGE + last) for last in range(2, 7)
    }


def test_an_answer_that_is_still_asked_for_outlives_younger_ones(connection: Connection) -> None:
    players.add(connection, PLAYER)
    answer(connection, NAME, "younger", "youngest")
    assert ask(connection, QuestionKind.JUDGE, ABOUT, PLAYER.id, NOW + 2 * DAY_MS) == UNJUDGED
    forget_unused(connection, at_most=1)
    assert questions.answer_to(connection, NAME) == UNJUDGED


def test_what_was_forgotten_is_asked_anew(connection: Connection) -> None:
    players.add(connection, PLAYER)
    answer(connection, NAME)
    forget_unused(connection, at_most=0)
    assert ask(connection, QuestionKind.JUDGE, ABOUT, PLAYER.id, NOW) is None
    assert questions.is_pending(connection, NAME)
