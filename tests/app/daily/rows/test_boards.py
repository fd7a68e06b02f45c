"""Ranks by buckets and neighbours by key, compared with a plain count."""

from dataclasses import replace
from datetime import date

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, delete, text

from app.features.daily.rows import attempts, boards
from app.features.daily.rows.boards import PART_BITS, DailyBoard
from app.features.daily.tables import attempt, bucket
from app.features.daily.values.daily import DailyAttempt
from app.play.rows import sessions
from app.play.tables.games import session
from engine.games import variant_of
from tests.rows import PLAYER, SESSION, begin

DAY, VARIANT = date(2026, 11, 20), variant_of("fortress", "")
GAME = VARIANT.game
EDGE = 1 << PART_BITS
SCORES = st.sampled_from([None, 0, EDGE, EDGE + 1, 2 * EDGE - 1, 2 * EDGE, 4 << 48])
"""A score of 0 is the only one of its bucket; None stands for an attempt that goes on."""
RESULTS = st.lists(
    st.tuples(SCORES, st.integers(1, 3), st.booleans(), st.booleans(), st.booleans(), st.booleans(), st.booleans()),
    max_size=12,
)


Drawn = list[tuple[int | None, int, bool, bool, bool, bool, bool]]


def _fill(connection: Connection, drawn: Drawn) -> list[DailyAttempt]:
    """Add attempts to an empty day, each that has ended counted in; give those."""
    for table in (bucket, attempt, session):
        connection.execute(delete(table))
    results = []
    for number, (score, ms, ranked, first_solve, held, assisted, bot) in enumerate(drawn):
        ended_at = None if score is None else 1
        one = DailyAttempt(
            f"session-{number:08}", DAY, VARIANT, PLAYER.id, number, ranked and not bot, 0, ended_at,
            first_solve=first_solve and not bot, ms=ms, held=held, assisted=assisted, score=score or 0, bot=bot,
        )  # fmt: skip
        sessions.add(connection, SESSION._replace(id=one.session_id))
        attempts.add(connection, one)
        if one.ended_at is not None:
            boards.count_in(connection, one)
            results.append(one)
    return results


def _here(results: list[DailyAttempt], board: DailyBoard) -> list[DailyAttempt]:
    """Return what stands on a board, the best first."""
    base = board.removesuffix("-unassisted")
    counted = [one for one in results if not one.held]
    if board is DailyBoard.BOTS:
        here = [one for one in counted if one.bot and one.number == 1]
    else:
        here = [one for one in counted if (one.ranked if base == DailyBoard.FIRST_TRY else one.first_solve)]
    here = here if base == board else [one for one in here if not one.assisted]
    return sorted(here, key=lambda one: (one.score, one.ms, one.session_id))


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(RESULTS)
def test_ranks_sizes_and_neighbours_are_those_of_a_plain_list(connection: Connection, drawn: Drawn) -> None:
    if not connection.execute(text("SELECT count(*) FROM player")).scalar_one():
        begin(connection)
    results = _fill(connection, drawn)
    for board in DailyBoard:
        here = _here(results, board)
        assert boards.size(connection, DAY, GAME, board) == len(here)
        assert [row.attempt for row in boards.top(connection, DAY, GAME, board, 5)] == here[:5]
        for score in {0, EDGE, 1 << 60, *(one.score for one in results)}:
            lower = sum(one.score < score for one in here)
            assert boards.rank(connection, DAY, GAME, board, score) == lower + 1
        for place, one in enumerate(here):
            near = [row.attempt for row in boards.around(connection, one, board, 2)]
            assert near == [*here[max(0, place - 2) : place], *here[place + 1 : place + 3]]


def test_what_was_begun_as_a_guest_is_no_first_try_among_friends(connection: Connection) -> None:
    begin(connection)
    sessions.add(connection, SESSION._replace(id="guest"))
    begun = DailyAttempt("guest", DAY, VARIANT, PLAYER.id, 1, False, 0, 1, solved=True, first_solve=True, guest=True)
    attempts.add(connection, begun)
    assert attempts.find(connection, "guest") == begun
    here = {board: boards.among(connection, DAY, GAME, board, [PLAYER.id], 9) for board in DailyBoard}
    assert [board for board, results in here.items() if results] == [DailyBoard.SOLVED, DailyBoard.SOLVED_UNASSISTED]


def test_a_result_is_kept_once(connection: Connection) -> None:
    begin(connection)
    begun = DailyAttempt(SESSION.id, DAY, VARIANT, PLAYER.id, 1, True, 0)
    attempts.add(connection, begun)
    assert attempts.end(connection, replace(begun, ended_at=5, steps=90))
    assert not attempts.end(connection, replace(begun, ended_at=6, steps=80))
    found = attempts.find(connection, SESSION.id)
    assert found is not None
    assert (found.ended_at, found.steps) == (5, 90)
