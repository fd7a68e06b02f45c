"""What pages say of dailies: the calendar, a day, standings, and how a field fared."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from app.core.refusals import NotFound
from app.core.settings import Admission
from app.core.words import Tab
from app.features.daily.rows.boards import DailyBoard
from app.features.daily.service import calendar
from app.features.daily.service.calendar import DayState
from app.features.daily.service.daily import DailyView
from app.features.daily.service.leaderboards import Leaderboard
from app.features.daily.service.standings import ALL_TIME, StandingsQuery, StandingsView, month_of, read_period, week_of
from app.features.daily.service.story import StoryView, ToldLoss
from app.features.daily.values.daily import DailyAttempt
from app.features.daily.values.story import Loss, Story, Trace
from app.features.daily.words.daily import daily_page, month_page, seal_of
from app.features.daily.words.results import badges, result_words
from app.features.daily.words.standings import audience_tabs, board_tabs, period_words, ways
from app.features.daily.words.story import HEIGHT, MOST_DRAWN, WIDTH, story_page
from app.features.ratings.values.strength import PlayerKind
from app.people.service.audiences import Audience
from app.play.service.replays import Ending
from app.play.table.miniature import miniature, miniature_of_deal, miniature_of_layout
from engine.games import GAMES, find
from engine.position import deal, snapshot
from tests.app.daily.conftest import CLOSING, DAY, ENDING, FORTRESS, OPENING
from tests.app.daily.factories import a_daily
from tests.factories import FORTRESS as VARIANT
from tests.factories import a_session, an_account

GAME = VARIANT.game
TRY = DailyAttempt("session-00000001", DAY, VARIANT, "ann", 1, True, OPENING)
SOLVED = replace(TRY, ended_at=OPENING, solved=True, tier=1, steps=90, home=52, ms=65_000)
LOST = replace(TRY, ended_at=OPENING, tier=4, home=1)


def test_the_calendar_leads_from_month_to_month_and_not_into_the_future() -> None:
    today = date(2027, 3, 1)
    months = [date(2026, 1, 1), *(date(2026 + at // 12, at % 12 + 1, 1) for at in range(1, 15))]
    known = {date(2026, 2, 3), today, today + timedelta(1)}
    nothing: dict[str, set[date]] = {"solved": set(), "since": set(), "rested": set()}
    pages = [month_page(month, today, known=known, **nothing) for month in months]
    written = [f"{month:%Y-%m}" for month in months]
    assert [page.earlier for page in pages] == ["", *written[:-1]]
    assert [page.later for page in pages] == [*written[1:], ""]
    assert pages[0].known == {date(2026, 2, 3), today}
    assert month_page(today, today, **{**nothing, "solved": {today}}, known=set()).solved == {today}
    assert [len(week) for week in pages[0].weeks] == [7] * 5
    assert month_page(months[13], today - timedelta(1), known=set(), **nothing).later == ""


@pytest.mark.parametrize("text", ["2026-00", "2026-13", "2025-12", "3000-01", "2026-1", "2026-11-01"])
def test_what_is_no_month_of_ours_is_not_found(text: str) -> None:
    with pytest.raises(NotFound):
        calendar.read_month(text)


def test_the_first_and_the_last_month_and_every_week_can_be_asked_for() -> None:
    for text in ("2026-01", "2026-12", "2999-12"):
        assert calendar.read_month(text) == date.fromisoformat(f"{text}-01")
        assert read_period(text) == month_of(date.fromisoformat(f"{text}-01"))
    assert read_period("2026-W01") == week_of(date(2026, 1, 1))
    assert read_period("2026-W47").first == date(2026, 11, 16)
    assert [calendar.read_day(text).isoformat() for text in ("2026-01-01", "2999-12-31")] == [
        "2026-01-01",
        "2999-12-31",
    ]
    for text in ("2025-W52", "3000-W02", "2025-12", "3000-01"):
        with pytest.raises(NotFound):
            read_period(text)


def view(state: DayState = DayState.OPEN, *attempts: DailyAttempt, **given: Any) -> DailyView:
    """Return a daily that is chosen, with these attempts of the visitor's."""
    plain = DailyView(DAY, GAME, state, a_daily(DAY, GAME, chosen_at=OPENING - 1), list(attempts), 3, None)
    return replace(plain, **given)


@pytest.mark.parametrize(
    ("seen", "admission", "can_start", "barred"),
    [
        (view(), Admission.EVERYBODY, True, False),
        (view(), Admission.ACCOUNTS, False, True),
        (view(account=an_account("ann", "Ann")), Admission.ACCOUNTS, True, False),
        (view(DayState.OPEN, TRY), Admission.EVERYBODY, False, False),
        (view(DayState.OPEN, SOLVED), Admission.EVERYBODY, True, False),
        (view(DayState.COMING), Admission.EVERYBODY, False, False),
        (view(DayState.CLOSING), Admission.ACCOUNTS, False, False),
        (view(daily=None), Admission.EVERYBODY, False, False),
    ],
)
def test_a_page_offers_a_start_to_whom_it_is_open(
    seen: DailyView, admission: Admission, can_start: bool, barred: bool
) -> None:
    page = daily_page(seen, None, admission, "https://rampart.example")
    assert (page.can_start, page.barred) == (can_start, barred)
    assert (page.opens_at, page.ends_at, page.closes_at) == (OPENING, ENDING, CLOSING)
    assert (page.told, seal_of(seen) is None) == (None, seen.daily is None)


def test_who_will_not_be_ranked_is_told_before_the_first_try() -> None:
    of_today, older = (an_account("ann", "Ann", made_at=at) for at in (OPENING, OPENING - 1))

    def unranked(seen: DailyView) -> str:
        return daily_page(seen, None, Admission.EVERYBODY, "").unranked

    assert unranked(view()).startswith("As a guest you play unranked")
    assert unranked(view(account=of_today)).startswith("Your account was made today")
    assert unranked(view(account=older)) == unranked(view(DayState.OPEN, SOLVED)) == ""
    assert unranked(view(DayState.CLOSED)) == ""


def test_the_board_of_a_daily_shows_cards_to_nobody_who_has_not_begun_it() -> None:
    rules = GAME.rules
    shape, dealt = miniature_of_layout(rules), miniature_of_deal(rules, 4)
    table = a_session()
    for seen, in_play, drawn in (
        (view(), None, shape),
        (view(DayState.CLOSING), None, shape),
        (view(daily=None), None, shape),
        (view(DayState.OPEN, LOST), None, dealt),
        (view(DayState.CLOSED), None, dealt),
        (view(DayState.OPEN, TRY), table, miniature(table.variant.rules, table.position)),
    ):
        assert daily_page(seen, in_play, Admission.EVERYBODY, "").board == drawn


def test_who_has_not_ended_an_attempt_learns_nothing_of_others() -> None:
    seen = {
        "none": view(),
        "running": view(DayState.OPEN, TRY),
        "lost": view(DayState.OPEN, LOST),
        "solved later": view(DayState.OPEN, LOST, replace(SOLVED, number=2)),
        "closed": view(DayState.CLOSED),
    }
    assert [name for name, one in seen.items() if one.may_compare] == ["solved later", "closed"]
    assert [name for name, one in seen.items() if one.may_count] == ["lost", "solved later", "closed"]
    assert seen["lost"].first == LOST
    assert seen["none"].first is seen["lost"].running is None
    told = daily_page(seen["closed"], None, Admission.EVERYBODY, "").told
    assert told
    assert told.deal == 4
    late = a_daily(DAY, GAME, chosen_at=OPENING)
    assert [view(daily=one).fixed_late for one in (None, late, a_daily(DAY, GAME, chosen_at=OPENING - 1))] == [
        False,
        True,
        False,
    ]


def test_how_an_attempt_ended_is_said_with_what_it_needed() -> None:
    assert result_words(SOLVED) == "Solved in 90 steps and 1:05: within a tenth of par"
    assert result_words(replace(SOLVED, tier=3)) == "Solved in 90 steps and 1:05"
    assert result_words(LOST) == "Not solved, with 1 card home"
    assert badges(SOLVED) == ()
    helped = replace(SOLVED, number=2, undos=1, hints=3, assisted=True)
    assert badges(helped) == ("attempt 2", "1 undo", "3 hints", "assisted")
    both = replace(SOLVED, variant=find("stalactites").settle({"by": "twos"}))
    assert badges(both) == ("by twos",)


def table(period: Any, game: Any = None, kind: PlayerKind = PlayerKind.PEOPLE) -> StandingsView:
    return StandingsView(StandingsQuery(period, game, kind), [], [], 0)


LODGE = Audience("LODGE", "Lodge")


def test_standings_lead_to_the_periods_beside_them_but_not_beyond_the_first_nor_today() -> None:
    of_week = ways(table(week_of(DAY)), DAY, [], None)
    assert (of_week.earlier, of_week.later) == ("/standings/2026-W46?among=everybody", "")
    assert [(tab.name, tab.link) for tab in of_week.periods] == [
        ("Week", ""),
        ("Month", "/standings/2026-11?among=everybody"),
        ("All time", "/standings/all?among=everybody"),
    ]
    later = ways(table(week_of(DAY)), date(2026, 11, 23), [], None)
    assert later.later == "/standings/2026-W48?among=everybody"
    assert ways(table(week_of(DAY)), date(2026, 11, 22), [], None).later == ""
    first = ways(table(month_of(date(2026, 1, 1))), DAY, [], None)
    assert (first.earlier, first.later) == ("", "/standings/2026-02?among=everybody")
    assert ways(table(month_of(date(2026, 2, 1))), DAY, [], None).earlier == "/standings/2026-01?among=everybody"
    ever = ways(table(ALL_TIME), DAY, [LODGE], LODGE)
    assert (ever.earlier, ever.later) == ("", "")
    assert ever.audiences == (Tab("Lodge", ""), Tab("Everybody", "?among=everybody"))
    assert [period_words(one) for one in (ALL_TIME, month_of(DAY))] == ["All time", "November 2026"]


def test_the_chosen_game_and_kind_stay_in_the_tabs_of_standings() -> None:
    people = ways(table(ALL_TIME, GAME), DAY, [LODGE], LODGE)
    assert people.kinds == (Tab("People", ""), Tab("Bots", f"?board={PlayerKind.BOTS}&game=fortress"))
    assert people.games[0] == Tab("All games", "?among=LODGE")
    others = [one for one in GAMES if one != "fortress"]
    assert [tab.link for tab in people.games[1:]].count("") == 1
    assert f"?among=LODGE&game={others[0]}" in [tab.link for tab in people.games]
    assert people.audiences == (Tab("Lodge", ""), Tab("Everybody", "?game=fortress&among=everybody"))
    bots = ways(table(ALL_TIME, None, PlayerKind.BOTS), DAY, [], None)
    assert bots.kinds == (Tab("People", "?among=everybody"), Tab("Bots", ""))
    assert bots.games[0] == Tab("All games", "")
    assert bots.periods[0].link == f"/standings/2026-W47?board={PlayerKind.BOTS}"
    assert audience_tabs([], None, "?") == ()


@pytest.mark.parametrize(
    ("board", "kinds", "results"),
    [
        (DailyBoard.FIRST_TRY, ["", "solved", "bots"], ["", "first-try-unassisted"]),
        (DailyBoard.SOLVED, ["first-try", "", "bots"], ["", "solved-unassisted"]),
        (DailyBoard.SOLVED_UNASSISTED, ["first-try-unassisted", "", "bots"], ["solved", ""]),
        (DailyBoard.FIRST_TRY_UNASSISTED, ["", "solved-unassisted", "bots"], ["first-try", ""]),
        (DailyBoard.BOTS, ["first-try", "solved", ""], []),
    ],
)
def test_each_board_leads_to_the_others_of_its_kind(board: DailyBoard, kinds: list[str], results: list[str]) -> None:
    seen = Leaderboard(board, [], [], None, None, 0, [], True)
    among = "everybody" if board is DailyBoard.BOTS else "LODGE"
    for tabs, boards in zip(board_tabs(seen, LODGE), (kinds, results), strict=True):
        assert [tab.link for tab in tabs] == [f"?board={one}&among={among}" if one else "" for one in boards]


def ending(session_id: str, steps: int = 90) -> Ending:
    """Return a won game that its event counts no differently."""
    return Ending(a_session(id=session_id), VARIANT.rules, "Ann", True, steps, 52, 65_000, 0, None)


def trace(session: str, *changes: tuple[int, int], won: bool = False, lost: tuple[int, int] | None = None) -> Trace:
    return Trace(session, won, changes[-1][0], changes, lost)


PAR = len(FORTRESS.line)
TOLD = StoryView(
    daily=a_daily(DAY, GAME, lines={VARIANT: FORTRESS.line}),
    story=Story(
        games=3,
        left=(),
        traces=(
            trace("won", (0, 0), (10, 4), (2 * PAR, 52), won=True),
            trace("lost", (0, 0), (PAR, 13), lost=(PAR - 1, 13)),
            trace("long", (0, 0), (3 * PAR, 1), (4 * PAR, 2), lost=(3 * PAR, 1)),
        ),
        losses=(),
        open=1,
    ),
    mine=None,
    losses=[],
    shortest=None,
    dramatic=None,
)


def test_the_games_of_a_field_are_plotted_up_to_three_times_the_shortest_way() -> None:
    page = story_page(TOLD)
    assert (page.steps, page.games, page.looked, page.drawn) == (3 * PAR, 3, "", "All 3 games.")
    assert [line.kind for line in page.lines] == ["won", "lost", "lost", "par"]
    won, lost, long, par = ([tuple(map(float, one.split(","))) for one in line.points.split()] for line in page.lines)
    assert [line[0] for line in (won, lost, long, par)] == [(0.0, HEIGHT)] * 4
    assert won[-1] == (round(WIDTH * 2 / 3, 1), 0.0)
    assert won[1] == (round(WIDTH * 10 / page.steps, 1), round(HEIGHT * 48 / 52, 1))
    assert lost[-1] == (round(WIDTH / 3, 1), HEIGHT * 0.75)
    # What goes beyond the plot ends at its edge.
    assert long[-1] == (float(WIDTH), round(HEIGHT * 51 / 52, 1))
    assert par[-1] == (round(WIDTH / 3, 1), 0.0)
    assert len(par) == 1 + sum(move.target.startswith("f") for move in FORTRESS.line) + 1
    assert page.spots == ((round(WIDTH * (PAR - 1) / page.steps, 1), HEIGHT * 0.75), long[-1])
    beyond = replace(TOLD, story=Story(left=(), traces=(trace("long", (0, 0), (4 * PAR, 2), lost=(3 * PAR + 1, 1)),)))
    assert story_page(beyond).spots == ()
    mine = story_page(replace(TOLD, story=Story(left=()), mine=trace("mine", (0, 0), (2 * PAR, 5))))
    assert ([line.kind for line in mine.lines], mine.steps) == (["par", "mine"], 2 * PAR)


def test_a_story_says_what_became_of_the_games() -> None:
    assert story_page(TOLD).said == (
        "1 of 3 games were won.",
        f"In 2 games we know the move that lost them. Half of these were lost by step {PAR}.",
        "One game could still have been won where its player left it.",
    )
    one = replace(TOLD, story=Story(left=(), traces=TOLD.story.traces[1:2], open=2))
    assert story_page(one).said[1:] == (
        f"In one game we know the move that lost it: step {PAR}.",
        "2 games could still have been won where their players left them.",
    )
    assert story_page(replace(TOLD, story=Story())).said == ()


@pytest.mark.parametrize(
    ("story", "looked"),
    [
        (Story(games=3), "The solver will look at the games of this day soon."),
        (Story(games=3, left=("1",)), "The solver is still looking at the games: 0 of 3 so far."),
        (Story(games=300, left=("1",)), "The solver is still looking at the games: 0 of 200 so far."),
        (Story(games=200, left=()), ""),
        (Story(games=1_201, left=()), "The solver looked at 200 of the 1,201 first attempts"),
    ],
)
def test_a_story_says_how_far_it_is(story: Story, looked: str) -> None:
    said = story_page(replace(TOLD, story=story)).looked
    assert said.startswith(looked)
    assert bool(said) is bool(looked)


def test_of_very_many_games_so_many_are_drawn() -> None:
    for games, drawn in ((MOST_DRAWN, MOST_DRAWN), (MOST_DRAWN + 1, 21), (3 * MOST_DRAWN, MOST_DRAWN), (1, 1)):
        many = tuple(trace(str(at), (0, 0), (5, 1)) for at in range(games))
        page = story_page(replace(TOLD, story=Story(left=(), traces=many)))
        assert (len(page.lines) - 1, page.games) == (drawn, games)
        assert page.drawn == (
            "The one game."
            if games == 1
            else f"All {games} games."
            if drawn == games
            else f"{drawn} of the {games} games that were looked at, spread evenly."
        )


def test_what_is_worth_watching_is_told_once_and_from_the_step_where_it_was_lost() -> None:
    at = snapshot(VARIANT.rules, deal(VARIANT.rules, FORTRESS.deck))
    losses = [
        ToldLoss(Loss("", at, str(FORTRESS.line[0]), 2, "hidden", 3), None),
        ToldLoss(Loss("", at, str(FORTRESS.line[0]), 1, "typical", 7), ending("typical")),
    ]
    page = story_page(replace(TOLD, losses=losses, shortest=ending("best"), dramatic=ending("best")))
    assert [(one.title, one.link) for one in page.worth] == [
        ("The shortest ranked win", "/replays/best"),
        ("The most typical mistake", "/replays/typical?step=7"),
    ]
    assert [one.games for one in page.losses] == ["2 games were lost by this move.", "One game was lost by this move."]
    assert [one.link for one in page.losses] == ["", "/replays/typical?step=7"]
    assert page.losses[0].words.startswith("No card was home. ")
    other = story_page(replace(TOLD, shortest=ending("best"), dramatic=ending("wild")))
    assert [one.link for one in other.worth] == ["/replays/best", "/replays/wild"]
    assert story_page(replace(TOLD, dramatic=ending("wild"))).worth[0].words == "Solved, 90 steps, no hints"
    assert "The shortest on the leaderboard took 90 steps." in other.said
