"""A GET costs next to nothing, or somebody may ask it only so often."""

import asyncio
from collections.abc import Iterable, Iterator

import pytest
from fastapi.routing import APIRoute
from starlette.testclient import TestClient

from app.core.bounds import SESSIONS_OF_A_PLAYER, STREAMS_OF_A_VISITOR, STREAMS_OF_AN_ADDRESS
from app.core.live.streams import Streams
from app.core.refusals import TooMany
from app.people.visitors import Visit, sign
from app.web.dependencies import Costs
from app.web.limits import (
    ALLOWANCES,
    BEGINNING,
    DRAWING,
    PUZZLING,
    READING,
    TAKING_ALONG,
    Counters,
    Limits,
    Measure,
    RequestKind,
)
from tests.app.conftest import SECRET, client, database_url

__all__ = ["client", "database_url"]

CLASS = 30
"""Pupils behind one address."""

A_TABLE_OR_A_ROOM = {
    *("api_sessions.show_session", "api_sessions.list_moves", "sessions.show_table", "sessions.ask_to_give_up"),
    *(
        "watching.show_turn",
        "watching.count_watchers",
        "watching.show_company",
        "watching.watch",
        "watching.show_watched",
    ),
    *("watching.show_invitation", "api_races.show", "races.show_race", "races.show_room", "races.show_strip"),
    *("races.show_races", "races.find_race", "games.show_waiting"),
}
"""Asked with every move or change, and read by a key in a few rows."""
A_STREAM = {
    *("api_races.events", "races.events", "tournaments.events", "watching.events", "watching.watch_events"),
    *("api_streams.stream_events", "api_streams.stream_session", "api_streams.stream_race"),
}
"""Bounded by how many are open at the same time."""
WORDS_OR_ONES_OWN = {
    *(
        "health.alive",
        "health.ready",
        "health.security",
        "health.robots",
        "health.favicon",
        "api_page.show_api",
        "api_page.lead_to_document",
        "api_page.show_group",
        "api_page.show_task",
    ),
    *("offline.send_service_worker", "offline.show_no_connection"),
    *(
        "notices.show_privacy",
        "notices.show_contact",
        "notices.show_accessibility",
        "notices.show_keys",
        "games.show_game",
        "games.find_game",
        "games.go_to_deal",
        "deals.show_custom",
    ),
    *("standings.lead_to_week", "account.show_recovery", "account.show_account"),
    *("account.ask_to_delete", "guests.ask_to_forget"),
    *(
        "settings.show_settings",
        "settings.show_subject",
        "lobby.show_lobby",
        "me.show_me",
        "groups.show_groups",
        "friends.show_friends",
    ),
    *("learn.show_all", "learn.show_course", "tournaments.show_rules"),
    *("account.ask_about_bot", "api_account.show_me", "reminders.show_reminders"),
}
"""The same for all, or a few rows about the visitor."""
BY_PASSWORD = {
    *("operator.show_operator", "operator.send_metrics", "moderation.show_moderation"),
    *("invitations.show_invitations", "moderation.show_players", "host_words.show_words"),
}
CHEAP = A_TABLE_OR_A_ROOM | A_STREAM | WORDS_OR_ONES_OWN | BY_PASSWORD


def routes(found: Iterable[object]) -> Iterator[APIRoute]:
    for one in found:
        if isinstance(one, APIRoute):
            yield one
        elif router := getattr(one, "original_router", None):
            yield from routes(router.routes)


def measures(route: APIRoute) -> list[Measure]:
    return [one.call.measure for one in route.dependant.dependencies if isinstance(one.call, Costs)]


def name(route: APIRoute) -> str:
    """Return a route's function after its module, or after its room where the module is only called pages or api."""
    *above, module = route.endpoint.__module__.split(".")
    called = above[-1] if module in {"pages", "api"} else module
    return f"{'api_' if 'api' in (above[-1], module) else ''}{called}.{route.endpoint.__name__}"


@pytest.mark.usefixtures("database_url")
def test_every_get_is_known_to_be_cheap_or_has_a_measure() -> None:
    from app.site.application import create_app

    found = [route for route in routes(create_app().routes) if route.methods and "GET" in route.methods]
    assert len(found) > 60
    assert {name(route) for route in found if not measures(route)} == CHEAP


@pytest.mark.usefixtures("database_url")
def test_whatever_begins_a_game_is_counted_as_that() -> None:
    from app.site.application import create_app

    counted = {name(route) for route in routes(create_app().routes) if BEGINNING in measures(route)}
    assert counted == {
        *("api_sessions.begin_session", "api_sessions.restart", "sessions.restart", "advice.branch", "ghosts.race"),
        *("games.new_game",),
        *("deals.play_deal", "deals.play_custom_deal", "daily.start", "api_daily.start"),
        *("races.be_ready", "api_races.be_ready", "api_rooms.race_house", "analysis.play_from_here", "challenges.take"),
        *("rooms.seek", "rooms.race_house", "api_rooms.seek", "tournaments.play_next", "api_tournaments.play_next"),
    }


@pytest.mark.usefixtures("database_url")
def test_lessons_are_counted_as_puzzles_are_so_that_a_class_can_do_one_after_another() -> None:
    from app.site.application import create_app

    counted = {name(route) for route in routes(create_app().routes) if PUZZLING in measures(route)}
    assert {"learn.start", "puzzles.start_next"} <= counted
    assert PUZZLING.by_address.amount >= CLASS * 60


def test_a_class_at_puzzles_may_ask_after_every_move() -> None:
    moves_a_minute, asks_a_move = 30, 3
    assert ALLOWANCES[RequestKind.ANALYSIS].by_address.amount >= CLASS * moves_a_minute * asks_a_move


def spent(limited: Limits, measure: Measure, times: int, address: str, player: str = "") -> list[bool]:
    cookie = f"rampart={sign(SECRET.encode(), Visit(player))}" if player else ""
    scope = {
        "type": "http",
        "scheme": "http",
        "path": "/",
        "client": (address, 5000),
        "headers": [(b"cookie", cookie.encode())],
    }

    async def spend() -> list[bool]:
        return [await limited.spend(scope, measure) == 0 for _ in range(times)]

    return asyncio.run(spend())


@pytest.mark.parametrize("measure", [READING, TAKING_ALONG, DRAWING, BEGINNING])
def test_a_measure_ends_for_a_player_and_for_an_address_and_never_for_this_machine(measure: Measure) -> None:
    limited = Limits(SECRET.encode(), Counters(None), [])
    by_player, by_address = measure.by_player.amount, measure.by_address.amount
    assert spent(limited, measure, by_player + 1, "192.0.2.1", "player0000000001") == [*[True] * by_player, False]
    rest = by_address - by_player - 1
    assert spent(limited, measure, rest + 1, "192.0.2.1") == [*[True] * rest, False]
    assert all(spent(limited, measure, by_address + 1, "127.0.0.1"))


def test_a_reader_may_step_through_a_game_four_times_a_second_without_a_pause() -> None:
    assert READING.by_player.amount >= 4 * 60
    assert BEGINNING.by_player.amount == SESSIONS_OF_A_PLAYER


def test_what_is_too_much_is_answered_in_a_sentence_and_says_when_to_come_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def too_much(_: Limits, _scope: object, _measure: Measure) -> int:
        return 7

    monkeypatch.setattr(Limits, "spend", too_much)
    answer = client.get("/statistics")
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "7")
    assert "You asked for too much at once; please wait a moment." in answer.text
    assert client.get("/").status_code == 200


def test_a_visitor_and_an_address_hold_only_so_many_streams_open() -> None:
    streams = Streams()
    held = [streams.place("player", "192.0.2.1") for _ in range(STREAMS_OF_A_VISITOR)]
    for one in held:
        streams.check("player", "192.0.2.1")
        one.__enter__()
    with pytest.raises(TooMany):
        streams.check("player", "192.0.2.2")
    others = [streams.place(None, "192.0.2.1") for _ in range(STREAMS_OF_AN_ADDRESS - STREAMS_OF_A_VISITOR)]
    for one in others:
        streams.check("another", "192.0.2.1")
        one.__enter__()
    with pytest.raises(TooMany):
        streams.check(None, "192.0.2.1")
    for one in [*held, *others]:
        one.__exit__(None, None, None)
    streams.check("player", "192.0.2.1")
    streams.check(None, None)
