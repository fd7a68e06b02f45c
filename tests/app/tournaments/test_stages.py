"""How a tournament stands at a time, when a server looks after it next, and what programs are shown of it."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from app.core.clock import now_ms
from app.core.live.calm import Calm
from app.core.live.topics import LocalLive
from app.core.store.opening import open_database
from app.features.tournaments import pages, titles
from app.features.tournaments.rows import tournaments as rows
from app.features.tournaments.service import planned, tournaments
from app.features.tournaments.service.tournaments import Participation, Standings
from app.features.tournaments.steward import Steward
from app.features.tournaments.values import tournament
from app.features.tournaments.values.tournament import (
    LOOK_MS,
    PATIENCE_MS,
    SCORING,
    SETTLING_MS,
    Dealt,
    Entrant,
    Form,
    Tournament,
    TournamentStage,
    TournamentTry,
    TryOutcome,
)
from app.features.tournaments.words import TournamentRoom, room_of
from tests.app.tournaments.factories import tournament_terms
from tests.app.tournaments.ground import MINUTE, Ground
from tests.databases import plain_engine
from tests.factories import FORTRESS

OPENS, CLOSES = 1_800_000_000_000, 1_800_000_000_000 + 20 * MINUTE
DRAWN = OPENS - MINUTE


def made(**given: Any) -> Tournament:
    """Return a tournament of three deals that are not drawn."""
    deals = tuple(Dealt(number, FORTRESS, None) for number in (1, 2, 3))
    plain = Tournament("BCDFGH", tournament_terms(), OPENS - 2 * MINUTE, OPENS, CLOSES, "salt", deals=deals)
    return replace(plain, **given)


@pytest.mark.parametrize(
    ("given", "stages"),
    [
        ({}, [TournamentStage.COMING] * 4),
        (
            {"drawn_at": DRAWN},
            [TournamentStage.COMING, TournamentStage.OPEN, TournamentStage.OPEN, TournamentStage.CLOSING],
        ),
        ({"drawn_at": DRAWN, "closing_since": DRAWN}, [TournamentStage.CLOSING] * 4),
        ({"closing_since": DRAWN}, [TournamentStage.CLOSING] * 4),
        ({"drawn_at": DRAWN, "closed_at": DRAWN}, [TournamentStage.CLOSED] * 4),
    ],
)
def test_the_stage_changes_at_the_opening_and_at_the_end_and_not_before(
    given: dict[str, int], stages: list[TournamentStage]
) -> None:
    assert [made(**given).stage(at) for at in (OPENS - 1, OPENS, CLOSES - 1, CLOSES)] == stages


def test_one_is_called_off_only_while_it_lacks_deals_and_one_of_the_house_at_its_end() -> None:
    for one, until in ((made(), OPENS + PATIENCE_MS), (made(slot="evening"), CLOSES)):
        assert [one.is_called_off(at) for at in (until - 1, until)] == [False, True]
        assert not replace(one, drawn_at=DRAWN).is_called_off(until)


def test_its_page_is_told_of_what_changes_it_and_not_of_the_work_between() -> None:
    assert [
        one.changes_page
        for one in (
            made(),
            made(drawn_at=DRAWN),
            made(drawn_at=DRAWN, closing_since=CLOSES),
            made(drawn_at=DRAWN, closing_since=CLOSES, closed_at=CLOSES),
            made(closed_at=CLOSES),
        )
    ] == [False, True, False, True, True]


def test_the_next_look_is_when_something_can_have_changed() -> None:
    lacking, drawn = made(), made(drawn_at=DRAWN)
    fewer = replace(lacking, deals=(Dealt(1, FORTRESS, 4), *lacking.deals[1:]))
    assert tournament.due(fewer, lacking, OPENS) == OPENS
    assert tournament.due(lacking, lacking, OPENS) == OPENS + LOOK_MS
    assert tournament.due(drawn, drawn, OPENS - 1) == OPENS
    assert tournament.due(drawn, drawn, OPENS) == CLOSES + SETTLING_MS
    assert tournament.due(drawn, drawn, CLOSES + SETTLING_MS + 1) == CLOSES + SETTLING_MS + 1
    assert tournament.due(replace(drawn, closed_at=CLOSES), drawn, CLOSES) is None


def test_one_of_the_house_is_wanted_from_a_day_before_it_opens_until_it_is_over() -> None:
    opens = int(datetime(2026, 11, 20, 18, tzinfo=UTC).timestamp() * 1000)
    for at, wanted in ((0, False), (1, True), (planned.AHEAD_MS + planned.ARENA_MS, True)):
        now = opens - planned.AHEAD_MS - 1 + at
        assert ("evening 2026-11-20" in {one.slot for one in planned.due(now)}) is wanted
    assert "evening 2026-11-20" not in {one.slot for one in planned.due(opens + planned.ARENA_MS)}
    weekend = planned.weekend(datetime(2026, 11, 21, tzinfo=UTC).date())
    last = weekend.opens_at + planned.WEEKEND_MS - 1
    assert [weekend in planned.due(at) for at in (last, last + 1)] == [True, False]
    assert {one.terms.length_ms for one in planned.due(last)} == {30 * MINUTE, 48 * 60 * MINUTE}


def test_the_arena_of_the_evening_goes_through_the_games_and_then_through_their_variants() -> None:
    monday = datetime(2026, 11, 23, tzinfo=UTC).date()
    played = [planned.arena(monday.fromordinal(monday.toordinal() + ahead)).terms for ahead in range(60)]
    names = [one.variants[0].game.slug for one in played]
    assert all(names[at] == names[at + 5] and len({*names[at : at + 5]}) == 5 for at in range(50))
    for slug in {*names}:
        variants = [one.variants[0] for one in played if one.variants[0].game.slug == slug]
        assert {*variants} == {*variants[0].game.variants({})}
    assert {(one.deals, one.one_try, one.blind, one.bots) for one in played} == {(10, False, False, False)}


def test_a_title_changes_only_from_what_it_was(ground: Ground) -> None:
    code, other = ground.make().code, ground.make(name="Another").code
    assert not titles.retitle(ground.connection, code, "Another", "Tournament")
    assert titles.title_of(ground.connection, code) == "The arena"
    assert titles.retitle(ground.connection, code, "The arena", "Tournament")
    assert [titles.title_of(ground.connection, one) for one in (code, other)] == ["Tournament", "Another"]


def test_a_steward_does_what_is_due_and_sleeps_until_the_next(url: str) -> None:
    with plain_engine(url).begin() as connection:
        ground = Ground(connection, now_ms())
        ground.stock(3)
        code = ground.make(lead=10 * MINUTE).code

    async def look() -> list[Any]:
        async with open_database(url) as database:
            steward = Steward(database, LocalLive(), Calm())
            looks = [await steward.first()]
            for due_at in (now_ms() - 1, None):
                found = await database.read(tournaments.look, code=code)
                await database.write(rows.change, changed=replace(found, due_at=due_at))
                looks.append(await steward.first())
            return looks

    waiting, due, nothing = asyncio.run(look())
    assert waiting.due == []
    assert 9 * 60 < waiting.wait <= 10 * 60
    assert ([one.code for one in due.due], due.wait) == ([code], 0)
    assert (nothing.due, nothing.wait) == ([], None)


PLAYED = Participation(
    Entrant("ann", "Ann", DRAWN, points=3, won=1),
    (TournamentTry("", "", "ann", 1, 1, OPENS, TryOutcome.WON),),
    (),
    False,
)


def shown(one: Tournament, now: int, part: Participation = PLAYED, size: int = 1) -> TournamentRoom:
    """Return what one visitor is shown of a tournament."""
    return room_of(one, part, Standings(size, (), (), {"ann": 1}, SCORING), {}, now)


@pytest.mark.parametrize(
    ("given", "at", "notice"),
    [
        ({}, OPENS - 1, ""),
        ({}, OPENS, "3 more deals"),
        ({"deals": (Dealt(1, FORTRESS, None),)}, OPENS, "one more deal"),
        ({"drawn_at": DRAWN}, OPENS, ""),
        ({"drawn_at": DRAWN}, CLOSES, "The time is up"),
        ({"drawn_at": DRAWN, "closed_at": CLOSES}, CLOSES, ""),
        ({"closed_at": CLOSES, "set_aside": True}, CLOSES, "was called off"),
        ({"drawn_at": DRAWN, "closed_at": CLOSES, "set_aside": True}, CLOSES, "Something went wrong"),
    ],
)
def test_its_page_says_what_it_waits_for(given: dict[str, Any], at: int, notice: str) -> None:
    told = shown(made(**given), at).notice
    assert notice in told
    assert bool(told) is bool(notice)


def test_what_a_visitor_may_do_depends_on_the_stage_and_on_who_they_are() -> None:
    one, stranger = made(drawn_at=DRAWN), Participation(None, (), (), False)
    maker = replace(stranger, is_maker=True)
    waiting = replace(PLAYED, tries=())
    for at, goes_on in ((OPENS - 1, True), (OPENS, True), (CLOSES, False)):
        assert [shown(one, at, part).can_join for part in (stranger, PLAYED)] == [goes_on, False]
        assert [shown(one, at, part).can_leave for part in (stranger, PLAYED, waiting)] == [False, False, goes_on]
        assert [shown(one, at, part).can_remove for part in (stranger, maker)] == [False, goes_on]
        assert not shown(one, at, maker, size=0).can_remove
    day = 24 * 60 * MINUTE
    assert [shown(one, OPENS - before).soon for before in (day, day - 1)] == [False, True]
    late = replace(one, closes_at=OPENS + 2 * day)
    assert [shown(late, at).soon for at in (OPENS, OPENS + day, OPENS + day + 1)] == [False, False, True]


def test_the_button_leads_to_the_next_deal_while_there_is_one() -> None:
    one, tries = made(drawn_at=DRAWN), PLAYED.tries
    going_on = (*tries, TournamentTry("", "", "ann", 2, 1, OPENS))
    all_won = tuple(TournamentTry("", "", "ann", number, 1, OPENS, TryOutcome.WON) for number in (1, 2, 3))
    for theirs, at, play, done, rank in (
        ((), OPENS, "Play the first deal", False, None),
        (tries, OPENS, "Next deal", False, 1),
        (going_on, OPENS, "Back to your deal", False, 1),
        (going_on[1:], OPENS, "Back to your deal", False, None),
        (all_won, OPENS, "", True, 1),
        (tries, OPENS - 1, "", False, 1),
        (tries, CLOSES, "", False, 1),
    ):
        own = shown(one, at, replace(PLAYED, tries=theirs)).own
        assert own
        assert (own.play, own.done, own.rank, own.words) == (play, done, rank, "3 points, 1 of 3 deals won")


def test_the_deals_and_what_the_seal_is_of_are_told_only_when_it_is_over() -> None:
    dealt = (Dealt(1, FORTRESS, 4), Dealt(2, FORTRESS, 5))
    one = made(drawn_at=DRAWN, deals=dealt)
    for over, numbers in ((one, []), (replace(one, closed_at=CLOSES), [4, 5])):
        room = shown(over, CLOSES)
        assert ([line.deal for line in room.deals], bool(room.line)) == (numbers, bool(numbers))
    called_off = made(closed_at=CLOSES, deals=dealt)
    assert (shown(called_off, CLOSES).deals, shown(called_off, CLOSES).line) == ((), None)


def test_a_form_sets_only_what_was_ticked() -> None:
    chosen = {"name": "Friday", "play fortress ": "on", "length": "deals 1440", "deals": "3"}
    for ticked in (set[str](), {"one_try"}, {"blind"}, {"bots"}):
        terms = pages._terms(chosen | dict.fromkeys(ticked, "on"))
        assert {name for name in ("one_try", "blind", "bots") if getattr(terms, name)} == ticked
        assert (terms.form, terms.length_ms, terms.deals) == (Form.DEALS, 24 * 60 * MINUTE, 3)
