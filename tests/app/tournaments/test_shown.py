"""What a tournament is shown as, to visitors and to programs, and what follows from the sums that are stored."""

import re
from dataclasses import replace
from typing import Any

import pytest

from app.core.due import FailedTry
from app.core.refusals import Impossible, Malformed, NotFound, NotYet, Over, Refusal, SignedOut
from app.features.tournaments import titles
from app.features.tournaments.documents import TournamentDocument
from app.features.tournaments.keeping import KEPT
from app.features.tournaments.rows import entrants
from app.features.tournaments.rows import tournaments as rows
from app.features.tournaments.rows.entrants import Best
from app.features.tournaments.service import checks, tournament_games, tournament_rounds, tournaments
from app.features.tournaments.service.tournaments import JoinRequest, Participation, Standings
from app.features.tournaments.values.scoring import RankedEntrant, Team
from app.features.tournaments.values.tournament import (
    PATIENCE_MS,
    SCORING,
    SCORINGS,
    TOURNAMENTS_AT_A_TIME,
    Dealt,
    Entrant,
    Form,
    Scoring,
    Tournament,
    TournamentStage,
    TournamentTry,
    TryOutcome,
    seal,
)
from app.features.tournaments.words import room_of
from app.people.service import accounts
from app.people.visitors import Visit
from tests.app.tournaments.ground import MINUTE, TERMS, Ground
from tests.app.tournaments.test_stages import CLOSES, DRAWN, OPENS, made
from tests.factories import FORTRESS

ANN, BEN = "ann-ann-ann-0001", "ben-ben-ben-0001"
HOUR, DAY = 60 * MINUTE, 24 * 60 * MINUTE
WON = Entrant("ann", "Ann", DRAWN, "lodge", "Lodge", 3, 1, 120, 65_500, has_account=True)
BOT = Entrant("bot", "Greedy (bot)", DRAWN, bot=True)
TEAM = Team(1, "Lodge", 3, 1, 120, 65_500, 2)
STANDINGS = Standings(2, (RankedEntrant(1, WON), RankedEntrant(2, BOT)), (TEAM,), {"ann": 1, "bot": 2}, SCORING)
TRIES = (
    TournamentTry("first", "BCDFGH", "ann", 1, 1, OPENS, TryOutcome.WON, 120, 65_500),
    TournamentTry("second", "BCDFGH", "ann", 2, 1, OPENS + 1),
)
PART = Participation(WON, TRIES, (), True)


def document(one: Tournament, now: int, part: Participation = PART, won: tuple[Best, ...] = ()) -> dict[str, Any]:
    """Return what a program is shown of a tournament."""
    room = room_of(one, part, STANDINGS, dict(enumerate(won, start=1)), now)
    return TournamentDocument.of(one, part, room, now).model_dump(mode="json")


def test_a_tournament_as_a_document_says_all_of_it() -> None:
    one = made(drawn_at=DRAWN, deals=tuple(Dealt(number, FORTRESS, number + 3) for number in (1, 2, 3)))
    told = document(one, OPENS)
    assert told == {
        "code": "BCDFGH",
        "name": "The arena",
        "form": "arena",
        "games": [{"game": "fortress", "options": {}}],
        "deals": 3,
        "one_try": False,
        "blind": False,
        "bots": False,
        "opens": "2027-01-15T08:00:00.000Z",
        "closes": "2027-01-15T08:20:00.000Z",
        "stage": "open",
        "players": 2,
        "notice": None,
        "seal": seal(one),
        "salt": None,
        "dealt": [],
        "standings": [
            {
                "rank": 1, "name": "Ann", "guest": False, "bot": False, "team": "Lodge", "points": 3, "won": 1,
                "steps": 120, "seconds": 65.5,
            },
            {
                "rank": 2, "name": "Greedy (bot)", "guest": True, "bot": True, "team": None, "points": 0, "won": 0,
                "steps": 0, "seconds": 0.0,
            },
        ],
        "teams": [
            {"rank": 1, "name": "Lodge", "points": 3, "won": 1, "steps": 120, "seconds": 65.5, "members": 2},
        ],
        "me": {
            "rank": 1, "name": "Ann", "team": "Lodge", "points": 3, "won": 1, "steps": 120, "seconds": 65.5,
            "done": False, "session": "second",
        },
    }  # fmt: skip
    closed = document(replace(one, closed_at=CLOSES), CLOSES, won=(Best(2, "Ann", "first", 120),))
    assert (closed["stage"], closed["salt"], closed["me"]["session"]) == ("closed", "salt", None)
    assert [(row["number"], row["deal"], row["winners"]) for row in closed["dealt"]] == [
        (1, "4", 2),
        (2, "5", 0),
        (3, "6", 0),
    ]
    assert document(one, OPENS, Participation(None, (), (), False))["me"] is None


def test_in_a_blind_tournament_whoever_plays_sees_only_the_own_result() -> None:
    one = made(drawn_at=DRAWN)
    blind = replace(one, terms=replace(one.terms, blind=True))
    told = document(blind, OPENS)
    assert (told["standings"], told["teams"], told["me"]["rank"], told["me"]["points"]) == (None, None, None, 3)
    assert len(document(replace(blind, closed_at=CLOSES), CLOSES)["standings"]) == 2


def account(ground: Ground, player_id: str, name: str) -> Visit:
    """Make an account for somebody."""
    return accounts.claim(ground.connection, Visit(player_id), name, "x", ["d"], ground.now)


@pytest.mark.parametrize(
    ("given", "lead", "refusal"),
    [
        ({}, 0, None),
        ({"form": Form.ARENA, "length_ms": 5 * MINUTE}, 14 * DAY, None),
        ({"form": Form.ARENA, "length_ms": 120 * MINUTE}, 0, None),
        ({"form": Form.DEALS, "length_ms": HOUR}, 0, None),
        ({"form": Form.DEALS, "length_ms": 14 * DAY, "deals": 48}, -1, None),
        ({"form": Form.ARENA, "length_ms": 5 * MINUTE - 1}, 0, "from 5 to 120 minutes"),
        ({"form": Form.ARENA, "length_ms": 120 * MINUTE + 1}, 0, "from 5 to 120 minutes"),
        ({"form": Form.DEALS, "length_ms": HOUR - 1}, 0, "from an hour to 14 days"),
        ({"form": Form.DEALS, "length_ms": 14 * DAY + 1}, 0, "from an hour to 14 days"),
        ({}, 14 * DAY + 1, "at most 14 days from now"),
        ({"deals": 2}, 0, "from 3 to 48 deals"),
        ({"deals": 49}, 0, "from 3 to 48 deals"),
        ({"variants": ()}, 0, "at least one game"),
        ({"variants": (FORTRESS, FORTRESS)}, 0, "only once"),
    ],
)
def test_somebody_makes_a_tournament_on_terms_within_bounds(
    ground: Ground, given: dict[str, Any], lead: int, refusal: str | None
) -> None:
    ann, terms, opens_at = account(ground, ANN, "Ann"), replace(TERMS, **given), ground.now + lead
    if refusal:
        with pytest.raises(Malformed, match=refusal):
            tournaments.make(ground.connection, ann, terms, opens_at, ground.now)
        return
    one = tournaments.make(ground.connection, ann, terms, opens_at, ground.now, "home")
    assert one == tournaments.look(ground.connection, one.code.lower())
    assert (one.terms, one.opens_at, one.failures) == (terms, max(opens_at, ground.now), 0)
    assert (one.closes_at - one.opens_at, one.due_at, one.maker_id) == (terms.length_ms, ground.now, ANN)
    assert [(dealt.number, dealt.deal) for dealt in one.deals] == [(at, None) for at in range(1, terms.deals + 1)]
    assert titles.title_to(ground.connection, ANN, one.code) == terms.name


def test_a_server_has_only_so_many_tournaments_that_are_not_over(ground: Ground) -> None:
    for _ in range(TOURNAMENTS_AT_A_TIME - 1):
        tournaments.add(ground.connection, TERMS, ground.now, ground.now)
    ann = account(ground, ANN, "Ann")
    code = tournaments.make(ground.connection, ann, TERMS, ground.now, ground.now).code
    with pytest.raises(Impossible, match="too many tournaments"):
        tournaments.make(ground.connection, ann, TERMS, ground.now, ground.now)
    rows.set_aside(ground.connection, code, ground.now)
    tournaments.make(ground.connection, ann, TERMS, ground.now, ground.now)
    listed = [shown.tournament for shown in tournaments.coming_and_open(ground.connection)]
    made_by_house = next(one for one in listed if one.maker_id is None)
    with pytest.raises(NotFound):
        titles.title_to(ground.connection, ANN, made_by_house.code)


def test_only_who_is_still_signed_in_joins(ground: Ground) -> None:
    code = ground.make(lead=MINUTE).code
    ann = account(ground, ANN, "Ann")
    with pytest.raises(SignedOut):
        tournaments.join(
            ground.connection, code, replace(ann, generation=ann.generation + 1), JoinRequest(), ground.now
        )
    assert tournaments.join(ground.connection, code, ann, JoinRequest(), ground.now).name == "Ann"


def refused(act: Any) -> type[Refusal] | None:
    """Return what an act was refused with, or None."""
    try:
        act()
    except Refusal as refusal:
        return type(refusal)
    return None


def test_what_one_may_do_depends_on_the_stage(ground: Ground) -> None:
    ground.stock(3)
    one = ground.make(lead=MINUTE)
    code = one.code
    acts = {
        "join": lambda: ground.join(code, BEN),
        "leave": lambda: tournaments.leave(ground.connection, code, ANN, ground.now),
        "play": lambda: ground.next(code, BEN),
    }
    for at, refusals in (
        (one.opens_at - 1, {"play": NotYet}),
        (one.opens_at, {}),
        (one.closes_at, dict.fromkeys(acts, Over)),
    ):
        ground.now = one.opens_at
        ground.join(code, ANN)
        ground.now = at
        assert {name: refusal for name, act in acts.items() if (refusal := refused(act))} == refusals
        assert (entrants.find(ground.connection, code, ANN) is None) is (at < one.closes_at)


def test_sums_that_do_not_follow_from_the_games_are_found(ground: Ground) -> None:
    ground.stock(3)
    code = ground.make().code
    for player_id in (ANN, BEN):
        ground.join(code, player_id)
    session = ground.next(code, ANN)
    ground.now += 1_500
    ground.win(session)
    ground.give_up(ground.next(code, ANN))
    assert checks.check(ground.connection, code) == []
    ann, ben = (entrants.find(ground.connection, code, one) for one in (ANN, BEN))
    assert ann
    assert ben
    assert (ann.points, ann.won, ann.ms) == (3, 1, 1_500)
    for name in ("points", "won", "steps", "ms"):
        for one in (ann, ben):
            wrong: dict[str, Any] = {name: getattr(one, name) + 1}
            entrants.keep_sums(ground.connection, code, replace(one, **wrong))
        faults = checks.check(ground.connection, code)
        assert sorted(re.findall(r"Player (\S+) has", " ".join(one.reason for one in faults))) == [ANN, BEN]
    entrants.keep_sums(ground.connection, code, ann)
    entrants.keep_sums(ground.connection, code, ben)
    assert checks.check(ground.connection, code) == []


def test_a_tournament_goes_on_by_the_scoring_with_which_it_was_made(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    ground.stock(6)
    other = Scoring(2, first_try=7, later_try=1, team=1)
    monkeypatch.setitem(SCORINGS, 2, other)
    for by in (SCORING, other):
        code = ground.make(scoring=by).code
        ground.join(code, ANN)
        ground.win(ground.next(code, ANN))
        ann = entrants.find(ground.connection, code, ANN)
        assert ann
        assert (ann.points, tournaments.standings(ground.connection, code).scoring) == (by.first_try, by)
        assert checks.check(ground.connection, code) == []


def test_a_failure_is_forgotten_with_the_next_success_and_patience_lasts_a_day(ground: Ground) -> None:
    code = ground.make().code
    tournament_rounds.keep_failure(ground.connection, code, FailedTry(0, ground.now), ground.now)
    assert tournaments.look(ground.connection, code).failures == 1
    tournament_rounds.settle(ground.connection, code, ground.now)
    assert tournaments.look(ground.connection, code).failures == 0
    assert PATIENCE_MS == DAY
    ground.now += DAY
    ground.look_after(code)
    assert tournaments.look(ground.connection, code).stage(ground.now) is TournamentStage.CLOSED


def test_what_a_player_takes_along_lists_each_game_in_each_tournament(ground: Ground) -> None:
    ground.stock(6)
    first, second = ground.make().code, ground.make().code
    for code in (first, second):
        for player_id in (ANN, BEN):
            ground.join(code, player_id, player_id[:3])
        ground.now += 1
    ground.give_up(ground.next(first, ANN))
    ground.now += 1_000
    ground.next(first, ANN)
    ground.next(first, BEN)
    (belonging,) = KEPT.belongings
    told: Any = belonging.read(ground.connection, ANN, ground.now)
    assert [(one["code"], one["number"], one["attempt"], one["outcome"]) for one in told] == [
        (first, 1, 1, "given-up"),
        (first, 2, 1, None),
        (second, None, None, None),
    ]


def test_a_player_has_the_tries_that_are_left_until_the_end(ground: Ground) -> None:
    ground.stock(6)
    many, one_try = ground.make(), ground.make(one_try=True)
    left = []
    for one in (many, one_try):
        ground.join(one.code, ANN)
        session = ground.next(one.code, ANN)
        left += [
            tournament_games.tries_left(ground.connection, session, at) for at in (one.closes_at - 1, one.closes_at)
        ]
        assert tournament_games.closes_at(ground.connection, session) == one.closes_at
    assert left == [9, 0, 0, 0]


@pytest.mark.parametrize(
    ("placed", "winner", "podium"),
    [
        ([(1, 3), (2, 1), (3, 0)], "P0 has won with 3 points.", ["First P0 3 points", "Second P1 1 point"]),
        (
            [(1, 2), (1, 2)],
            "It’s a tie between P0 and P1, with 2 points each.",
            ["First P0 2 points", "First P1 2 points"],
        ),
        (
            [(1, 2)] * 3,
            "It’s a tie between P0, P1 and P2, with 2 points each.",
            [f"First P{one} 2 points" for one in range(3)],
        ),
        (
            [(1, 2)] * 4,
            "It’s a tie between 4 players, with 2 points each.",
            [f"First P{one} 2 points" for one in range(3)],
        ),
        ([(1, 3), (2, 0)], "P0 has won with 3 points.", []),
        ([(1, 0), (1, 0)], "", []),
    ],
)
def test_a_tournament_that_is_over_begins_with_its_winner_and_a_podium(
    placed: list[tuple[int, int]], winner: str, podium: list[str]
) -> None:
    one = made(
        drawn_at=DRAWN, deals=tuple(Dealt(number, FORTRESS, number + 3) for number in (1, 2, 3)), closed_at=CLOSES
    )
    several = [
        RankedEntrant(rank, replace(WON, player_id=f"p{at}", name=f"P{at}", points=points))
        for at, (rank, points) in enumerate(placed)
    ]
    standings = Standings(len(several), tuple(several), (), {}, SCORING)
    room = room_of(one, PART, standings, {}, CLOSES)
    assert room.winner == winner
    assert [f"{step.rank} {step.name} {step.result}" for step in room.podium] == podium
    assert room_of(replace(one, closed_at=None), PART, standings, {}, OPENS).podium == ()
