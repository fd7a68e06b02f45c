"""The ways in which boards elsewhere were cheated, each tried here."""

from datetime import timedelta

from app.features.daily.service.calendar import DAYS_AHEAD
from engine.moves import apply
from engine.position import deal
from tests.app.account.conftest import PASSWORD
from tests.app.daily.conftest import (
    CLOSING,
    DAY,
    FORTRESS,
    HOUR,
    MINUTE,
    STONEWALL,
    Arrive,
    Challenger,
    Host,
)
from tests.app.play.api.conftest import given, refused
from tests.app.races.conftest import Document


def test_the_same_move_sent_twice_counts_once(arrive: Arrive) -> None:
    ann = arrive("Ann")
    session = ann.start()
    first, again = (ann.act(session, "moves", move=str(FORTRESS.line[0])) for _ in range(2))
    assert given(first)["steps"] == 1
    stale = given(again, 409)
    assert (stale["session"]["steps"], stale["recorded"]) == (1, str(FORTRESS.line[0]))


def test_a_move_with_an_older_sequence_number_changes_nothing(arrive: Arrive) -> None:
    ann = arrive("Ann")
    begun = ann.start()
    played = ann.play(begun, FORTRESS.line[:4])
    for verb, more in (("moves", {"move": str(FORTRESS.line[0])}), ("undo", {}), ("redo", {}), ("give-up", {})):
        assert given(ann.act(begun, verb, **more), 409)["session"] == played
    assert ann.start() == played


def test_two_tabs_play_one_attempt(arrive: Arrive) -> None:
    ann = arrive("Ann")
    left, right = ann.start(), ann.start()
    assert left["id"] == right["id"]
    ann.play(left, FORTRESS.line[:1])
    refused(ann.act(right, "moves", move=str(FORTRESS.line[1])), 409)
    assert ann.start()["seq"] == 1


def test_signing_out_and_in_resumes_the_attempt_and_its_clock(arrive: Arrive, host: Host) -> None:
    ann = arrive("Ann")
    begun = host.clock.ms
    session = ann.play(ann.start(), FORTRESS.line[:5])
    given(ann.client.post("/api/v1/logout"))
    host.clock.pass_by(HOUR)
    ann.sign_in("Ann")
    assert ann.start() == session
    ann.play(session, FORTRESS.line[5:])
    assert ann.board()["me"]["seconds"] == (host.clock.ms - begun) // 1000 > HOUR // 1000


def test_a_look_as_a_guest_after_signing_out_is_not_a_second_first_try(arrive: Arrive) -> None:
    ann = arrive("Ann")
    given(ann.client.post("/api/v1/logout"))
    looked = ann.start()
    ann.sign_in("Ann")
    assert ann.start()["id"] == looked["id"]
    ann.play(looked, FORTRESS.line)
    assert (ann.board()["me"], ann.board()["rows"]) == (None, [])


def test_what_the_client_says_of_time_does_not_matter(arrive: Arrive, host: Host) -> None:
    ann = arrive("Ann")
    a_year_off = {"date": "Sat, 20 Nov 2027 09:00:00 GMT", "if-modified-since": "Thu, 20 Nov 2025 09:00:00 GMT"}
    ann.client.headers.update(a_year_off)
    session, begun = ann.start(), host.clock.ms
    host.clock.pass_by(7 * MINUTE)
    ann.play(session, FORTRESS.line)
    assert ann.board()["me"]["seconds"] == (host.clock.ms - begun) // 1000
    asked = ann.client.post(f"/api/v1/daily/{DAY}/fortress/start", json={"options": {}, "at": 0})
    assert refused(asked, 400)


def test_a_server_whose_clock_goes_back_shows_no_negative_time(arrive: Arrive, host: Host) -> None:
    ann = arrive("Ann")
    session = ann.start()
    host.clock.pass_by(-HOUR)
    ann.play(session, FORTRESS.line)
    assert ann.board()["me"]["seconds"] == 0


def test_the_address_of_a_coming_day_shows_its_seal_and_begins_nothing(arrive: Arrive) -> None:
    ann = arrive("Ann")
    for ahead in (1, DAYS_AHEAD, 400):
        day = DAY + timedelta(ahead)
        refused(ann.ask_to_start(day=day), 404)
        told = ann.look(day=day)
        assert (told["state"], told["deal"]) == ("coming", None)
        refused(ann.ask_for_board(day=day), 403)


def test_there_is_no_hint_to_be_kept_quiet_about(arrive: Arrive) -> None:
    ann = arrive("Ann")
    session = ann.start()
    asked = ann.client.post(f"/sessions/{session['id']}/hints", data={"seq": "0"})
    assert asked.status_code == 403
    ann.play(session, FORTRESS.line)
    me = ann.board()["me"]
    assert (me["hints"], me["assisted"]) == (0, False)


def peeking_move() -> int:
    """Return the place in the known line of Stonewall of the first move that turns up a card."""
    position = deal(STONEWALL.rules, STONEWALL.deck)
    for place, move in enumerate(STONEWALL.line):
        after = apply(STONEWALL.rules, position, move)
        if sum(after.face_down) < sum(position.face_down):
            return place
        position = after
    raise AssertionError


def test_an_undo_that_takes_back_a_turned_up_card_is_assistance(arrive: Arrive, host: Host) -> None:
    host.choose(STONEWALL)
    ann, bob = arrive("Ann"), arrive("Bob")
    turning = peeking_move()
    for one, taken_back in ((ann, turning), (bob, turning - 1)):
        assert taken_back >= 0
        session = one.play(one.start("stonewall"), STONEWALL.line[: taken_back + 1])
        session = one.play(given(one.act(session, "undo")), STONEWALL.line[taken_back:])
        assert session["status"] == "won"
    assisted = {row["name"]: row["assisted"] for row in ann.board(slug="stonewall")["rows"]}
    assert assisted == {"Ann": True, "Bob": False}


def test_moves_taken_back_stay_counted_and_undo_itself_is_none(arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.win(FORTRESS, detours=3)
    me = ann.board()["me"]
    assert (me["steps"], me["undos"], me["tier"]) == (len(FORTRESS.line) + 3, 3, 1)


def test_replaying_the_winning_line_after_a_restart_leaves_the_first_try_as_it_was(arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.give_up(ann.play(ann.start(), FORTRESS.line[:-1]))
    ann.win(FORTRESS)
    assert (ann.board()["me"]["solved"], ann.board()["me"]["attempt"]) == (False, 1)
    assert (ann.board("solved")["me"]["tier"], ann.board("solved")["me"]["attempt"]) == (0, 2)


def test_a_win_cannot_be_posted_without_its_moves(arrive: Arrive) -> None:
    ann = arrive("Ann")
    session = ann.start()
    refused(ann.act(session, "moves", move=str(FORTRESS.line[-1])), 422)
    refused(ann.act(session, "moves", move="t0-f0", status="won", steps=1), 400)
    for verb in ("win", "result", "finish"):
        assert ann.act(session, verb).status_code in {404, 405}
    assert ann.client.post(f"/sessions/{session['id']}/finish", data={"seq": "0"}).status_code == 422
    assert given(ann.client.get(f"/api/v1/sessions/{session['id']}"))["status"] == "playing"


def test_a_second_account_made_today_is_not_ranked(arrive: Arrive) -> None:
    ann, second = arrive("Ann"), arrive("")
    ann.win(FORTRESS)
    second.register("Anne Two")
    second.win(FORTRESS)
    assert [row["name"] for row in ann.board()["rows"]] == ["Ann"]


def test_drafting_is_of_no_use_since_others_results_come_after_one_s_own(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    ann.win(FORTRESS)
    session = bob.start()
    for board in ("first-try", "solved"):
        refused(bob.ask_for_board(board), 403)
        assert bob.client.get(f"/daily/{DAY}/fortress/leaderboard?board={board}").status_code == 403
    told = bob.client.get(f"/daily/{DAY}/fortress").text
    assert "2 players have begun" in told
    assert "Ann" not in told
    bob.play(session, FORTRESS.line)
    assert {row["name"] for row in bob.board()["rows"]} == {"Ann", "Bob"}


def test_another_s_attempt_cannot_be_seen_played_or_ended(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    session = ann.start()
    for verb, more in (("moves", {"move": str(FORTRESS.line[0])}), ("undo", {}), ("give-up", {})):
        refused(bob.act(session, verb, **more), 403)
    refused(bob.client.get(f"/api/v1/sessions/{session['id']}"), 403)
    assert "data-card" not in bob.client.get(f"/sessions/{session['id']}").text


def test_the_host_of_a_race_is_not_told_its_deal_beforehand(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    race: Document = given(ann.client.post("/api/v1/races", json={"game": "fortress"}), 201)
    bob.client.post(f"/api/v1/races/{race['code']}/join", json={})
    for one in (ann, bob):
        one.client.post(f"/api/v1/races/{race['code']}/ready", json={})
    for address in (f"/api/v1/races/{race['code']}", f"/races/{race['code']}"):
        assert "data-card" not in ann.client.get(address).text
    assert given(ann.client.get(f"/api/v1/races/{race['code']}"))["session"] is None


def test_an_account_that_is_deleted_leaves_its_result_without_a_name(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    ann.win(FORTRESS)
    bob.win(FORTRESS, detours=15)
    assert ann.client.post("/account/delete", data={"password": PASSWORD}).status_code == 303
    assert [(row["rank"], row["name"]) for row in bob.board()["rows"]] == [(1, None), (2, "Bob")]
    page = bob.client.get(f"/daily/{DAY}/fortress/leaderboard").text
    assert "Ann" not in page
    assert "a player who has left" in page


def test_a_day_that_was_looked_at_without_start_is_no_attempt(arrive: Arrive, host: Host) -> None:
    ann: Challenger = arrive("Ann")
    for address in (f"/daily/{DAY}/fortress", f"/daily/{DAY}", "/daily", f"/api/v1/daily/{DAY}/fortress"):
        assert ann.client.get(address).status_code == 200
    host.clock.ms = CLOSING
    host.close()
    assert "Nobody played it" in ann.client.get(f"/daily/{DAY}/fortress").text
