"""Which games are published as what, and who makes the file of a month."""

from collections import Counter

import pytest
from sqlalchemy import Connection

from app.features.daily.service.calendar import opens_at
from app.features.deals.rows import challenges
from app.features.open_data import rows as store
from app.features.open_data import service as open_data
from app.features.open_data.service import LEASE_MS, READY_MS, Pseudonyms
from app.features.open_data.values import DataGame, Month, MonthFile, written
from app.features.profiles import rows as profiles
from app.features.profiles.values import ProfilePart
from app.features.ratings import rows as strengths
from app.features.ratings.values.rating import Rating
from app.people.rows import accounts
from app.play.rows import help_given, sessions, shared
from app.play.tables.games import session as table
from app.play.values.session import Session
from engine.games import find
from engine.record import Status
from tests.app.daily.conftest import DAY, insert_daily, known_win
from tests.app.open_data.conftest import (
    BEGIN,
    DAY_MS,
    END,
    LATER,
    MAKER,
    MONTH,
    NAMES,
    OTHER,
    a_game,
    a_player,
    claimed,
    ended,
)
from tests.closing import close_days
from tests.databases import ON_SQLITE
from tests.factories import an_account
from tests.population import store as store_game


def change(connection: Connection, session: Session, **changed: object) -> None:
    """Change columns of a session."""
    connection.execute(table.update().where(table.c.id == session.id).values(**changed))


def rated(connection: Connection, player: str, rating: Rating) -> None:
    strengths.lock(connection, [player], find("fortress"), rating)
    strengths.keep(connection, find("fortress"), {player: rating})


def found(connection: Connection, now: int = LATER, month: Month = MONTH, names: Pseudonyms = NAMES) -> list[DataGame]:
    """Return the games of a month, as a file gets them."""
    ids = [
        session_id
        for status in (Status.WON, Status.GIVEN_UP)
        for _, session_id in open_data.page(connection, month, status, None)
    ]
    return [one.game for one in open_data.games(connection, month, ids, names, now)]


@pytest.mark.parametrize(("at", "is_in"), [(BEGIN - 1, False), (BEGIN, True), (END - 1, True), (END, False)])
def test_a_game_belongs_to_the_month_in_which_it_ended(connection: Connection, at: int, is_in: bool) -> None:
    game = ended(connection, a_player(connection), at)
    assert game.started_at < at
    assert len(found(connection)) == is_in


def test_a_game_is_told_with_its_moves_and_the_time_between_them(connection: Connection) -> None:
    player = a_player(connection)
    session = ended(connection, player, BEGIN + 5 * DAY_MS)
    help_given.climb(connection, session.id, 0, "fair", 1, BEGIN)
    (told,) = found(connection)
    assert (told.day, told.deal, told.event, told.outcome) == ("2026-10-06", "17", None, str(session.status))
    assert (told.player, told.hints, told.bot, told.company) == (NAMES.of(player), 1, False, False)
    assert [(one.do, one.move) for one in told.entries] == [
        (str(deed.do), str(deed.move) if deed.move else None) for deed, _ in a_game().deeds
    ]
    assert sum(one.ms for one in told.entries) == session.changed_at - session.started_at
    text = written(told).decode()
    assert session.id not in text
    assert player not in text


def test_what_is_nobodys_business_is_left_out(connection: Connection) -> None:
    player, out = a_player(connection), a_player(connection, "player-000000002", kept_out_at=1)
    kept = ended(connection, player, BEGIN, 18)
    ended(connection, out, BEGIN)
    for columns in (
        {"sealed": True}, {"deal": None}, {"event": "puzzle abcdefgh"}, {"event": "lesson fortress 1"},
        {"status": "playing"}, {"status": "stuck"},
    ):  # fmt: skip
        change(connection, ended(connection, player, BEGIN), **columns)
    assert [told.deal for told in found(connection)] == [str(kept.deal)]


def test_a_game_on_the_deal_of_an_open_event_is_left_out_until_it_is_over(connection: Connection) -> None:
    win = known_win("fortress")
    insert_daily(connection, win)
    ended(connection, a_player(connection), BEGIN, int(win.deal))
    assert not found(connection, opens_at(DAY))
    close_days(connection, opens_at(DAY) + 2 * DAY_MS)
    (told,) = found(connection, opens_at(DAY) + 2 * DAY_MS)
    assert told.deal == win.deal


@pytest.mark.parametrize("event", ["daily 2026-10-01", "race ABCDEF", "tournament ABCDEFGH 1"])
def test_nobody_can_find_a_name_for_an_id_by_a_game_that_others_saw(connection: Connection, event: str) -> None:
    player = a_player(connection)
    rated(connection, player, Rating(1650, 50, attempts=9))
    seen = [ended(connection, player, BEGIN + at, 17 + at) for at in range(3)]
    change(connection, seen[0], event=event)
    shared.add(connection, seen[1], BEGIN)
    challenges.add(connection, "a-token-00", seen[2].id, BEGIN)
    own = ended(connection, player, BEGIN + 9, 30)
    told = {one.deal: one for one in found(connection)}
    assert [(told[str(one.deal)].player, told[str(one.deal)].rating) for one in seen] == [(None, None)] * 3
    assert (told[str(own.deal)].player, told[str(own.deal)].rating) == (NAMES.of(player), 1600)
    assert told[str(seen[0].deal)].event == event.split(maxsplit=1)[0]


def test_nobody_can_find_a_name_for_an_id_by_another_game_of_the_player_on_the_deal(connection: Connection) -> None:
    player, other = a_player(connection), a_player(connection, "player-000000002")
    raced = ended(connection, player, BEGIN)
    change(connection, raced, event="race ABCDEF")
    again = ended(connection, player, BEGIN + 5)
    of_another = ended(connection, other, BEGIN + 9)
    assert raced.deal == again.deal == of_another.deal
    assert Counter(one.player for one in found(connection)) == {None: 2, NAMES.of(other): 1}


def test_nobody_can_join_the_ids_of_two_months_by_a_deal_that_somebody_played_in_both(connection: Connection) -> None:
    player, other = a_player(connection), a_player(connection, "player-000000002")
    rated(connection, player, Rating(1650, 50, attempts=9))
    for who, at, number in ((player, BEGIN, 17), (player, END, 17), (player, END + 1, 18), (other, END + 2, 17)):
        ended(connection, who, at, number)
    later, after = Pseudonyms(b"another key"), MONTH.following.ends_at + READY_MS
    assert [one.player for one in found(connection, after)] == [NAMES.of(player)]
    told = [(one.deal, one.player, one.rating) for one in found(connection, after, MONTH.following, later)]
    assert sorted(told, key=str) == sorted(
        [("17", None, None), ("18", later.of(player), 1600), ("17", later.of(other), None)], key=str
    )


def test_nobody_can_find_a_name_for_an_id_by_a_challenge_that_was_taken_on(connection: Connection) -> None:
    player, other = a_player(connection), a_player(connection, "player-000000002")
    aim = ended(connection, player, BEGIN)
    challenges.add(connection, "a-token-00", aim.id, BEGIN)
    tried = ended(connection, other, BEGIN + 9)
    challenges.note_try(connection, "a-token-00", tried.id)
    assert [one.player for one in found(connection)] == [None, None]


def test_nobody_can_find_a_name_for_an_id_by_the_best_game_on_a_public_page(connection: Connection) -> None:
    player, other = a_player(connection), a_player(connection, "player-000000002")
    for one, part in ((player, ProfilePart.RECORDS), (other, ProfilePart.STREAK)):
        accounts.add(connection, an_account(one, one, made_at=BEGIN))
        profiles.show(connection, one, {part})
        ended(connection, one, BEGIN)
    assert {one.player for one in found(connection)} == {None, NAMES.of(other)}


def test_a_rating_that_is_not_known_well_is_not_told(connection: Connection) -> None:
    player = a_player(connection, bot=True)
    rated(connection, player, Rating(1650, 200, attempts=9))
    ended(connection, player, BEGIN)
    (told,) = found(connection)
    assert (told.rating, told.bot) == (None, True)


def test_a_players_id_is_another_in_every_file() -> None:
    assert NAMES.of("ann") == NAMES.of("ann") != Pseudonyms(b"another key").of("ann")


def test_a_log_that_lacks_an_entry_is_left_out(connection: Connection) -> None:
    session = ended(connection, a_player(connection), BEGIN)
    change(connection, session, seq=session.seq + 1)
    assert not found(connection)


@ON_SQLITE
def test_games_that_ended_in_the_same_millisecond_all_come_once_on_whatever_page(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_data, "A_PAGE", 3)
    player, game = a_player(connection), a_game(care=0)
    stored = {store_game(connection, game, player, BEGIN + at // 5).id for at in range(11)}
    place, met = None, list[str]()
    while page := open_data.page(connection, MONTH, game.record.status, place):
        place = page[-1]
        met += [session_id for _, session_id in page]
    assert len(met) == 11
    assert set(met) == stored
    assert sessions.find(connection, met[0])


def test_a_month_is_made_once_it_is_over_and_its_events_are_too(connection: Connection) -> None:
    assert claimed(connection, now=LATER - 1) is None
    assert claimed(connection) == MONTH


def test_months_of_which_nobody_was_told_are_not_published(connection: Connection) -> None:
    store.published_since(connection, BEGIN + 1)
    next_is_due = MONTH.following.ends_at + READY_MS
    assert open_data.due(connection, MAKER, LATER) is None
    assert open_data.due(connection, MAKER, next_is_due) == MONTH.following
    open_data.stop_publishing(connection)
    assert open_data.due(connection, MAKER, next_is_due) is None


def test_of_two_makers_one_gets_the_month_and_the_other_only_when_the_first_has_died(connection: Connection) -> None:
    assert claimed(connection) == MONTH
    assert claimed(connection, OTHER) is None
    assert open_data.hold(connection, MONTH, MAKER, LATER)
    assert claimed(connection, OTHER, LATER + LEASE_MS) == MONTH
    made = MonthFile(MONTH, "a file", 1, 2, "d" * 64, LATER)
    assert not open_data.hold(connection, MONTH, MAKER, LATER)
    assert not open_data.finish(connection, made, MAKER)
    assert open_data.finish(connection, made, OTHER)
    assert open_data.files(connection) == [made]
    assert claimed(connection, now=LATER + 9 * LEASE_MS) is None


def test_two_months_are_made_one_after_the_other(connection: Connection) -> None:
    late = MONTH.following.ends_at + READY_MS
    assert claimed(connection, now=late) == MONTH
    assert claimed(connection, OTHER, late) == MONTH.following
    assert Month(2026, 12).following == Month(2027, 1)
