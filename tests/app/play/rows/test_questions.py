"""Questions to solvers: kept, taken one by one, answered once."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import fields, replace

import pytest
from sqlalchemy import Connection, select

from app.people.rows import players
from app.play.rows import questions
from app.play.tables.solving import answer, question
from app.play.values.question import Kept, Question, QuestionKind, QuestionSubject
from tests.databases import ON_POSTGRES, plain_engine
from tests.rows import PLAYER, VARIANT, begin

NOW = 1_000_000
LEASE = 60_000
FIRST = Question(
    key="first",
    kind=QuestionKind.JUDGE,
    about=QuestionSubject(VARIANT, "a board"),
    player_id=PLAYER.id,
    asked_at=NOW,
    wanted_until=NOW + 20_000,
)


def later(key: str, kind: QuestionKind = QuestionKind.JUDGE, after: int = 1) -> Question:
    """Return a question asked so many milliseconds after the first."""
    return replace(FIRST, key=key, kind=kind, about=QuestionSubject(VARIANT, key), asked_at=NOW + after)


@pytest.fixture(autouse=True)
def begun(request: pytest.FixtureRequest) -> None:
    if "connection" in request.fixturenames:
        begin(request.getfixturevalue("connection"))


def take(connection: Connection, at: int = NOW) -> Question | None:
    return questions.take(connection, at, at + LEASE)


def test_a_question_has_its_fields_in_the_order_of_the_columns() -> None:
    columns = {"about": ("game", "options", "subject")}
    kept = [column for field in fields(Question) for column in columns.get(field.name, (field.name,))]
    assert kept == question.columns.keys()


def test_a_question_is_taken_as_it_was_asked_and_by_nobody_else(connection: Connection) -> None:
    questions.add(connection, FIRST)
    assert take(connection) == replace(FIRST, taken_until=NOW + LEASE, attempts=1, line_at=NOW, turn_at=NOW)
    assert take(connection) is None
    assert questions.is_pending(connection, FIRST.key)


def kept(connection: Connection) -> dict[str, int]:
    """Return the answers with the time at which each was asked for last."""
    rows = connection.execute(select(answer.c.key, answer.c.used_at))
    return {row.key: row.used_at for row in rows}


def test_the_answers_forgotten_are_those_that_nobody_asked_for_the_longest(connection: Connection) -> None:
    for at, key in enumerate(("third", "first", "second")):
        questions.store_answer(connection, key, Kept("{}"), NOW + at)
    questions.use(connection, "third", NOW + 10, every=5)
    assert questions.answers(connection) == 3
    questions.forget_oldest(connection, 2)
    assert kept(connection) == {"third": NOW + 10}
    questions.forget_oldest(connection, 2)
    assert questions.answers(connection) == 0


def test_that_an_answer_is_asked_for_is_kept_now_and_then(connection: Connection) -> None:
    questions.store_answer(connection, "first", Kept("{}"), NOW)
    questions.use(connection, "first", NOW + 5, every=5)
    assert kept(connection) == {"first": NOW}
    questions.use(connection, "first", NOW + 6, every=5)
    assert kept(connection) == {"first": NOW + 6}


def test_the_same_question_is_kept_once(connection: Connection) -> None:
    questions.add(connection, FIRST)
    questions.add(connection, replace(FIRST, asked_at=NOW + 5))
    assert questions.pending(connection, PLAYER.id) == 1
    assert take(connection) == replace(FIRST, taken_until=NOW + LEASE, attempts=1, line_at=NOW, turn_at=NOW)


def test_what_was_asked_first_is_taken_first_and_reviews_last(connection: Connection) -> None:
    for asked in (later("review", QuestionKind.REVIEW, -5), later("guess", QuestionKind.GUESS), FIRST):
        questions.add(connection, asked)
    taken = [take(connection) for _ in range(4)]
    assert [one.key if one else None for one in taken] == ["first", "guess", "review", None]


def test_reviews_are_not_taken_where_a_player_waits(connection: Connection) -> None:
    questions.add(connection, later("review", QuestionKind.REVIEW))
    assert questions.take_at_once(connection, NOW, NOW + LEASE) is None
    questions.add(connection, FIRST)
    taken = questions.take_at_once(connection, NOW, NOW + LEASE)
    assert taken is not None
    assert taken.key == "first"


def test_a_question_comes_back_when_its_lease_is_over(connection: Connection) -> None:
    questions.add(connection, FIRST)
    take(connection)
    assert take(connection, NOW + LEASE) is None
    again = take(connection, NOW + LEASE + 1)
    assert again is not None
    assert again.attempts == 2


def test_a_question_given_back_can_be_taken_at_once_and_its_attempts_are_remembered(connection: Connection) -> None:
    questions.add(connection, FIRST)
    take(connection)
    questions.release(connection, FIRST.key)
    again = take(connection)
    assert again is not None
    assert again.attempts == 2


def test_a_question_that_goes_on_later_can_be_taken_at_once_and_its_attempts_are_forgotten(
    connection: Connection,
) -> None:
    questions.add(connection, FIRST)
    for taken in range(3):
        take(connection, NOW - (3 - taken) * 2 * LEASE)
    questions.go_on_later(connection, FIRST.key)
    again = take(connection, NOW - LEASE)
    assert again is not None
    assert again.attempts == 1


def test_players_take_turns_however_much_one_of_them_asks(connection: Connection) -> None:
    other = replace(PLAYER, id="player-000000002")
    players.add(connection, other)
    for at in range(4):
        questions.add(connection, later(f"many {at}", QuestionKind.REVIEW, at))
    questions.add(connection, replace(later("one", QuestionKind.REVIEW, 9), player_id=other.id))
    taken = []
    for at in range(10, 16):
        one = take(connection, NOW + at)
        assert one is not None
        taken.append(one.key)
        questions.go_on_later(connection, one.key)
    assert taken == ["many 0", "one"] * 3


def test_an_answer_ends_its_question_and_takes_the_place_of_an_older_one(connection: Connection) -> None:
    questions.add(connection, FIRST)
    assert questions.answer_to(connection, FIRST.key) is None
    questions.store_answer(connection, FIRST.key, Kept("so"), NOW)
    assert not questions.is_pending(connection, FIRST.key)
    questions.store_answer(connection, FIRST.key, Kept("or so"), NOW)
    assert questions.answer_to(connection, FIRST.key) == Kept("or so")


def test_many_answers_are_found_together(connection: Connection) -> None:
    keys = [f"key {at}" for at in range(1200)]
    for key in keys[::2]:
        questions.store_answer(connection, key, Kept(key.upper()), NOW)
    assert questions.answers_to(connection, keys) == {key: Kept(key.upper()) for key in keys[::2]}


def test_what_nobody_waits_for_is_dropped_unless_it_is_taken(connection: Connection) -> None:
    questions.add(connection, FIRST)
    questions.add(connection, later("second"))
    take(connection)
    assert questions.drop_unwanted(connection, FIRST.wanted_until) == 0
    assert questions.drop_unwanted(connection, FIRST.wanted_until + 1) == 1
    assert [questions.is_pending(connection, key) for key in ("first", "second")] == [True, False]


def test_who_asks_again_waits_longer(connection: Connection) -> None:
    assert not questions.renew(connection, FIRST.key, NOW)
    questions.add(connection, FIRST)
    assert questions.renew(connection, FIRST.key, NOW + 90_000)
    assert questions.drop_unwanted(connection, NOW + 89_000) == 0


@ON_POSTGRES
def test_workers_at_the_same_time_never_take_the_same_question(url: str) -> None:
    engine, asked = plain_engine(url), 24
    with engine.begin() as connection:
        begin(connection)
        for at in range(asked):
            questions.add(connection, later(f"question {at}", after=at))

    def work(_: int) -> list[str]:
        mine = list[str]()
        for _ in range(1000):
            with suppress(questions.PassedOver), engine.begin() as connection:
                taken = take(connection)
                if taken is None:
                    return mine
                mine.append(taken.key)
        raise AssertionError

    with ThreadPoolExecutor(4) as threads:
        taken = [key for mine in threads.map(work, range(4)) for key in mine]
    assert sorted(taken) == sorted(f"question {at}" for at in range(asked))


@ON_POSTGRES
def test_a_question_being_taken_is_passed_over(url: str) -> None:
    engine = plain_engine(url)
    with engine.begin() as connection:
        begin(connection)
        questions.add(connection, FIRST)
        questions.add(connection, replace(later("second"), origin="another"))
        questions.add(connection, later("third", after=2))
    with ExitStack() as both:
        taken = [take(both.enter_context(engine.begin())) for _ in range(2)]
        with pytest.raises(questions.PassedOver):
            take(both.enter_context(engine.begin()))
    assert [one.key if one else None for one in taken] == ["first", "second"]


def test_addresses_take_turns_at_the_solvers_however_many_players_each_poses_as(connection: Connection) -> None:
    for at in range(6):
        flood = replace(PLAYER, id=f"player-00000010{at}")
        players.add(connection, flood)
        questions.add(connection, replace(later(f"flood {at}", after=at), player_id=flood.id, origin="flood"))
    other = replace(PLAYER, id="player-000000002")
    players.add(connection, other)
    questions.add(connection, replace(later("stranger", after=10), player_id=other.id, origin="stranger"))
    taken = [one.key for at in range(20, 24) if (one := take(connection, NOW + at))]
    assert taken == ["flood 0", "stranger", "flood 1", "flood 2"]


def test_what_waits_at_no_table_waits_behind_tables_for_two_seconds_and_no_longer(connection: Connection) -> None:
    questions.add(connection, later("board", QuestionKind.LABEL))
    for at in (100, 3_000):
        questions.add(connection, replace(later(f"hint {at}", after=at), origin=f"origin {at}"))
    taken = [one.key for at in range(20, 23) if (one := take(connection, NOW + at))]
    assert taken == ["hint 100", "board", "hint 3000"]


def test_a_newcomer_takes_the_place_of_the_origin_that_holds_the_most(connection: Connection) -> None:
    for at in range(3):
        questions.add(connection, replace(later(f"flood {at}", QuestionKind.LABEL, at), origin="flood"))
    questions.add(connection, replace(later("other", QuestionKind.LABEL, 9), origin="other"))
    assert questions.has_room(connection, QuestionKind.LABEL, "flood", 5)
    assert not questions.has_room(connection, QuestionKind.LABEL, "flood", 4)
    assert questions.has_room(connection, QuestionKind.LABEL, "stranger", 4)
    assert [questions.is_pending(connection, f"flood {at}") for at in range(3)] == [True, True, False]
    questions.add(connection, replace(later("stranger", QuestionKind.LABEL, 10), origin="stranger"))
    assert not questions.has_room(connection, QuestionKind.LABEL, "stranger", 4), "it would then hold as many as any"
    assert not questions.has_room(connection, QuestionKind.PUZZLE, "stranger", 0)
