"""An attempt: from Start to a win, giving up or the day's closing."""

from datetime import timedelta
from typing import Any

import pytest

from tests.app.daily.conftest import (
    CLOSING,
    DAY,
    ENDING,
    FORTRESS,
    HOUR,
    MINUTE,
    STONEWALL,
    Arrive,
    Challenger,
    Host,
    known_win,
)
from tests.app.play.api.conftest import given, refused

TOMORROW = DAY + timedelta(1)


def test_the_cards_are_shown_by_start_and_not_before(arrive: Arrive) -> None:
    ann = arrive("Ann")
    before = ann.client.get(f"/daily/{DAY}/fortress").text
    assert "data-card" not in before
    session = ann.start()
    assert (session["game"], session["seq"], session["deal"]) == ("fortress", 0, None)
    assert sum(map(len, session["piles"].values())) == 52


def test_start_again_goes_on_with_the_same_attempt_also_in_another_browser(arrive: Arrive) -> None:
    ann, other = arrive("Ann"), arrive("")
    session = ann.play(ann.start(), FORTRESS.line[:2])
    assert ann.start() == session
    other.sign_in("Ann")
    assert other.start() == session


def test_the_clock_runs_from_start_to_the_last_move_on_the_server(arrive: Arrive, host: Host) -> None:
    ann = arrive("Ann")
    session, begun = ann.start(), host.clock.ms
    host.clock.pass_by(90 * MINUTE)
    ann.play(session, FORTRESS.line)
    assert ann.board()["me"]["seconds"] == (host.clock.ms - begun) // 1000 > 90 * 60


def test_giving_up_ends_an_attempt_and_tells_how_far_it_came(arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.give_up(ann.play(ann.start(), FORTRESS.line[:20]))
    me = ann.board()["me"]
    assert (me["rank"], me["solved"], me["tier"]) == (1, False, 4)
    assert me["home"] > 0


def test_after_an_attempt_start_begins_practice_which_is_not_ranked(arrive: Arrive) -> None:
    ann = arrive("Ann")
    first = ann.give_up(ann.start())
    assert "Practice" not in ann.client.get(f"/sessions/{first['id']}").text
    again = ann.win(FORTRESS)
    assert again["id"] != first["id"]
    assert "A later one counts only for your streak" in ann.client.get(f"/sessions/{again['id']}").text
    assert not ann.board()["me"]["solved"]
    assert ann.board("solved")["me"]["attempt"] == 2


def test_where_one_looks_for_a_hint_a_table_of_an_open_daily_says_why_there_is_none(arrive: Arrive) -> None:
    ann = arrive("Ann")
    said = "There are no hints while this daily is open"
    first = ann.start()
    assert said in ann.client.get(f"/sessions/{first['id']}").text.partition('class="sheet"')[2]
    ann.give_up(first)
    assert said in ann.client.get(f"/sessions/{ann.start()['id']}").text.partition('class="sheet"')[2]
    free = ann.client.post("/stronghold/5").headers["location"]
    assert said not in ann.client.get(free).text


def told_at_the_end(player: Challenger, session: dict[str, Any]) -> str:
    answer: str = player.client.get(f"/sessions/{session['id']}/ending").text
    return answer


def test_practice_that_saves_the_day_says_so(arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.give_up(ann.start())
    again = ann.start()
    assert "This ends your practice." in ann.client.get(f"/sessions/{again['id']}/give-up").text
    said = told_at_the_end(ann, ann.win(FORTRESS))
    assert "This was practice: the ranking counts only your first try." in said
    assert "Your streak is 1 day: a daily tomorrow makes it 2." in said


def test_the_end_of_a_daily_compares_it_with_par_unless_cards_lie_face_down(arrive: Arrive, host: Host) -> None:
    ann = arrive("Ann")
    assert '"row">That is one step over par.' in told_at_the_end(ann, ann.win(FORTRESS, detours=1))
    assert '"steps">That is par' in told_at_the_end(ann, ann.win(FORTRESS)), "at par it has a mark, in practice too"
    host.choose(STONEWALL)
    assert " par" not in told_at_the_end(ann, ann.win(STONEWALL, detours=1)).split('<p id="share-text"')[0]


def test_nobody_begins_before_the_day_nor_after_it(arrive: Arrive, host: Host) -> None:
    ann = arrive("Ann")
    host.choose(FORTRESS, TOMORROW)
    refused(ann.ask_to_start(day=TOMORROW), 404)
    for now in (ENDING, CLOSING):
        host.clock.ms = now
        refused(ann.ask_to_start(), 422)


def test_a_day_whose_deal_is_not_chosen_says_so(arrive: Arrive) -> None:
    ann = arrive("Ann")
    assert "still choosing today’s deal" in refused(ann.ask_to_start("stronghold"), 422)
    told = ann.look("stronghold")
    assert (told["state"], told["commitment"]) == ("open", None)


def test_an_attempt_begun_before_midnight_counts_for_its_day_until_two(arrive: Arrive, host: Host) -> None:
    ann = arrive("Ann")
    host.clock.ms = ENDING - 1
    session = ann.start()
    host.clock.ms = ENDING + HOUR
    host.close()
    assert ann.look()["state"] == "closing"
    assert ann.start() == session
    ann.play(session, FORTRESS.line)
    assert ann.board()["me"]["solved"]
    ended = host.clock.ms
    host.clock.ms = CLOSING
    host.close()
    assert ann.board()["me"]["seconds"] == (ended - ENDING + 1) // 1000


def test_what_is_not_ended_by_closing_is_not_solved(arrive: Arrive, host: Host) -> None:
    ann = arrive("Ann")
    begun = host.clock.ms
    session = ann.play(ann.start(), FORTRESS.line[:30])
    host.clock.ms = CLOSING + 5 * MINUTE
    host.close()
    me = ann.board()["me"]
    assert (me["solved"], me["seconds"]) == (False, (CLOSING - begun) // 1000)
    # The game itself can be played to its end; it counts for nothing any more.
    assert ann.play(given(ann.client.get(f"/api/v1/sessions/{session['id']}")), FORTRESS.line[30:])["status"] == "won"
    assert not ann.board()["me"]["solved"]
    assert ann.board("solved")["rows"] == []


def test_a_win_after_closing_does_not_count_however_late_the_server_closes(arrive: Arrive, host: Host) -> None:
    ann = arrive("Ann")
    session = ann.play(ann.start(), FORTRESS.line[:-1])
    host.clock.ms = CLOSING
    ann.play(session, FORTRESS.line[-1:])
    host.clock.pass_by(HOUR)
    assert host.close() == 1
    assert not ann.board()["me"]["solved"]


def test_a_day_is_closed_once(arrive: Arrive, host: Host) -> None:
    ann = arrive("Ann")
    ann.win(FORTRESS)
    host.clock.ms = CLOSING
    assert [host.close(), host.close()] == [1, 0]
    assert ann.board()["size"] == 1


@pytest.mark.parametrize("by", ["ones", "twos"])
def test_stalactites_asks_how_to_build_and_shows_it_on_the_board(arrive: Arrive, host: Host, by: str) -> None:
    host.choose(known_win("stalactites"))
    ann = arrive("Ann")
    refused(ann.ask_to_start("stalactites"), 422)
    assert ann.start("stalactites", by=by)["options"] == {"by": by}
    ann.give_up(ann.start("stalactites"))
    assert f"by {by}" in ann.client.get(f"/daily/{DAY}/stalactites/leaderboard").text


def test_the_page_of_stalactites_says_before_the_choice_that_either_way_can_be_won(arrive: Arrive, host: Host) -> None:
    host.choose(known_win("stalactites"))
    ann, said = arrive("Ann"), "This deal can be won by ones and by twos, and each way has a par of its own."
    page = ann.client.get(f"/daily/{DAY}/stalactites").text
    assert page.index(said) < page.index("Start by ones")
    ann.give_up(ann.start("stalactites", by="ones"))
    assert said not in ann.client.get(f"/daily/{DAY}/stalactites").text
    assert "This deal can be won" not in ann.client.get(f"/daily/{DAY}/fortress").text


def test_the_option_of_the_day_cannot_be_chosen_otherwise(arrive: Arrive, host: Host) -> None:
    chosen = host.choose(known_win("stronghold"))
    for value in ("none", "one"):
        ann = arrive("")
        assert ann.start("stronghold", cell=value)["options"] == chosen.options


def test_only_accounts_older_than_the_day_are_ranked(arrive: Arrive) -> None:
    guest, newcomer, ann = arrive(""), arrive(""), arrive("Ann")
    newcomer.register("Bob")
    for one in (guest, newcomer, ann):
        one.win(FORTRESS)
    assert [row["name"] for row in ann.board()["rows"]] == ["Ann"]
    for one in (guest, newcomer):
        told = one.board()
        assert told["me"] is None
        assert (told["beside"]["rank"], told["beside"]["solved"]) == (1, True)
    assert {row["name"] for row in ann.board("solved")["rows"]} == {"Ann", "Bob"}


def test_a_guest_who_registers_keeps_the_result_unranked(arrive: Arrive) -> None:
    guest = arrive("")
    guest.win(FORTRESS)
    assert guest.board("solved")["rows"] == []
    guest.register("Cat")
    assert guest.board()["rows"] == []
    told = guest.board("solved")
    assert [row["name"] for row in told["rows"]] == ["Cat"]
    assert (told["size"], told["me"]["rank"]) == (1, 1)


def test_what_a_guest_won_comes_along_on_signing_in_unranked(arrive: Arrive) -> None:
    arrive("Ann")
    guest = arrive("")
    guest.win(FORTRESS)
    guest.sign_in("Ann")
    again = guest.win(FORTRESS)
    told = guest.board()
    assert (told["rows"], told["beside"]["attempt"]) == ([], 1)
    assert guest.board("solved")["me"]["attempt"] == 1
    assert given(guest.client.get(f"/api/v1/sessions/{again['id']}"))["status"] == "won"


def test_who_took_part_already_gains_nothing_by_rehearsing_as_a_guest(arrive: Arrive) -> None:
    ann, guest = arrive("Ann"), arrive("")
    ann.give_up(ann.start())
    guest.win(FORTRESS)
    guest.sign_in("Ann")
    assert not guest.board()["me"]["solved"]
    assert guest.board("solved")["rows"] == []


def test_a_finished_table_leads_to_its_review_as_soon_as_the_day_is_closed(arrive: Arrive, host: Host) -> None:
    ann = arrive("Ann")
    session = ann.give_up(ann.play(ann.start(), FORTRESS.line[:2]))
    table, review = f"/sessions/{session['id']}", f'href="/sessions/{session["id"]}/review"'
    assert review not in ann.client.get(table).text
    host.clock.ms = CLOSING
    host.close()
    assert review in ann.client.get(table).text
    assert ann.client.get(f"{table}/review").status_code == 200


def test_a_table_says_when_its_day_has_ended_and_when_it_will(arrive: Arrive, host: Host) -> None:
    ann = arrive("Ann")
    table = f"/sessions/{ann.start()['id']}"
    before = ann.client.get(table).text
    assert f'data-in-1="{(ENDING - host.clock.ms) // 1000 + 1}"' in before
    assert f'data-in-2="{(CLOSING - host.clock.ms) // 1000 + 1}"' in before
    ended = "The day of this daily has ended. You can still finish your game until 02:00 UTC, and it counts."
    assert f">{ended}</p>" not in before
    host.clock.ms = ENDING + MINUTE
    assert f">{ended}</p>" in ann.client.get(table).text
    host.clock.ms = CLOSING
    assert ">This daily has closed. You can play on, but it no longer counts.</p>" in ann.client.get(table).text


def test_the_key_for_hints_is_answered_where_there_are_none(arrive: Arrive) -> None:
    ann = arrive("Ann")
    page = ann.client.get(f"/sessions/{ann.start()['id']}").text
    assert 'id="hint"' not in page
    assert 'data-none="There are no hints while this daily is open."' in page
