"""Held results that wait for a person, and what the operator does about them and about names."""

from dataclasses import replace

import pytest

from app.features.daily.service.results import suspicions
from app.features.daily.values.daily import DailyAttempt
from app.play.values.session import Entry
from app.site.commands import main
from engine.games import variant_of
from engine.moves import Move
from engine.record import Do
from tests.app.daily.conftest import CLOSING, DAY, FORTRESS, HOUR, MONTH, Arrive, Challenger, Host
from tests.app.daily.test_leaderboards import field_of
from tests.app.play.api.conftest import given

BEGUN = DailyAttempt("session", DAY, variant_of("fortress", ""), "player", 1, True, 0)
LINE = list(FORTRESS.line)
PACE = [400 + 7919 * seq % 600 for seq in range(len(LINE))]


def log(gaps: list[int], line: list[Move]) -> list[Entry]:
    """Return a log in which a gap comes before each move."""
    return [Entry(seq, Do.MOVE, move, False, sum(gaps[: seq + 1])) for seq, move in enumerate(line)]


def looks_wrong(gaps: list[int], made_at: int = -MONTH, line: list[Move] = LINE) -> str:
    return "; ".join(suspicions(BEGUN, log(gaps, line), LINE, made_at))


def test_a_person_looks_like_one() -> None:
    assert looks_wrong(PACE) == ""


def test_moves_that_come_faster_than_a_hand_are_told() -> None:
    assert "gaps between moves are under 80 ms" in looks_wrong(PACE[:40] + [30] * 55)
    # A double click or two may happen to anybody.
    assert looks_wrong([*PACE[:-2], 30, 30]) == ""


def test_gaps_as_even_as_a_clock_s_are_told() -> None:
    assert "the middle half of the gaps" in looks_wrong([500] * len(LINE))


def test_a_first_move_before_anybody_could_see_the_board_is_told() -> None:
    assert looks_wrong([100, *PACE[1:]]) == "the first move came 100 ms after the start"


def test_the_server_s_own_line_is_told_only_of_a_new_account() -> None:
    assert looks_wrong(PACE, made_at=-HOUR) == "a new account played the very line that the server knew"
    assert looks_wrong(PACE, made_at=-HOUR, line=[*LINE[:-1], Move.read("t0-f0")]) == ""


def test_automatic_moves_have_no_gaps_of_their_own() -> None:
    played = [
        replace(entry, auto=entry.seq % 2 == 1, at=entry.seq // 2 * 3 * PACE[entry.seq]) for entry in log(PACE, LINE)
    ]
    assert not any(
        "under 80 ms" in reason for reason in suspicions(BEGUN, sorted(played, key=lambda one: one.at), LINE, 0)
    )


def race_through(challenger: Challenger) -> str:
    """Win as no person could, and return the session's id."""
    session = challenger.start()
    for move in FORTRESS.line:
        session = given(challenger.act(session, "moves", move=str(move)))
    return str(session["id"])


def test_a_held_result_is_seen_by_its_player_and_by_nobody_else(arrive: Arrive) -> None:
    quick, ann = arrive("Quick"), arrive("Ann")
    race_through(quick)
    ann.win(FORTRESS, detours=3)
    assert [(row["rank"], row["name"]) for row in ann.board()["rows"]] == [(1, "Ann")]
    mine = quick.board()
    assert [(row["rank"], row["name"]) for row in mine["rows"]] == [(1, "Quick"), (2, "Ann")]
    assert (mine["me"]["rank"], mine["size"], ann.board()["size"]) == (1, 2, 1)
    assert "held" not in quick.client.get(f"/daily/{DAY}/fortress/leaderboard").text


def test_the_field_tells_nobody_that_their_own_result_is_held(arrive: Arrive) -> None:
    quick, ann, cat = (arrive(name) for name in ("Quick", "Ann", "Cat"))
    race_through(quick)
    ann.win(FORTRESS)
    cat.give_up(cat.start())
    for counted in (quick, ann):
        assert '<th scope="row">par or better, you</th>' in field_of(counted)
        assert "not counted" not in field_of(counted)


def test_practice_is_never_held(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    ann.give_up(ann.start())
    race_through(ann)
    bob.win(FORTRESS)
    assert {row["name"] for row in bob.board("solved")["rows"]} == {"Ann", "Bob"}


def test_the_operator_is_told_why_and_restores_what_was_right(
    arrive: Arrive, capsys: pytest.CaptureFixture[str]
) -> None:
    quick, ann = arrive("Quick"), arrive("Ann")
    held = race_through(quick)
    ann.win(FORTRESS, detours=3)
    assert main(["results", "list"]) == 0
    told = capsys.readouterr().out
    assert held in told
    assert "by Quick: 94 gaps between moves are under 80 ms" in told
    assert main(["results", "restore", held]) == 0
    assert capsys.readouterr().out == f"{held}, fortress of {DAY} in {len(LINE)} steps is now on its boards.\n"
    assert [(row["rank"], row["name"]) for row in ann.board()["rows"]] == [(1, "Quick"), (2, "Ann")]
    assert main(["results", "list"]) == 0
    assert capsys.readouterr().out == "Held results: 0.\n"


def test_when_a_result_is_hidden_ranks_close_up_and_points_go(arrive: Arrive, host: Host) -> None:
    challengers = [arrive(name) for name in ("Ann", "Bob", "Cat")]
    won = [challenger.win(FORTRESS, detours)["id"] for challenger, detours in zip(challengers, (0, 1, 2), strict=True)]
    host.clock.ms = CLOSING
    host.close()
    bob = challengers[1]
    assert bob.board()["me"]["rank"] == 2
    for verb, ranks, points in (("hide", [(1, "Bob"), (2, "Cat")], None), ("restore", None, "5")):
        for _ in range(2):
            assert main(["results", verb, won[0]]) == 0
        rows = [(row["rank"], row["name"]) for row in bob.board()["rows"]]
        assert rows == (ranks or [(1, "Ann"), (2, "Bob"), (3, "Cat")])
        assert bob.board()["size"] == bob.board("solved")["size"] == len(rows)
        standings = bob.client.get("/standings/all").text
        assert ("<bdi>Ann</bdi></th><td>5</td>" in standings) == (points == "5")


@pytest.mark.usefixtures("host")
def test_a_session_without_a_result_is_refused_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["results", "hide", "nothing"]) == 1
    assert capsys.readouterr().err == "No result of a daily belongs to this session.\n"
    assert main(["results", "hide"]) == 2
    assert main(["results", "list", "nothing"]) == 2


def test_a_reported_name_is_changed_and_its_owner_stays_signed_in(
    arrive: Arrive, capsys: pytest.CaptureFixture[str]
) -> None:
    ann, bob = arrive("Rude Word"), arrive("Bob")
    ann.win(FORTRESS)
    assert main(["rename", "rude word", "Player 7"]) == 0
    assert capsys.readouterr().out == "rude word is now called Player 7.\n"
    assert ann.board()["me"]["name"] == "Player 7"
    assert main(["rename", "Player 7", "B0b"]) == 1
    assert main(["rename", "Nobody Here", "Player 8"]) == 1
    assert main(["rename", "Bob", "x"]) == 2
    bob.win(FORTRESS)
    assert {row["name"] for row in bob.board()["rows"]} == {"Bob", "Player 7"}
