"""How many answers of solvers the server keeps, and which."""

from dataclasses import replace

import pytest
from sqlalchemy import Connection

from app.core.refusals import TooMany
from app.people.rows import players
from app.play.rows import questions
from app.play.service.questions import A_PAGE, MOST_WAITING, ask, forget_unused, go_on, key
from app.play.values.question import UNJUDGED, Kept, Question, QuestionKind, QuestionSubject
from engine.asking import Labelled, Labels
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


def labelled(*, complete: bool) -> Kept:
    """Return an answer about every move of a position, or one that still lacks a move."""
    return Kept.of(Labels(moves=[Labelled("t0-t1", open=not complete)]))


def test_an_answer_in_parts_is_asked_for_until_it_is_complete(connection: Connection) -> None:
    players.add(connection, PLAYER)
    kind = QuestionKind.LABEL
    name, other = key(kind, ABOUT), ABOUT._replace(at="another board")

    def ask_on(about: QuestionSubject = ABOUT, after: int = 0) -> Kept | None:
        return go_on(connection, kind, about, PLAYER.id, NOW + after, 5_000)

    assert ask_on() is None
    assert questions.wanted_until(connection, name) == NOW + 5_000
    assert ask_on(after=1_000) is None
    assert questions.wanted_until(connection, name) == NOW + 6_000
    # Somebody has one such question at a time, and nothing else of theirs goes.
    ask(connection, QuestionKind.JUDGE, ABOUT, PLAYER.id, NOW)
    assert ask_on(other) is None
    assert [questions.is_pending(connection, one) for one in (name, key(kind, other), NAME)] == [False, True, True]
    assert questions.pending(connection, PLAYER.id) == questions.pending_of(connection, PLAYER.id) == 2
    assert questions.pending_of(connection, "another") == 0
    for complete in (False, True):
        questions.store_answer(connection, name, labelled(complete=complete), NOW)
        assert ask_on(after=2 * DAY_MS) == labelled(complete=complete)
        assert questions.is_pending(connection, name) is not complete


def test_no_more_answers_in_parts_are_waited_for_than_is_said(connection: Connection) -> None:
    for at in range(2):
        players.add(connection, replace(PLAYER, id=f"player-{at:09}"))
    about = [ABOUT._replace(at=f"board {at}") for at in range(MOST_WAITING + 1)]
    for at, one in enumerate(about[:-1]):
        asked = Question(key(QuestionKind.LABEL, one), QuestionKind.LABEL, one, "player-000000000", NOW, NOW + 1)
        questions.add(connection, replace(asked, origin=str(at)))
    with pytest.raises(TooMany, match="other boards"):
        go_on(connection, QuestionKind.LABEL, about[-1], "player-000000001", NOW, 5_000)
