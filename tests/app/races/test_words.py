"""What a room, a heat and a ghost say to one viewer, as a page and as a document."""

from dataclasses import replace
from typing import Any

import pytest

from app.features.races.documents import RaceDocument, RoomDocument, WaitingDocument
from app.features.races.service.ghosts import Ghost
from app.features.races.service.pairing import Offer
from app.features.races.service.rooms import OpenRoom
from app.features.races.values import race as racing
from app.features.races.values.event import mark
from app.features.races.values.idling import IDLE_MS
from app.features.races.values.pairing import WaitingPlayer
from app.features.races.values.race import COUNTDOWN_MS, GRACE_MS, READY_MS, Race, RaceRun, RunOutcome
from app.features.races.words.ghost import ghost_result, ghost_view
from app.features.races.words.race import NOT_PROVED, Room, proof_note, room_of, run_lines, stake_note
from app.features.races.words.race_notice import race_notice
from app.features.races.words.rooms import offer_words, open_lines
from app.features.ratings.values.rating import Rating
from app.features.ratings.values.strength import Stake
from app.play.values.session import Turn
from app.play.words.beside import PROVED
from engine.record import Status
from tests.app.races.factories import race_terms
from tests.app.races.test_rules import NOW, match, room, run, running, seeking
from tests.app.tournaments.ground import nearly_won
from tests.factories import FORTRESS, a_session

WON = run("Ann", RunOutcome.WON, home=52, ms=65_000)
WAITING = racing.be_ready(racing.be_ready(room("Ann", "Ben", "Cid"), "Ann"), "Ben")
COUNTING = racing.begin(WAITING, NOW)
ASIDE = replace(running(WON, run("Ben")), set_aside_at=NOW)
SURE, UNSURE = Rating(1512.4, 60), Rating(1400.6, 200)


def left(name: str) -> RaceRun:
    """Return the run of somebody who left."""
    return run(name, RunOutcome.FORFEITED)


def allowed(room: Room) -> set[str]:
    """Return what a room offers its viewer."""
    offered = {
        "ready": room.can_be_ready,
        "begin": room.can_begin,
        "stop": room.can_stop,
        "watch": room.can_watch,
        "lead": room.leads,
        "leave": room.is_racer,
        "table": bool(room.table),
    }
    return {name for name, is_offered in offered.items() if is_offered} | {f"remove {who}" for who in room.removable}


@pytest.mark.parametrize(
    ("race", "viewer", "offered"),
    [
        (WAITING, "Ann", {"begin", "lead", "leave", "remove Ben", "remove Cid"}),
        (WAITING, "Cid", {"ready", "leave"}),
        (WAITING, "Dan", set()),
        (WAITING, None, set()),
        (room("Ann", "Ben"), "Ann", {"ready", "lead", "leave", "remove Ben"}),
        (racing.be_ready(WAITING, "Cid"), "Ann", {"lead", "leave", "remove Ben", "remove Cid"}),
        (COUNTING, "Ann", {"lead", "leave", "remove Ben", "remove Cid"}),
        (COUNTING, "Cid", {"ready", "leave"}),
        (running(run("Ann"), run("Ben")), "Ann", {"lead", "leave", "table"}),
        (running(run("Ann"), run("Ben")), "Ben", {"leave", "table"}),
        (running(run("Ann", RunOutcome.GIVEN_UP), run("Ben"), run("Cid")), "Ann", {"lead", "leave"}),
        (running(WON, run("Ben"), run("Cid")), "Ann", {"stop", "watch", "lead", "leave"}),
        (running(WON, run("Ben"), run("Cid")), "Ben", {"leave", "table"}),
        (racing.leave(running(WON, run("Ben"), run("Cid"), run("Dan")), "Cid", NOW), "Cid", set()),
        (racing.leave(running(WON, run("Ben"), run("Cid")), "Cid", NOW), "Cid", {"watch"}),
        (ASIDE, "Ann", {"watch", "leave"}),
        (ASIDE, "Ben", {"leave", "table"}),
    ],
)
def test_a_room_offers_each_viewer_what_they_may_do(race: Race, viewer: str | None, offered: set[str]) -> None:
    assert allowed(room_of(race, viewer, NOW, {}, None)) == offered


def test_while_the_host_is_idle_a_room_says_for_how_long_and_others_may_act() -> None:
    race = replace(running(WON, run("Ben", ms=IDLE_MS)), starts_at=NOW - 1)
    later = room_of(race, "Ben", NOW + 65_000 + IDLE_MS, {}, None)
    assert (later.idle_minutes, later.starts_in) == ({"Ann": 1}, 0)
    assert allowed(later) == {"stop", "lead", "leave", "table", "remove Ann"}


def test_a_room_says_without_whom_a_round_begins() -> None:
    ready = (replace(racer, ready=True) for racer in room("Ann", "Ben", "Cid", "Dan", "Eve", "Fay").racers)
    everybody = tuple(ready)
    names = ("Cid", "Cid and Dan", "Cid, Dan and Eve", "the 4 who are not ready")
    for slow, said in enumerate(names, start=1):
        late = (replace(racer, ready=False) for racer in everybody[2 : 2 + slow])
        race = replace(room("Ann"), racers=(*everybody[:2], *late), starts_at=NOW + READY_MS)
        for viewer, without in (("Ann", said), (None, said), ("Cid", "you")):
            assert room_of(race, viewer, NOW, {}, None).begins_without == f"without {without}"
        assert room_of(race, "Ann", NOW + READY_MS - COUNTDOWN_MS, {}, None).begins_without == ""
        assert room_of(replace(race, starts_at=None), "Ann", NOW, {}, None).begins_without == ""


def test_a_room_counts_down_and_shows_ratings() -> None:
    told = room_of(COUNTING, "Ann", NOW + 1_000, {"Ben": SURE}, None)
    assert (told.starts_in, told.ratings, told.notice) == (COUNTDOWN_MS - 1_000, {"Ben": SURE}, "")
    assert room_of(WAITING, "Ann", NOW, {}, None).starts_in == 0


@pytest.mark.parametrize(
    ("race", "wins", "verdict"),
    [
        (match("Ann", best_of=1), {}, "Ann has won."),
        (match("", best_of=1), {}, "It’s a tie between Ann and Ben."),
        (match("Ann", "Ben", best_of=3), {"Ann": 1, "Ben": 1}, ""),
        (match("Ben", "Ben", best_of=3), {"Ben": 2}, "Ben has won."),
        (running(WON, run("Ben")), {}, ""),
        (racing.stop(running(run("Ann", RunOutcome.FORFEITED), run("Ben", RunOutcome.FORFEITED)), NOW), {}, "Nobody"),
    ],
)
def test_a_room_says_how_the_match_stands(race: Race, wins: dict[str, int], verdict: str) -> None:
    told = room_of(race, None, NOW, {}, None)
    assert told.wins == wins
    assert told.again == ("Again" if verdict else "Next round")
    assert told.verdict.startswith(verdict)
    assert bool(told.verdict) is bool(verdict)


@pytest.mark.parametrize(
    ("race", "tally"),
    [
        (match("Ann", best_of=1), ""),
        (match("Ann", best_of=3), "After round 1 of 3, Ann has won one round and Ben none."),
        (match("Ann", "Ben", "Ben", best_of=3), "After round 3 of 3, Ben has won two rounds and Ann one."),
        (match("", best_of=5), "After round 1 of 5, Ann has won one round and Ben one."),
        (running(WON, run("Ben"), terms=race_terms(best_of=3)), ""),
        (
            racing.stop(running(*map(left, ("Ann", "Ben")), terms=race_terms(best_of=3)), NOW),
            "After round 1 of 3, Ann has won no round and Ben none.",
        ),
        (
            racing.stop(running(run("Dan"), run("Cid"), run("Ben"), WON, terms=race_terms(best_of=3)), NOW),
            "After round 1 of 3, Ann has won one round, Dan none and Cid none.",
        ),
    ],
)
def test_a_room_tells_how_many_rounds_each_has_won(race: Race, tally: str) -> None:
    told = room_of(race, None, NOW, {}, None).tally
    assert told.replace("\u2068", "").replace("\u2069", "") == tally
    # Each name is kept apart, so a name that is written from right to left leaves the words where they are.
    assert told.count("\u2068") == told.count("\u2069") == sum(name in tally for name in ("Ann", "Ben", "Cid", "Dan"))


def test_a_heat_lists_its_runs_with_places_once_it_is_over() -> None:
    race = running(
        run("Ben"), WON, run("Cid", RunOutcome.GIVEN_UP, home=3), run("Dan", RunOutcome.FORFEITED), run("Eve")
    )
    lines = run_lines(race, race.heats[-1], "Ben")
    assert [(line.name, line.rank, line.is_you, line.words) for line in lines] == [
        ("Ann", "1.", False, "finished in 1:05"),
        ("Cid", "", False, "gave up"),
        ("Ben", "", True, ""),
        ("Eve", "", False, ""),
        ("Dan", "", False, "left"),
    ]
    over = racing.stop(replace(race, racers=race.racers[:-1]), NOW)
    assert [(line.name, line.rank, line.words) for line in run_lines(over, over.heats[-1], None)][2:] == [
        ("Ben", "3.", "still playing at the end"),
        ("Somebody", "3.", "still playing at the end"),
        ("Dan", "5.", "left"),
    ]


def staked(*names: str) -> tuple[RaceRun, ...]:
    """Return runs of three racers, of whom these play for their rating."""
    return tuple(replace(run(one), stake=Stake(False, SURE) if one in names else None) for one in ("Ann", "Ben", "Cid"))


def test_a_heat_says_whether_it_is_rated_and_whether_its_deal_is_proved() -> None:
    notes = [stake_note(race, race.heats[-1]) for race in (running(*staked("Ann", "Ben", "Cid")), running(*staked()))]
    assert notes[0] == "This round is rated."
    assert notes[1].startswith("This round is not rated.")
    some = running(*staked("Ann", "Cid"))
    assert stake_note(some, some.heats[-1]) == "This round is rated for Ann and Cid, who were signed in when it began."
    over = racing.stop(running(*staked()), NOW)
    assert stake_note(over, over.heats[-1]) == ""
    wanted = running(run("Ann"), run("Ben"), terms=race_terms(winnable=True))
    heat = wanted.heats[-1]
    assert [proof_note(wanted, one) for one in (heat, replace(heat, proved=True))] == [NOT_PROVED, PROVED]
    assert proof_note(some, replace(some.heats[-1], proved=True)) == ""


def test_a_room_that_looks_for_a_deal_counts_from_when_it_began() -> None:
    assert race_notice(seeking(), NOW + 59_999).startswith("Looking for a deal")
    assert race_notice(seeking(), NOW + 120_000).startswith("For 2 minutes no deal")


def test_a_race_as_a_document_says_all_of_it() -> None:
    terms = race_terms(winnable=True, best_of=3, limit_ms=90_000)
    race = running(WON, *staked("Ben")[1:], terms=terms)
    race = replace(race, host_id="Ben", racers=(*race.racers[:2], replace(race.racers[2], left=True, name="Cid (bot)")))
    told = RaceDocument.of(race, "Ben", NOW + 65_000 + IDLE_MS, {"Ann": SURE, "Ben": UNSURE}).model_dump(mode="json")
    run_of = {one["name"]: one for one in told["heats"][0].pop("runs")}
    assert told.pop("notice").startswith("It ends when everybody is done.")
    idle = {"Ann": IDLE_MS / 1000, "Ben": 65 + IDLE_MS / 1000, "Cid (bot)": None}
    assert told == {
        "code": "BCDFGH",
        "game": "fortress",
        "options": {},
        "winnable": True,
        "best_of": 3,
        "limit": 90,
        "bots": False,
        "stage": "running",
        "starts_in": None,
        "session": "session of Ben",
        "racers": [
            {
                "name": name,
                "bot": name.endswith("(bot)"),
                "host": name == "Ben",
                "you": name == "Ben",
                "ready": False,
                "present": name in ("Ann", "Ben"),
                "wins": 0,
                "idle": idle[name],
                "out_in": {"Ann": (GRACE_MS - IDLE_MS) / 1000, "Ben": (GRACE_MS - 65_000 - IDLE_MS) / 1000}.get(name),
                "rating": {"Ann": 1512, "Ben": 1401}.get(name),
                "provisional": {"Ann": False, "Ben": True}.get(name),
            }
            for name in ("Ann", "Ben", "Cid (bot)")
        ],
        "heats": [{"number": 1, "deal": None, "proved": False, "over": False}],
        "asking": [],
        "champions": [],
    }
    assert run_of["Ann"] == {
        "run": mark("session of Ann"),
        "name": "Ann",
        "place": 1,
        "outcome": "won",
        "home": 52,
        "steps": 0,
        "seconds": 65.0,
        "rated": False,
    }
    assert (run_of["Ben"]["seconds"], run_of["Ben"]["rated"], run_of["Ben"]["place"]) == (None, True, 2)


def test_a_finished_match_as_a_document_names_its_champions_and_its_deals() -> None:
    told = RaceDocument.of(match("Ann", "Ann", best_of=3), "Dan", NOW, {})
    assert (told.champions, told.session, [one.wins for one in told.racers]) == (["Ann"], None, [2, 0])
    assert [(heat.deal, heat.over) for heat in told.heats] == [("1", True), ("2", True)]
    assert RaceDocument.of(COUNTING, None, NOW + 2_000, {}).starts_in == 3.0
    assert RaceDocument.of(COUNTING, None, NOW + 9_000, {}).starts_in == 0.0
    assert RaceDocument.of(COUNTING, None, NOW, {}).notice is None


def test_open_rooms_and_offers_tell_of_their_host_and_their_pace() -> None:
    race = room("Ann", "Ben", terms=race_terms(best_of=3))
    open_rooms = [OpenRoom(race, "Ann", SURE), OpenRoom(room("Cid"), "Cid", None)]
    lines = open_lines(open_rooms, None)
    assert [(line.address, line.words) for line in lines] == [
        ("/races/BCDFGH", "Ann (1,512), best of 3 rounds, 2 racers there"),
        ("/races/BCDFGH", "Cid, one round, 1 racer there"),
    ]
    told = [RoomDocument.of(one) for one in open_rooms]
    assert [(one.host, one.rating, one.racers) for one in told] == [("Ann", 1512, 2), ("Cid", None, 1)]
    house = offer_words(Offer(FORTRESS, None, "", 2_500))
    assert (house.address, house.game) == ("/rooms/house", "fortress?")
    assert [(choice.strength, choice.label, choice.suits) for choice in house.choices] == [
        ("gentle", "Gentle: a move every 8 seconds", False),
        ("steady", "Steady: a move every 4 seconds", False),
        ("hard", "Hard: a move every 1.5 seconds", True),
    ]
    assert [choice.suits for choice in offer_words(Offer(FORTRESS, None, "", 4_000)).choices] == [False, True, False]
    shared = offer_words(Offer(FORTRESS, a_session(played_ms=65_000), "", 0))
    assert (shared.address, shared.game) == ("/replays/session-00000001/race", "")
    assert shared.words.startswith("Somebody has won a game in 1:05.")
    assert [choice.strength for choice in shared.choices] == [""]
    assert offer_words(Offer(FORTRESS, a_session(), "Ann", 0)).words.startswith("Ann has won")


def test_a_visitor_who_waits_learns_for_how_many_seconds() -> None:
    waiting = WaitingPlayer("Ann", FORTRESS, "", False, None, NOW, NOW)
    assert [WaitingDocument.of(waiting, NOW + ms).waited for ms in (2_500, 0, -1)] == [2.5, 0.0, 0.0]


@pytest.mark.parametrize(
    ("ghost", "mine", "said"),
    [
        ({"session": None}, {"status": Status.WON, "played_ms": 60_000}, "You beat the house by 0:05"),
        ({"session": None}, {"status": Status.WON, "played_ms": 65_900}, "The house won by a hair"),
        ({"session": None}, {"status": Status.WON, "played_ms": 64_100}, "You beat the house by 0:01"),
        ({}, {"status": Status.WON, "played_ms": 75_000}, "Ann won by 0:10"),
        ({"name": ""}, {"status": Status.GIVEN_UP}, "The ghost won in 1:05"),
        ({}, {"status": Status.GIVEN_UP, "player_id": "Ann"}, "Your earlier game won in 1:05"),
        ({"gave up": 9}, {"status": Status.WON}, "You won: Ann gave up"),
        ({"gave up": 9}, {"status": Status.GIVEN_UP}, "Ann won: 9 home to 0"),
        ({"gave up": 0}, {"status": Status.GIVEN_UP}, "A tie with Ann: 0 home each"),
        ({"gave up": 9}, {"status": Status.GIVEN_UP, "position": nearly_won(3)}, "You beat Ann: 51 home to 9"),
    ],
)
def test_the_end_of_a_race_against_a_ghost_is_told_in_a_sentence(
    ghost: dict[str, Any], mine: dict[str, Any], said: str
) -> None:
    known, theirs = dict(ghost), a_session(player_id="Ann", status=Status.WON)
    home = known.pop("gave up", None)
    if home is not None:
        theirs = theirs._replace(status=Status.GIVEN_UP)
    raced = Ghost(theirs, "Ann", ((0, 0), (9_000, 52 if home is None else home)), 65_000)
    assert ghost_result(replace(raced, **known), a_session(player_id="Ben")._replace(**mine)) == said


def test_a_ghost_is_as_far_as_its_game_was_and_bears_the_name_of_its_player() -> None:
    game = a_session(id="session-00000002", player_id="Ann", status=Status.WON)
    ghost = Ghost(game, "Ann", ((0, 0), (59_999, 1), (2_000_000, 52)), 2_000_000)

    def seen(ghost: Ghost, **mine: Any) -> tuple[str, str, int, str]:
        session = a_session(**mine)
        view = ghost_view(ghost, Turn(session, FORTRESS.rules, session.position, session.position, []))
        theirs, own = view.runs
        assert (own.name, own.is_you, own.home, theirs.is_you) == ("You", True, 0, False)
        assert (view.course, view.seconds) == ("0:0 59:1 2000:52", 2_000)
        return view.replay, theirs.name, theirs.home, theirs.words

    assert seen(ghost, played_ms=59_998) == ("/replays/session-00000002", "Ann", 0, "")
    assert seen(ghost, player_id="Ann", played_ms=59_999)[1:] == ("You, earlier", 1, "")
    assert seen(ghost, played_ms=2_000_000)[2:] == (52, "finished after 33:20")
    lost = replace(ghost, session=game._replace(status=Status.GIVEN_UP), name="")
    assert seen(lost, played_ms=2_000_000)[1:] == ("The ghost", 52, "gave up after 33:20")
    assert seen(replace(ghost, session=None, name="The house", pace_ms=8_000))[:2] == ("", "The house, gentle")


@pytest.mark.parametrize(
    ("before", "runs", "viewer", "said"),
    [
        (("Ann",), ("Ann", "Ben"), "Ann", "Round 2 of 3, 1–0"),
        (("Ann",), ("Ann", "Ben"), "Ben", "Round 2 of 3, 0–1"),
        (("Ann",), ("Ann", "Ben"), "Cid", "Round 2 of 3"),
        (("Ann",), ("Ann", "Ben"), None, "Round 2 of 3"),
        ((), ("Ann", "Ben"), "Ann", "Round 1 of 3, 0–0"),
        (("Ann", "Ben"), ("Ann", "Ben", "Cid"), "Ben", "Round 3 of 3, 1 round won"),
        (("Ann", "Ben"), ("Ann", "Ben", "Cid"), "Cid", "Round 3 of 3, 0 rounds won"),
    ],
)
def test_a_table_says_which_round_of_the_match_is_raced_and_how_the_match_stands(
    before: tuple[str, ...], runs: tuple[str, ...], viewer: str | None, said: str
) -> None:
    earlier, goes_on = match(*before, best_of=3), running(*map(run, runs))
    race = replace(goes_on, terms=earlier.terms, heats=(*earlier.heats, *goes_on.heats))
    assert room_of(race, viewer, NOW, {}, None).standing == said
    # Neither a race of one round has a match, nor a room in which nobody races.
    assert room_of(goes_on, viewer, NOW, {}, None).standing == ""
    assert room_of(earlier, viewer, NOW, {}, None).standing == ""


def test_the_time_that_is_left_is_known_from_the_deal_on_where_there_is_a_limit() -> None:
    limited = running(run("Ann"), run("Ben"), terms=race_terms(limit_ms=600_000))
    left = [room_of(limited, "Ann", NOW + passed, {}, None).time_left for passed in (0, 1_000, 700_000)]
    assert left == [600_000, 599_000, 0]
    assert room_of(racing.stop(limited, NOW + 5), "Ann", NOW + 5, {}, None).time_left == 0
    assert room_of(running(run("Ann"), run("Ben")), "Ann", NOW, {}, None).time_left == 0
